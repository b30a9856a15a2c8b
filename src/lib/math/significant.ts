/** Whole powers of ten are exact up to 1e22. */
const POWERS = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent)

/**
 * Rounds to `digits` significant decimal digits, which keeps JSON short: digits beyond the precision of a value cost
 * bytes and carry no information. Zero, NaN and infinities are returned unchanged.
 */
export function significant(value: number, digits: number): number {
  if (value === 0 || !Number.isFinite(value)) return value
  const shift = digits - 1 - Math.floor(Math.log10(Math.abs(value)))
  const scale = POWERS[Math.abs(shift)]
  // Slower by far, and rarely needed.
  if (scale === undefined) return Number(value.toPrecision(digits))
  // Dividing by an exact power of ten rounds to the double nearest to the decimal.
  return shift >= 0 ? Math.round(value * scale) / scale : Math.round(value / scale) * scale
}
