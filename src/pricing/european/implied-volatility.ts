/**
 * Implied volatility of European options on a forward (after P. Jäckel, Let's Be Rational, 2015). An in-the-money price is
 * reduced by parity to the time value of the out-of-the-money option over √(F·K), whose logarithm is inverted.
 */
import { logMoneyness, rootOfProduct, validTerms } from './black.ts'
import { solveNormalisedColumn } from './normalised-columns.ts'

/**
 * Status of an implied volatility; a `Uint8Array` column holds the index. Pricing returns the first six; the valuation of
 * a chain, which knows quotes and neighbouring strikes, adds the others.
 */
export const IV_STATUSES = [
  'ok',
  'at_intrinsic',
  'below_intrinsic',
  'above_max',
  'invalid_input',
  'expired',
  'no_quote',
  'inherited',
  'interpolated',
  'vendor',
] as const

export const IV_OK = 0
export const IV_AT_INTRINSIC = 1
export const IV_BELOW_INTRINSIC = 2
export const IV_ABOVE_MAX = 3
export const IV_INVALID_INPUT = 4
export const IV_EXPIRED = 5

/** Share of max(F, K) within which a price counts as equal to its intrinsic value: four units in the last place. */
const ROUNDING = 4 * 2 ** -52
/** Share of max(F, K) below which time value counts as zero: 25 standard deviations out. Its square still fits a double. */
export const MIN_TIME_VALUE = 1e-140
/** Longer times to expiry are invalid input. */
export const MAX_YEARS = 1000

/**
 * Index into `IV_STATUSES` for a discounted price; with `IV_OK`, `impliedVolatility` is a positive number. A price at its
 * upper bound (call F·DF, put K·DF) is `IV_ABOVE_MAX`, because no finite volatility reaches the bound.
 */
export function impliedVolatilityStatus(
  isCall: boolean,
  price: number,
  forward: number,
  strike: number,
  yearsToExpiry: number,
  discountFactor: number,
): number {
  if (!validTerms(forward, strike, discountFactor)) return IV_INVALID_INPUT
  if (!Number.isFinite(price) || !(yearsToExpiry < MAX_YEARS)) return IV_INVALID_INPUT
  if (yearsToExpiry <= 0) return IV_EXPIRED
  const upper = isCall ? forward : strike
  const lower = Math.max(isCall ? forward - strike : strike - forward, 0)
  return statusWithin(price / discountFactor, lower, upper, Math.max(forward, strike))
}

function statusWithin(price: number, lower: number, upper: number, scale: number): number {
  if (price >= upper || price - lower >= upper - lower) return IV_ABOVE_MAX
  if (price - lower > MIN_TIME_VALUE * scale) return IV_OK
  const tolerance = lower > 0 ? ROUNDING * scale : 0
  return price - lower >= -tolerance ? IV_AT_INTRINSIC : IV_BELOW_INTRINSIC
}

/** The volatility at which `blackPrice` gives this discounted price; NaN where `impliedVolatilityStatus` is not `IV_OK`. */
export function impliedVolatility(
  isCall: boolean,
  price: number,
  forward: number,
  strike: number,
  yearsToExpiry: number,
  discountFactor: number,
): number {
  if (impliedVolatilityStatus(isCall, price, forward, strike, yearsToExpiry, discountFactor) !== IV_OK)
    return Number.NaN
  const intrinsic = Math.max(isCall ? forward - strike : strike - forward, 0)
  beta[0] = (price / discountFactor - intrinsic) / rootOfProduct(forward, strike)
  distance[0] = Math.abs(logMoneyness(forward, strike))
  solveNormalisedColumn(beta, distance, deviation, 1)
  return (deviation[0] ?? Number.NaN) / Math.sqrt(yearsToExpiry)
}

/** A column of one, for a single contract. */
const beta = new Float64Array(1)
const distance = new Float64Array(1)
const deviation = new Float64Array(1)
