/**
 * The premium at a volatility that a table does not hold (below 5 or above 300 %), from boundaries solved for it and their
 * differences: some hundred microseconds, exact to about 1e-5 of the strike.
 */
import { type ExerciseBoundary, earlyExercisePremium, solveBoundary } from './american-boundary.ts'
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
  PREMIUM,
  reading,
} from './american-reading.ts'
import { type ExerciseTable, exercisedPremium } from './american-table.ts'
import { FAST_SCHEME } from './exercise-scheme.ts'

/** Below this volatility every option counts as one of this volatility. */
const LOWEST = 1e-3
/** Steps of the differences: of m in standard deviations, of σ relative, of the rate absolute. */
const M_STEP = 0.05
const SIGMA_STEP = 1e-2
const RATE_STEP = 1e-4

/** Fills `reading` like `readPremium`. */
export function readOffTable(table: ExerciseTable, m: number, volatility: number): number {
  const sigma = Math.max(volatility, LOWEST)
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

function boundaryAt(table: ExerciseTable, sigma: number, rateStep: number): ExerciseBoundary {
  const rate = table.rate + rateStep
  return table.isCall
    ? solveBoundary(FAST_SCHEME, table.yearsToExpiry, table.dividendYield, rate, sigma)
    : solveBoundary(FAST_SCHEME, table.yearsToExpiry, rate, table.dividendYield, sigma)
}

function premiumAt(boundary: ExerciseBoundary, m: number): number {
  return m > boundary.logBoundary ? earlyExercisePremium(boundary, m) : exercisedPremium(boundary, m)
}
