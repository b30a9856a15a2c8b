/**
 * American options by their exercise boundary, one contract at a time: exact to about 1e-6 of the strike in some tens of
 * microseconds. Chains are priced from `american-table.ts`.
 */
import {
  ACCURATE_SCHEME,
  type ExerciseScheme,
  earlyExercisePremium,
  hasTwoBoundaries,
  solveBoundary,
} from './american-boundary.ts'
import { americanDividendPrice } from './american-dividend-pde.ts'
import { blackPrice } from './black.ts'

/**
 * Price in USD per share at a continuous rate and yield (dividends and borrow together). Never below intrinsic value or the
 * European price. At or after expiry and at volatility 0 the larger of the two; NaN for input that is not finite, for a spot
 * or strike that is not positive or a negative volatility. Under rates with two boundaries by finite differences, to 1e-5 K.
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
  if (!Number.isFinite(european)) return Number.NaN
  const intrinsic = Math.max(isCall ? spot - strike : strike - spot, 0)
  const gain = isCall ? dividendYield : rate
  if (!(yearsToExpiry > 0 && volatility > 0)) return Math.max(european, intrinsic)
  if (hasTwoBoundaries(isCall, rate, dividendYield)) {
    const contract = { isCall, spot, strike, yearsToExpiry, volatility, rate, dividendYield }
    return Math.max(european, americanDividendPrice(contract, [], 'spot').price)
  }
  if (gain <= 0) return european
  const base = isCall ? spot : strike
  const loss = isCall ? rate : dividendYield
  const boundary = solveBoundary(scheme, yearsToExpiry, gain, loss, volatility)
  const logSpot = isCall ? Math.log(strike / spot) : Math.log(spot / strike)
  if (logSpot <= boundary.logBoundary) return intrinsic
  return Math.max(intrinsic, european + base * earlyExercisePremium(boundary, logSpot))
}
