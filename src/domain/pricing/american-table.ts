/**
 * Early-exercise premiums of all strikes of one expiration and right: at strike 1 they depend on spot and volatility alone.
 * Their logarithm is solved on Chebyshev points of ln σ (5 to 300 %) and of y = ln(S/B)/(σ√T) (0 to 7). Error: 1e-6 K.
 */
import { boundaryLimit, type ExerciseBoundary, earlyExercisePremium, solveBoundary } from './american-boundary.ts'
import { gridMaker, toGrid, toRows } from './american-grid.ts'
import { blackPrice } from './black.ts'
import { at } from './column.ts'
import { exerciseScheme } from './exercise-scheme.ts'

const SCHEME = exerciseScheme(10, 17, 8, 35)
/** Of the slope by rate every second point of both is enough. */
const FINE = gridMaker(28, 22)
const COARSE = gridMaker(FINE.volatilityDegree / 2, FINE.yDegree / 2)
const RATE_STEP = 1e-4
const SMALLEST_PREMIUM = 1e-280
/** Of the strike: below this the whole premium, at most rate × time, counts as none. */
const SMALLEST_CARRY = 1e-8

export interface ExerciseTable {
  readonly isCall: boolean
  readonly yearsToExpiry: number
  readonly rate: number
  readonly dividendYield: number
  /** ln X: limit of the boundary at expiry, of spot over strike for a put, of strike over spot for a call. */
  readonly logLimit: number
  /** (ln X − ln B)/(σ√T) per row of the grid. */
  readonly gaps: Float64Array
  /** Logarithm of the premium per unit of strike (put) or spot (call). */
  readonly premiums: Float64Array
  /** Its derivative by the rate; null when it was not asked for. */
  readonly rateSlopes: Float64Array | null
}

/**
 * Table at a continuous rate and yield; some milliseconds of work, a third of it for rho. Null where early exercise is
 * worth nothing (a put at rate ≤ 0, a call at yield ≤ 0, no time left) and the European value stands.
 */
export function exerciseTable(
  isCall: boolean,
  yearsToExpiry: number,
  rate: number,
  dividendYield: number,
  withRho = true,
): ExerciseTable | null {
  const gain = isCall ? dividendYield : rate
  const loss = isCall ? rate : dividendYield
  if (!(yearsToExpiry > 0 && gain * yearsToExpiry > SMALLEST_CARRY && Number.isFinite(yearsToExpiry + gain + loss))) {
    return null
  }
  const logLimit = boundaryLimit(gain, loss)
  const columns = FINE.yDegree + 1
  const gaps = new Float64Array(FINE.volatilityDegree + 1)
  const logPremiums = new Float64Array(gaps.length * columns)
  const slopes = new Float64Array((COARSE.volatilityDegree + 1) * (COARSE.yDegree + 1))
  for (let i = 0; i < gaps.length; i++) {
    const boundary = solveBoundary(SCHEME, yearsToExpiry, gain, loss, at(FINE.volatilities, i))
    gaps[i] = (logLimit - boundary.logBoundary) / deviation(boundary)
    writePremiums(boundary, logPremiums, i * columns)
    if (withRho && i % 2 === 0) writeRateSlopes(isCall, boundary, logPremiums, i, slopes)
  }
  return {
    isCall,
    yearsToExpiry,
    rate,
    dividendYield,
    logLimit,
    gaps: toRows(FINE, gaps),
    premiums: toGrid(FINE, logPremiums),
    rateSlopes: withRho ? toGrid(COARSE, slopes) : null,
  }
}

function deviation(boundary: ExerciseBoundary): number {
  return boundary.volatility * Math.sqrt(boundary.yearsToExpiry)
}

function writePremiums(boundary: ExerciseBoundary, logPremiums: Float64Array, start: number): void {
  for (let j = 0; j <= FINE.yDegree; j++) {
    const logSpot = boundary.logBoundary + at(FINE.ys, j) * deviation(boundary)
    logPremiums[start + j] = Math.log(Math.max(earlyExercisePremium(boundary, logSpot), SMALLEST_PREMIUM))
  }
}

/** Difference quotient of the logarithms at the coarse points of one volatility, i counted in fine points. */
function writeRateSlopes(
  isCall: boolean,
  boundary: ExerciseBoundary,
  logPremiums: Float64Array,
  i: number,
  slopes: Float64Array,
): void {
  const gain = boundary.rate + (isCall ? 0 : RATE_STEP)
  const loss = boundary.dividendYield + (isCall ? RATE_STEP : 0)
  const bumped = solveBoundary(SCHEME, boundary.yearsToExpiry, gain, loss, boundary.volatility)
  for (let j = 0; j <= COARSE.yDegree; j++) {
    const logSpot = boundary.logBoundary + at(COARSE.ys, j) * deviation(boundary)
    const premium =
      logSpot > bumped.logBoundary ? earlyExercisePremium(bumped, logSpot) : exercisedPremium(bumped, logSpot)
    const before = at(logPremiums, i * (FINE.yDegree + 1) + 2 * j)
    slopes[(i / 2) * (COARSE.yDegree + 1) + j] = (Math.log(Math.max(premium, SMALLEST_PREMIUM)) - before) / RATE_STEP
  }
}

/** What exercise at once is worth above the European put at strike 1. */
export function exercisedPremium(boundary: ExerciseBoundary, logSpot: number): number {
  const { yearsToExpiry, rate, dividendYield } = boundary
  const forward = Math.exp(logSpot + (rate - dividendYield) * yearsToExpiry)
  const european = blackPrice(false, forward, 1, yearsToExpiry, boundary.volatility, Math.exp(-rate * yearsToExpiry))
  return 1 - Math.exp(logSpot) - european
}
