/**
 * American options by their exercise boundary, one contract at a time: exact to about 1e-6 of the strike in some tens of
 * microseconds. Chains are priced from `american-table.ts`.
 */
import { ACCURATE_SCHEME, type ExerciseScheme, earlyExercisePremium, solveBoundary } from './american-boundary.ts'
import { blackPrice } from './black.ts'

/**
 * Price in USD per share at a continuous rate and yield (dividends and borrow together). Never below intrinsic value or the
 * European price. At or after expiry and at volatility 0 the larger of the two; NaN for input that is not finite, for a spot
 * or strike that is not positive or a negative volatility, and where exercise pays between two boundaries
 * (`hasTwoBoundaries`), which this method does not see.
 */
export function americanPrice(
  isCall: boolean,
  spot: number,
  strike: number,
  yearsToExpiry: number,
  volatility: number,
  rate: number,
  dividendYield: number,
  scheme: ExerciseScheme = ACCURATE_SCHEME,
): number {
  const forward = spot * Math.exp((rate - dividendYield) * Math.max(yearsToExpiry, 0))
  const discount = Math.exp(-rate * Math.max(yearsToExpiry, 0))
  const european = blackPrice(isCall, forward, strike, yearsToExpiry, volatility, discount)
  if (Number.isNaN(european) || hasTwoBoundaries(isCall, rate, dividendYield)) return Number.NaN
  const intrinsic = Math.max(isCall ? spot - strike : strike - spot, 0)
  const gain = isCall ? dividendYield : rate
  if (!(yearsToExpiry > 0 && volatility > 0)) return Math.max(european, intrinsic)
  if (gain <= 0) return Math.max(european, 0)
  const base = isCall ? spot : strike
  const loss = isCall ? rate : dividendYield
  const boundary = solveBoundary(scheme, yearsToExpiry, gain, loss, volatility)
  const logSpot = isCall ? Math.log(strike / spot) : Math.log(spot / strike)
  if (logSpot <= boundary.logBoundary) return intrinsic
  return Math.max(intrinsic, european + base * earlyExercisePremium(boundary, logSpot))
}

/** Negative rates under which exercise pays only between two prices: q < r < 0 for a put, r < q < 0 for a call. */
export function hasTwoBoundaries(isCall: boolean, rate: number, dividendYield: number): boolean {
  return isCall ? rate < dividendYield && dividendYield < 0 : dividendYield < rate && rate < 0
}
