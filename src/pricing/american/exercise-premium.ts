/**
 * The early-exercise premium at any volatility. Outside the table's range (5 to 300 %) it is solved directly, with finite
 * differences for the derivatives: some hundred microseconds, accurate to about 1e-5 of the strike.
 */
import { type ExerciseBoundary, solveBoundary } from './exercise-boundary.ts'
import { FAST_SCHEME } from './exercise-scheme.ts'
import { type BoundaryTable, type ExerciseTable, premiumAt } from './exercise-table.ts'
import { readGrid } from './grid-reading.ts'
import { type GridTable, strikeTable } from './grid-table.ts'
import {
  BY_M,
  BY_M_M,
  BY_M_M_M,
  BY_M_SIGMA,
  BY_RATE,
  BY_SIGMA,
  BY_SIGMA_SIGMA,
  EXERCISED,
  HELD,
  OFF_TABLE,
  PREMIUM,
  reading,
  readPremium,
} from './premium-reading.ts'

/** Lower volatilities are treated as this one. */
const MIN_SOLVED_VOLATILITY = 1e-3
/** Steps of the differences: of m in standard deviations, of σ relative, of the rate absolute. */
const M_STEP = 0.05
const SIGMA_STEP = 1e-2
const RATE_STEP = 1e-4

/**
 * Fills `reading` at m = ln(S/K) of a put, ln(K/S) of a call, and returns its state as `readPremium` does. With cash
 * dividends S is the spot less their present value, and the strike, in USD, says what share of it they are. A grid gives the
 * derivative by the rate only `withRho`, because that takes twice the time.
 */
export function exercisePremium(
  table: ExerciseTable,
  m: number,
  volatility: number,
  strike: number,
  withRho = false,
): number {
  if (table.kind === 'grid') return gridPremium(table, m, volatility, strike, withRho)
  const state = readPremium(table, m, volatility)
  return state === OFF_TABLE ? solvePremium(table, m, volatility) : state
}

/** Outside the table's range from a table for this strike and volatilities nearby: tenths of a millisecond. */
function gridPremium(table: GridTable, m: number, volatility: number, strike: number, withRho: boolean): number {
  const sigma = Math.max(volatility, MIN_SOLVED_VOLATILITY)
  const state = readGrid(table, m, sigma, strike, withRho)
  if (state !== OFF_TABLE) return state
  if (last?.of === table && last.strike === strike) {
    const known = readGrid(last.table, m, sigma, strike, withRho)
    if (known !== OFF_TABLE) return known
  }
  last = { of: table, strike, table: strikeTable(table, sigma, strike) }
  return readGrid(last.table, m, sigma, strike, withRho)
}

/** The last table of a strike: the search of a volatility reads it again and again. */
let last: { readonly of: GridTable; readonly strike: number; readonly table: GridTable } | null = null

function solvePremium(table: BoundaryTable, m: number, volatility: number): number {
  const sigma = Math.max(volatility, MIN_SOLVED_VOLATILITY)
  const centre = boundaryAt(table, sigma, 0)
  if (m <= centre.logBoundary) return EXERCISED
  const h = M_STEP * sigma * Math.sqrt(table.yearsToExpiry)
  const k = SIGMA_STEP * sigma
  const above = boundaryAt(table, sigma + k, 0)
  const below = boundaryAt(table, sigma - k, 0)
  const here = premiumAt(centre, m)
  const [up, down] = [premiumAt(centre, m + h), premiumAt(centre, m - h)]
  const [farUp, farDown] = [premiumAt(centre, m + 2 * h), premiumAt(centre, m - 2 * h)]
  const [wider, narrower] = [premiumAt(above, m), premiumAt(below, m)]
  const cross = premiumAt(above, m + h) - premiumAt(above, m - h) - premiumAt(below, m + h) + premiumAt(below, m - h)
  reading[PREMIUM] = here
  reading[BY_M] = (up - down) / (2 * h)
  reading[BY_M_M] = (up - 2 * here + down) / (h * h)
  reading[BY_M_M_M] = (farUp - 2 * up + 2 * down - farDown) / (2 * h * h * h)
  reading[BY_SIGMA] = (wider - narrower) / (2 * k)
  reading[BY_M_SIGMA] = cross / (4 * h * k)
  reading[BY_SIGMA_SIGMA] = (wider - 2 * here + narrower) / (k * k)
  reading[BY_RATE] = (premiumAt(boundaryAt(table, sigma, RATE_STEP), m) - here) / RATE_STEP
  return HELD
}

function boundaryAt(table: BoundaryTable, sigma: number, rateStep: number): ExerciseBoundary {
  const rate = table.rate + rateStep
  return table.isCall
    ? solveBoundary(FAST_SCHEME, table.yearsToExpiry, table.dividendYield, rate, sigma)
    : solveBoundary(FAST_SCHEME, table.yearsToExpiry, rate, table.dividendYield, sigma)
}
