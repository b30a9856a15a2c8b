/**
 * Implied volatility of one American contract: European value plus premium equals price. Newton's method inside a
 * shrinking bracket starts at the European volatility, an upper bound because the premium is not negative.
 */

import { at } from '../column.ts'
import type { ContractRows, ExpirationTerms } from '../contract-columns.ts'
import { logMoneyness, rootOfProduct } from '../european/black.ts'
import { INVERSE_SQRT_TWO_PI, millsDifference } from '../european/mills.ts'
import { MAX_VOLATILITY } from './exercise-grid.ts'
import { exercisePremium } from './exercise-premium.ts'
import type { ExerciseTable } from './exercise-table.ts'
import { BY_SIGMA, EXERCISED, PREMIUM, reading } from './premium-reading.ts'

const MAX_STEPS = 60
/** Relative step below which the next step would not change a digit. */
const CONVERGED = 1e-9
/** Bounds of the search: below is practically the exercise region, and no real quote implies more than the maximum. */
const LOWEST = 1e-3
export const MAX_SEARCH_VOLATILITY = 50

/**
 * Volatility of row i at its price. `european` is the European implied volatility, NaN where the price is outside the
 * European bounds. NaN below 0.1 %; close to `MAX_SEARCH_VOLATILITY` where no volatility reaches the price.
 */
export function solveAmericanVolatility(
  terms: ExpirationTerms,
  table: ExerciseTable,
  rows: ContractRows,
  i: number,
  price: number,
  european: number,
): number {
  const e = rows.expirationIndex[i] ?? 0
  const forward = at(terms.forward, e)
  const strike = at(rows.strike, i)
  const discountFactor = at(terms.discountFactor, e)
  const rootYears = at(terms.rootYears, e)
  const base = table.isCall ? terms.spot : strike
  const m = logMoneyness(terms.spot, strike) * (table.isCall ? -1 : 1)
  const a = Math.abs(logMoneyness(forward, strike))
  const scale = discountFactor * rootOfProduct(forward, strike)
  const target = price - discountFactor * Math.max(table.isCall ? forward - strike : strike - forward, 0)
  return search(table, strike, m, a, base, scale, rootYears, target, european)
}

/** Root of `missAt` below the European volatility. */
function search(
  table: ExerciseTable,
  strike: number,
  m: number,
  a: number,
  base: number,
  scale: number,
  rootYears: number,
  target: number,
  european: number,
): number {
  let low = 0
  let high = european > 0 ? european : MAX_SEARCH_VOLATILITY
  let sigma = european > 0 ? Math.min(european, MAX_VOLATILITY) : MAX_VOLATILITY
  for (let step = 0; step < MAX_STEPS; step++) {
    const miss = missAt(table, strike, m, a, base, scale, rootYears, target, sigma)
    if (miss < 0) low = sigma
    else high = sigma
    const newton = sigma - miss / at(slope, 0)
    if (Math.abs(newton - sigma) <= CONVERGED * sigma) return newton
    sigma = newton > low && newton < high ? newton : 0.5 * (low + high)
    if (high < LOWEST || high - low <= CONVERGED * high) break
  }
  return high < LOWEST ? Number.NaN : sigma
}

/** Derivative by volatility of the last result of `missAt`. */
const slope = new Float64Array(1)

/** Model value − target at a volatility; −∞ in the exercise region. */
function missAt(
  table: ExerciseTable,
  strike: number,
  m: number,
  a: number,
  base: number,
  scale: number,
  rootYears: number,
  target: number,
  sigma: number,
): number {
  if (exercisePremium(table, m, sigma, strike) === EXERCISED) return Number.NEGATIVE_INFINITY
  const h = a / (sigma * rootYears)
  const t = 0.5 * sigma * rootYears
  const density = scale * INVERSE_SQRT_TWO_PI * Math.exp(-0.5 * (h * h + t * t))
  slope[0] = density * rootYears + base * at(reading, BY_SIGMA)
  return density * millsDifference(h, t) + base * at(reading, PREMIUM) - target
}
