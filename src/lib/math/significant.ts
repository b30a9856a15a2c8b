const POWERS = Array.from({ length: 310 }, (_, exponent) => 10 ** exponent)

/**
 * Rounds to `digits` significant decimal digits, which keeps JSON short: digits beyond the precision of a value cost
 * bytes and carry no information. Zero, NaN, infinities and numbers beyond 1e±280 are returned unchanged.
 */
export function significant(value: number, digits: number): number {
  const size = Math.abs(value)
  if (!(size > 1e-280 && size < 1e280)) return value
  const shift = digits - 1 - Math.floor(Math.log10(size))
  // Whole powers of ten are exact up to 1e22, and dividing by one rounds to the double nearest to the decimal.
  if (shift >= 0) {
    const scale = POWERS[shift] ?? 1
    return Math.round(value * scale) / scale
  }
  const scale = POWERS[-shift] ?? 1
  return Math.round(value / scale) * scale
}
