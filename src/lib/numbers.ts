/** Unknown numbers are NaN inside and null on the wire; these are the two ways across. */
export function orNull(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

export function orNaN(value: number | null | undefined): number {
  return value ?? Number.NaN
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}
