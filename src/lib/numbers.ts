/** Unknown numbers are NaN inside and null on the wire; this is the way out. */
export function orNull(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}
