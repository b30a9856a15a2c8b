import { significant } from './significant.ts'

const DIGITS = 6
/** From here on two decimals have more digits, but a price must keep its cents. */
const CENTS_FROM = 10_000
/** From here on only sums and model values have decimals, and a whole unit is more than they are accurate to. */
const UNITS_FROM = 1_000_000

/** Six significant digits, but no fewer than cents below a million and whole units above. Whole numbers are unchanged. */
export function sixDigits(value: number): number {
  if (Number.isInteger(value)) return value
  const size = Math.abs(value)
  if (size < CENTS_FROM) return significant(value, DIGITS)
  return size < UNITS_FROM ? Math.round(value * 100) / 100 : Math.round(value)
}

/** Rounds every number of a JSON value in place, because copies of thousands of rows are slow. */
export function roundToSixDigits(value: object): void {
  for (const key in value) {
    const member: unknown = Reflect.get(value, key)
    if (typeof member === 'object' && member !== null) roundToSixDigits(member)
    else if (typeof member === 'number' && !Number.isInteger(member)) Reflect.set(value, key, sixDigits(member))
  }
}
