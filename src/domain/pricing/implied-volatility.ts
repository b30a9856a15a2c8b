/**
 * Implied volatility of European options from undiscounted prices on a forward. Works on the time value of the
 * out-of-the-money option over √(F·K), on the logarithm of the price; an in-the-money price is reduced to it by parity.
 */
import { logMoneyness, rootOfProduct, validTerms } from './black.ts'
import { solveNormalisedColumn } from './normalised-columns.ts'

/**
 * Why a volatility is, or is not, a number; a `Uint8Array` column holds the index. Pricing itself answers with the first
 * six, the others are the chain's, which knows of quotes and neighbours.
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

/** Units in the last place of max(F, K) by which a price may miss its intrinsic value and still count as equal to it. */
const ROUNDING = 4 * 2 ** -52
/** Of max(F, K): less time value than this, 25 standard deviations out, is none; its squares still fit a double. */
export const NOTHING = 1e-140
/** Years to expiry from which on the input is a mistake. */
export const LONGEST_TIME = 1000

/**
 * Index into `IV_STATUSES` for a discounted price; `IV_OK` promises that `impliedVolatility` is a positive number.
 * A price at its upper bound (call F·DF, put K·DF) counts as above it, since no finite volatility reaches the bound.
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
  if (!Number.isFinite(price) || !(yearsToExpiry < LONGEST_TIME)) return IV_INVALID_INPUT
  if (yearsToExpiry <= 0) return IV_EXPIRED
  const upper = isCall ? forward : strike
  const lower = Math.max(isCall ? forward - strike : strike - forward, 0)
  return statusWithin(price / discountFactor, lower, upper, Math.max(forward, strike))
}

function statusWithin(price: number, lower: number, upper: number, scale: number): number {
  if (price >= upper || price - lower >= upper - lower) return IV_ABOVE_MAX
  if (price - lower > NOTHING * scale) return IV_OK
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
