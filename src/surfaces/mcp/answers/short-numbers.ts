/** Rounds every number of a JSON value to the digits that a reader uses. */
export function shortNumbers(value: unknown): unknown {
  if (typeof value === 'number') return shortNumber(value)
  if (Array.isArray(value)) return value.map(shortNumbers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortNumbers(member)]))
}

/**
 * Two decimals from 10 on, as prices have; four below, for volatilities and Greeks; three digits for values that four
 * decimals would round to nothing; none from a hundred thousand on.
 */
export function shortNumber(value: number): number {
  if (Number.isInteger(value)) return value
  const size = Math.abs(value)
  if (size >= 100_000) return Math.round(value)
  if (size >= 10) return Number(value.toFixed(2))
  return size >= 0.01 ? Number(value.toFixed(4)) : Number(value.toPrecision(3))
}
