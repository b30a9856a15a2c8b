/**
 * Implied volatility of one American contract: European value plus premium equals price, by Newton's method from the
 * European volatility, which is an upper bound because the premium is not negative; kept inside a shrinking bracket.
 */
import { HIGHEST_VOLATILITY } from './american-grid.ts'
import { readOffTable } from './american-off-table.ts'
import { BY_SIGMA, EXERCISED, OFF_TABLE, PREMIUM, reading, readPremium } from './american-reading.ts'
import type { ExerciseTable } from './american-table.ts'
import { logMoneyness, rootOfProduct } from './black.ts'
import { at } from './column.ts'
import type { ContractRows, ExpirationTerms } from './contract-columns.ts'
import { INVERSE_SQRT_TWO_PI, millsDifference } from './mills.ts'

const STEP_LIMIT = 60
/** Relative step after which the next would not change a digit. */
const CONVERGED = 1e-9
/** Where the search ends: below is the exercise region in all but name, and no quote means more than the highest. */
const LOWEST = 1e-3
export const HIGHEST_SOUGHT = 50

/**
 * Volatility of row i at its price, `european` the European one or NaN where the price is beyond European bounds. NaN where
 * it would be below 0.1 %, and close to `HIGHEST_SOUGHT` where no volatility suffices.
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
  return search(table, m, a, base, scale, rootYears, target, european)
}

/** Root of `missAt` below the European volatility. */
function search(
  table: ExerciseTable,
  m: number,
  a: number,
  base: number,
  scale: number,
  rootYears: number,
  target: number,
  european: number,
): number {
  let low = 0
  let high = european > 0 ? european : HIGHEST_SOUGHT
  let sigma = european > 0 ? Math.min(european, HIGHEST_VOLATILITY) : HIGHEST_VOLATILITY
  for (let step = 0; step < STEP_LIMIT; step++) {
    const miss = missAt(table, m, a, base, scale, rootYears, target, sigma)
    if (miss < 0) low = sigma
    else high = sigma
    const newton = sigma - miss / at(slope, 0)
    if (Math.abs(newton - sigma) <= CONVERGED * sigma) return newton
    sigma = newton > low && newton < high ? newton : 0.5 * (low + high)
    if (high < LOWEST || high - low <= CONVERGED * high) break
  }
  return high < LOWEST ? Number.NaN : sigma
}

/** Slope of what `missAt` answered last. */
const slope = new Float64Array(1)

/** Model value above the target at a volatility; −∞ where the contract would be exercised at once. */
function missAt(
  table: ExerciseTable,
  m: number,
  a: number,
  base: number,
  scale: number,
  rootYears: number,
  target: number,
  sigma: number,
): number {
  const found = readPremium(table, m, sigma)
  const state = found === OFF_TABLE ? readOffTable(table, m, sigma) : found
  if (state === EXERCISED) return Number.NEGATIVE_INFINITY
  const h = a / (sigma * rootYears)
  const t = 0.5 * sigma * rootYears
  const density = scale * INVERSE_SQRT_TWO_PI * Math.exp(-0.5 * (h * h + t * t))
  slope[0] = density * rootYears + base * at(reading, BY_SIGMA)
  return density * millsDifference(h, t) + base * at(reading, PREMIUM) - target
}
