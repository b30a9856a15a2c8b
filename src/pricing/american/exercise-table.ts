/**
 * Early-exercise premiums of all strikes of one expiration and right: at strike 1 they depend only on spot and volatility.
 * Their logarithm is solved on Chebyshev points of ln σ (5 to 300 %) and of y = ln(S/B)/(σ√T) (0 to 7). Error: 1e-6 K.
 */

import { at } from '../column.ts'
import { blackPrice } from '../european/black.ts'
import {
  boundaryLimit,
  type ExerciseBoundary,
  earlyExercisePremium,
  hasTwoBoundaries,
  solveBoundary,
} from './exercise-boundary.ts'
import { type GridTransform, gridTransform, MAX_VOLATILITY, MIN_VOLATILITY, toGrid, toRows } from './exercise-grid.ts'
import { type ExerciseScheme, exerciseScheme } from './exercise-scheme.ts'
import { type GridTable, gridTable } from './grid-table.ts'

const SCHEME = exerciseScheme(10, 17, 8, 35)
/** The rate slope needs only every second point of both axes. */
const FINE = gridTransform(28, 22)
const COARSE = gridTransform(FINE.volatilityDegree / 2, FINE.yDegree / 2)
/** Of a quick table: the orders at which its error stays below 5e-6 K. */
const QUICK_SCHEME = exerciseScheme(7, 11, 6, 17)
const QUICK = gridTransform(16, 14)
const TABLE_VOLATILITIES = { low: MIN_VOLATILITY, high: MAX_VOLATILITY }
/** Without dividends the premium per unit of strike is the same for every strike. */
const ANY_STRIKE = { low: 1, high: 1 }
const RATE_STEP = 1e-4
const SMALLEST_PREMIUM = 1e-280
/** Share of the strike: the premium is at most rate × time; below this it is treated as zero. */
const SMALLEST_CARRY = 1e-8

/** From the exercise boundary, or from finite differences where that has no single boundary. */
export type ExerciseTable = BoundaryTable | GridTable

export interface BoundaryTable {
  readonly kind: 'boundary'
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
  /** Its derivative by the rate, in single precision; null if the table was made without rho. */
  readonly rateSlopes: Float32Array | null
}

/**
 * Solves a table at a continuous rate and yield: some milliseconds, a third of it for rho. Null where early exercise has
 * no value and the European price applies: no time left, or a gain ≤ 0 (rate of a put, yield of a call) that is not above
 * the loss.
 */
export function exerciseTable(
  isCall: boolean,
  yearsToExpiry: number,
  rate: number,
  dividendYield: number,
  withRho = true,
): ExerciseTable | null {
  const terms = { isCall, yearsToExpiry, rate, dividendYield }
  if (!isWorthSolving(terms)) return null
  if (hasTwoBoundaries(isCall, rate, dividendYield)) return twoBoundaryTable(terms)
  const slopes = withRho ? new Float64Array((COARSE.volatilityDegree + 1) * (COARSE.yDegree + 1)) : null
  return solvedTable(terms, SCHEME, FINE, slopes)
}

/** The same without rho in a third of the time, with an error of 5e-6 K: for the trades of a tape, not for quotes. */
export function quickExerciseTable(
  isCall: boolean,
  yearsToExpiry: number,
  rate: number,
  dividendYield: number,
): ExerciseTable | null {
  const terms = { isCall, yearsToExpiry, rate, dividendYield }
  if (!isWorthSolving(terms)) return null
  return hasTwoBoundaries(isCall, rate, dividendYield)
    ? twoBoundaryTable(terms)
    : solvedTable(terms, QUICK_SCHEME, QUICK, null)
}

/** From finite differences, with an error of 6e-5 of the larger of spot and strike. */
function twoBoundaryTable(terms: TableTerms): GridTable {
  return gridTable({ ...terms, dividends: [] }, { volatility: TABLE_VOLATILITIES, strike: ANY_STRIKE })
}

type TableTerms = Pick<BoundaryTable, 'isCall' | 'yearsToExpiry' | 'rate' | 'dividendYield'>

function isWorthSolving(terms: TableTerms): boolean {
  const { gain, loss } = gainAndLoss(terms)
  const { isCall, yearsToExpiry, rate, dividendYield } = terms
  // Between two boundaries exercise earns at most the difference.
  const most = hasTwoBoundaries(isCall, rate, dividendYield) ? gain - loss : gain
  return yearsToExpiry > 0 && most * yearsToExpiry > SMALLEST_CARRY && Number.isFinite(yearsToExpiry + gain + loss)
}

/** Rates of what exercise earns and gives up. */
function gainAndLoss({ isCall, rate, dividendYield }: TableTerms): { readonly gain: number; readonly loss: number } {
  return isCall ? { gain: dividendYield, loss: rate } : { gain: rate, loss: dividendYield }
}

/** `slopes` are at the coarse points; null without rho. */
function solvedTable(
  terms: TableTerms,
  scheme: ExerciseScheme,
  grid: GridTransform,
  slopes: Float64Array | null,
): BoundaryTable {
  const { isCall, yearsToExpiry } = terms
  const { gain, loss } = gainAndLoss(terms)
  const logLimit = boundaryLimit(gain, loss)
  const columns = grid.yDegree + 1
  const gaps = new Float64Array(grid.volatilityDegree + 1)
  const logPremiums = new Float64Array(gaps.length * columns)
  for (let i = 0; i < gaps.length; i++) {
    const boundary = solveBoundary(scheme, yearsToExpiry, gain, loss, at(grid.volatilities, i))
    gaps[i] = (logLimit - boundary.logBoundary) / deviation(boundary)
    writePremiums(boundary, grid, logPremiums, i * columns)
    if (slopes && i % 2 === 0) writeRateSlopes(isCall, boundary, logPremiums, i, slopes)
  }
  return {
    kind: 'boundary',
    ...terms,
    logLimit,
    gaps: toRows(grid, gaps),
    premiums: toGrid(grid, logPremiums),
    rateSlopes: slopes && Float32Array.from(toGrid(COARSE, slopes)),
  }
}

function deviation(boundary: ExerciseBoundary): number {
  return boundary.volatility * Math.sqrt(boundary.yearsToExpiry)
}

function writePremiums(
  boundary: ExerciseBoundary,
  { yDegree, ys }: GridTransform,
  logPremiums: Float64Array,
  start: number,
): void {
  for (let j = 0; j <= yDegree; j++) {
    const logSpot = boundary.logBoundary + at(ys, j) * deviation(boundary)
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
    const premium = Math.max(premiumAt(bumped, logSpot), SMALLEST_PREMIUM)
    const before = at(logPremiums, i * (FINE.yDegree + 1) + 2 * j)
    slopes[(i / 2) * (COARSE.yDegree + 1) + j] = (Math.log(premium) - before) / RATE_STEP
  }
}

/** Early-exercise premium at strike 1 on both sides of the boundary. */
export function premiumAt(boundary: ExerciseBoundary, logSpot: number): number {
  return logSpot > boundary.logBoundary ? earlyExercisePremium(boundary, logSpot) : exercisedPremium(boundary, logSpot)
}

/** Immediate exercise value − European put at strike 1. */
function exercisedPremium(boundary: ExerciseBoundary, logSpot: number): number {
  const { yearsToExpiry, rate, dividendYield } = boundary
  const forward = Math.exp(logSpot + (rate - dividendYield) * yearsToExpiry)
  const european = blackPrice(false, forward, 1, yearsToExpiry, boundary.volatility, Math.exp(-rate * yearsToExpiry))
  return 1 - Math.exp(logSpot) - european
}
