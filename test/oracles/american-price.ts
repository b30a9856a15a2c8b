/**
 * American options by their exercise boundary, one contract at a time: exact to about 1e-6 of the strike in some tens of
 * microseconds. The service prices chains from tables instead.
 */

import { earlyExercisePremium, hasTwoBoundaries, solveBoundary } from '../../src/pricing/american/exercise-boundary.ts'
import { type ExerciseScheme, exerciseScheme } from '../../src/pricing/american/exercise-scheme.ts'
import { blackPrice } from '../../src/pricing/european/black.ts'
import { americanDividendPrice } from './american-dividend-pde.ts'

/** Orders of the single shot that give 1e-6 K in about 90 µs. */
const ACCURATE_SCHEME = exerciseScheme(12, 21, 10, 31)

/** Steps for two boundaries, where exercise is of first order in time. */
const TWO_BOUNDARY_GRID = { spaceSteps: 800, timeSteps: 3000 }

/**
 * Price in USD per share at a continuous rate and yield (dividends and borrow together). Never below intrinsic value or the
 * European price. At or after expiry intrinsic value, at volatility 0 that of the best time to exercise; NaN for input that is not finite, for a spot
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
  if (!(yearsToExpiry > 0)) return intrinsic
  if (volatility === 0) return withoutVolatility(isCall, spot, strike, yearsToExpiry, rate, dividendYield)
  if (hasTwoBoundaries(isCall, rate, dividendYield)) {
    const contract = { isCall, spot, strike, yearsToExpiry, volatility, rate, dividendYield }
    return Math.max(european, americanDividendPrice(contract, [], 'spot', TWO_BOUNDARY_GRID).price)
  }
  if (gain <= 0) return european
  const base = isCall ? spot : strike
  const loss = isCall ? rate : dividendYield
  const boundary = solveBoundary(scheme, yearsToExpiry, gain, loss, volatility)
  const logSpot = isCall ? Math.log(strike / spot) : Math.log(spot / strike)
  if (logSpot <= boundary.logBoundary) return intrinsic
  return Math.max(intrinsic, european + base * earlyExercisePremium(boundary, logSpot))
}

/** max over t of ±(S·e^(−qt) − K·e^(−rt)): now, at expiry, or where its slope is zero between them. */
function withoutVolatility(
  isCall: boolean,
  spot: number,
  strike: number,
  yearsToExpiry: number,
  rate: number,
  dividendYield: number,
): number {
  const turn = Math.log((dividendYield * spot) / (rate * strike)) / (dividendYield - rate)
  const between = turn > 0 && turn < yearsToExpiry ? turn : 0
  const worth = (years: number) =>
    (isCall ? 1 : -1) * (spot * Math.exp(-dividendYield * years) - strike * Math.exp(-rate * years))
  return Math.max(worth(0), worth(yearsToExpiry), worth(between), 0)
}
