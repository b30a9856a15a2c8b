/** Every number of a JSON value rounded to what a reader uses, to save him the digits. */
export function shortNumbers(value: unknown): unknown {
  if (typeof value === 'number') return shortNumber(value)
  if (Array.isArray(value)) return value.map(shortNumbers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortNumbers(member)]))
}

/**
 * Two decimals from 10 on, as prices have; four below, as volatilities and Greeks are read; three digits of what would
 * round to nothing at four decimals; none of what is counted in hundred thousands.
 */
export function shortNumber(value: number): number {
  if (Number.isInteger(value)) return value
  const size = Math.abs(value)
  if (size >= 100_000) return Math.round(value)
  if (size >= 10) return Number(value.toFixed(2))
  return size >= 0.01 ? Number(value.toFixed(4)) : Number(value.toPrecision(3))
}
