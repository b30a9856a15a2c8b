/**
 * European options by Black-76 on a forward: price and greeks of one contract. Prices are USD per share, volatilities and
 * rates decimals per year, time in years of 365 days. Columns of contracts are priced by `contract-columns.ts`.
 */
import { INVERSE_SQRT_TWO_PI, millsDifference, normalCdf } from './mills.ts'

/** The wire quotes vega and vanna per volatility point … */
export const PER_VOLATILITY_POINT = 0.01
/** … rho per percentage point of the rate … */
export const PER_RATE_POINT = 0.01
/** … theta and charm per calendar day. These three are the only scaling between formula and wire. */
export const PER_CALENDAR_DAY = 1 / 365

/** ln(F/K); within 2 % by the series of 2·artanh((F − K)/(F + K)), which avoids the cancellation of the quotient. */
export function logMoneyness(forward: number, strike: number): number {
  const z = (forward - strike) / (forward + strike)
  if (!(z < 0.01 && z > -0.01)) return Math.log(forward / strike)
  const w = z * z
  return 2 * z * (1 + w * (1 / 3 + w * (1 / 5 + w * (1 / 7))))
}

/**
 * Out-of-the-money value at total standard deviation s = σ√T over √(F·K), where a = |ln(F/K)|; between 0 and e^(−a/2).
 * Zero at s = 0.
 */
function normalisedPrice(a: number, s: number): number {
  if (s <= 0) return 0
  const h = a / s
  const t = 0.5 * s
  if (t - h > 1) return Math.exp(-0.5 * a) * normalCdf(t - h) - Math.exp(0.5 * a) * normalCdf(-h - t)
  const exponent = -0.5 * (h * h + t * t)
  return exponent < -745 ? 0 : INVERSE_SQRT_TWO_PI * Math.exp(exponent) * millsDifference(h, t)
}

/**
 * Discounted price of a European option (Black 1976). At zero time or volatility, the discounted intrinsic value of the
 * forward; at infinite volatility, F·DF for a call and K·DF for a put. NaN for input that is not finite, a negative
 * volatility, or a forward, strike or discount factor that is not positive.
 */
export function blackPrice(
  isCall: boolean,
  forward: number,
  strike: number,
  yearsToExpiry: number,
  volatility: number,
  discountFactor: number,
): number {
  if (!validTerms(forward, strike, discountFactor) || !(volatility >= 0) || Number.isNaN(yearsToExpiry))
    return Number.NaN
  const intrinsic = Math.max(isCall ? forward - strike : strike - forward, 0)
  if (yearsToExpiry <= 0 || volatility === 0) return discountFactor * intrinsic
  const s = volatility * Math.sqrt(yearsToExpiry)
  if (s === Number.POSITIVE_INFINITY) return discountFactor * (isCall ? forward : strike)
  const timeValue = rootOfProduct(forward, strike) * normalisedPrice(Math.abs(logMoneyness(forward, strike)), s)
  return discountFactor * (intrinsic + timeValue)
}

/** Whether forward, strike and discount factor are finite and positive. */
export function validTerms(forward: number, strike: number, discountFactor: number): boolean {
  return forward > 0 && strike > 0 && discountFactor > 0 && forward + strike + discountFactor < Number.POSITIVE_INFINITY
}

/** √(F·K) without overflow or underflow of the product. */
export function rootOfProduct(forward: number, strike: number): number {
  const product = forward * strike
  return product > 1e-290 && product < 1e290 ? Math.sqrt(product) : Math.sqrt(forward) * Math.sqrt(strike)
}

/** Price and greeks of one contract in the units of the wire. */
export interface Greeks {
  /** USD per share. */
  readonly price: number
  /** Per share; calls 0 to 1, puts −1 to 0. */
  readonly delta: number
  /** Change of delta per USD 1. */
  readonly gamma: number
  /** USD per share per volatility point. */
  readonly vega: number
  /** USD per share per calendar day that passes. */
  readonly theta: number
  /** USD per share per percentage point of the rate. */
  readonly rho: number
  /** Change of delta per volatility point. */
  readonly vanna: number
  /** Change of delta per calendar day that passes. */
  readonly charm: number
  /** Change of vega (USD per volatility point) per 1.00 of volatility. */
  readonly volga: number
}
