/** Converts an unknown number, NaN in the code, to null, its form on the wire. */
export function orNull(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}

/** Entry of a short list, NaN outside it. Columns have an `at` of their own, which is inlined. */
export function itemAt(list: readonly number[], index: number): number {
  return list[index] ?? Number.NaN
}
