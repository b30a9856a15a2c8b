import { at } from '../../src/pricing/column.ts'
import type { ExpirationTerms } from '../../src/pricing/contract-columns.ts'
import { logMoneyness } from '../../src/pricing/european/black.ts'

/** Terms from a forward and a rate per expiration; the columns must have equal length. */
export function expirationTerms(
  spot: number,
  forward: Float64Array,
  rate: Float64Array,
  yearsToExpiry: Float64Array,
): ExpirationTerms {
  const growth = forward.map((value) => logMoneyness(value, spot))
  return {
    spot,
    count: forward.length,
    forward,
    yearsToExpiry,
    rate,
    dividendYield: rate.map((value, i) => value - at(growth, i) / at(yearsToExpiry, i)),
    discountFactor: rate.map((value, i) => Math.exp(-value * at(yearsToExpiry, i))),
    rootYears: yearsToExpiry.map((value) => Math.sqrt(value)),
    dividendFactor: rate.map((value, i) => Math.exp(at(growth, i) - value * at(yearsToExpiry, i))),
  }
}
