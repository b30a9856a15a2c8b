/**
 * Passes over columns of American contracts with one exercise table per expiration and right: implied volatility, then
 * price and greeks. A null table means that early exercise has no value: the contract is priced as European.
 */

import { at } from '../column.ts'
import { type ContractRows, type ExpirationTerms, type GreekColumns, invertVolatilities } from '../contract-columns.ts'
import { logMoneyness, PER_CALENDAR_DAY, PER_RATE_POINT, PER_VOLATILITY_POINT } from '../european/black.ts'
import { evaluateGreeks } from '../european/greek-columns.ts'
import {
  IV_ABOVE_MAX,
  IV_AT_INTRINSIC,
  IV_BELOW_INTRINSIC,
  IV_EXPIRED,
  IV_INVALID_INPUT,
  IV_OK,
} from '../european/implied-volatility.ts'
import { MAX_SEARCH_VOLATILITY, solveAmericanVolatility } from './american-volatility.ts'
import { exercisePremium } from './exercise-premium.ts'
import type { ExerciseTable } from './exercise-table.ts'
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
} from './premium-reading.ts'

/** One table or null per expiration of the terms. */
export interface ExerciseTables {
  readonly calls: readonly (ExerciseTable | null)[]
  readonly puts: readonly (ExerciseTable | null)[]
}

function tableOf(tables: ExerciseTables, rows: ContractRows, i: number): ExerciseTable | null {
  const e = rows.expirationIndex[i] ?? 0
  return (rows.isCall[i] === 1 ? tables.calls[e] : tables.puts[e]) ?? null
}

/**
 * Inverts each row's price (USD per share) into `volatility`, and writes the index into `IV_STATUSES` to `status`. A price
 * equal to the immediate exercise value is `at_intrinsic`, a lower one `below_intrinsic`; a call at or above the spot and
 * a put at or above the strike are `above_max`.
 */
export function invertAmericanVolatilities(
  terms: ExpirationTerms,
  tables: ExerciseTables,
  rows: ContractRows,
  price: Float64Array,
  volatility: Float64Array,
  status: Uint8Array,
): void {
  invertVolatilities(terms, rows, price, volatility, status)
  for (let i = 0; i < rows.count; i++) {
    const table = tableOf(tables, rows, i)
    if (table !== null && terms.spot > 0) invertRow(terms, table, rows, i, price, volatility, status)
  }
}

/** Replaces the European volatility and status of a row by the American ones. */
function invertRow(
  terms: ExpirationTerms,
  table: ExerciseTable,
  rows: ContractRows,
  i: number,
  price: Float64Array,
  volatility: Float64Array,
  status: Uint8Array,
): void {
  const code = americanStatus(terms, rows, i, at(price, i), status[i] ?? IV_INVALID_INPUT)
  const european = at(volatility, i)
  const sigma = code === IV_OK ? solveAmericanVolatility(terms, table, rows, i, at(price, i), european) : Number.NaN
  const beyond = sigma > 0.999 * MAX_SEARCH_VOLATILITY
  volatility[i] = beyond ? Number.NaN : sigma
  status[i] = code === IV_OK && Number.isNaN(sigma) ? IV_AT_INTRINSIC : beyond ? IV_ABOVE_MAX : code
}

/** Relative difference from intrinsic value that counts as rounding. */
const ROUNDING = 4 * 2 ** -52

/** The European status, corrected for the American price bounds. */
function americanStatus(
  terms: ExpirationTerms,
  rows: ContractRows,
  i: number,
  price: number,
  european: number,
): number {
  if (european === IV_EXPIRED || european === IV_INVALID_INPUT) return european
  const strike = at(rows.strike, i)
  const isCall = rows.isCall[i] === 1
  if (price >= highestPrice(terms, rows, i)) return IV_ABOVE_MAX
  const spot = exerciseSpot(terms)
  const intrinsic = Math.max(isCall ? spot - strike : strike - spot, 0)
  const tolerance = intrinsic > 0 ? ROUNDING * Math.max(spot, strike) : 0
  if (european === IV_BELOW_INTRINSIC || price - intrinsic < -tolerance) return IV_BELOW_INTRINSIC
  return european === IV_AT_INTRINSIC || price - intrinsic <= tolerance ? IV_AT_INTRINSIC : IV_OK
}

/** The spot with the dividends to come. */
function exerciseSpot({ spot, dividendValue = 0 }: ExpirationTerms): number {
  return spot + dividendValue
}

/** Spot of a call and strike of a put, or their forward value where holding earns a negative rate or yield. */
function highestPrice(terms: ExpirationTerms, rows: ContractRows, i: number): number {
  const e = rows.expirationIndex[i] ?? 0
  if (rows.isCall[i] === 1) return exerciseSpot(terms) * Math.max(1, at(terms.dividendFactor, e))
  return at(rows.strike, i) * Math.max(1, at(terms.discountFactor, e))
}

/**
 * Price and greeks of every row at its volatility: `evaluateGreeks` plus the early-exercise premium. A contract in the
 * exercise region has its intrinsic value, delta ±1 and zero for all other greeks. If the table has no rate slopes, rho is
 * the European rho.
 */
export function evaluateAmericanGreeks(
  terms: ExpirationTerms,
  tables: ExerciseTables,
  rows: ContractRows,
  volatility: Float64Array,
  out: GreekColumns,
): void {
  evaluateGreeks(terms, rows, volatility, out)
  for (let i = 0; i < rows.count; i++) {
    const table = tableOf(tables, rows, i)
    if (table !== null && !Number.isNaN(at(out.price, i))) correctRow(terms, table, rows, i, at(volatility, i), out)
  }
}

/** Replaces the European values of a row by the American ones. */
function correctRow(
  terms: ExpirationTerms,
  table: ExerciseTable,
  rows: ContractRows,
  i: number,
  sigma: number,
  out: GreekColumns,
): void {
  const strike = at(rows.strike, i)
  const m = logMoneyness(terms.spot, strike) * (table.isCall ? -1 : 1)
  const state = exercisePremium(table, m, sigma, strike, true)
  if (state === EXERCISED) writeExercised(exerciseSpot(terms), table.isCall, strike, i, out)
  else if (state === HELD) addPremium(terms, table, rows.expirationIndex[i] ?? 0, strike, sigma, i, out)
  if (table.kind === 'grid') {
    // Close to the boundary the interpolation of a grid can fall below exercise, and its slope exceed it.
    const spot = exerciseSpot(terms)
    out.price[i] = Math.max(at(out.price, i), table.isCall ? spot - strike : strike - spot)
    const limit = deltaLimit(terms, rows.expirationIndex[i] ?? 0)
    out.delta[i] = Math.min(Math.max(at(out.delta, i), table.isCall ? 0 : -limit), table.isCall ? limit : 0)
  }
}

/** The largest size of a delta: that of a share, or of a forward where holding the share costs money. */
function deltaLimit({ forward, discountFactor, spot }: ExpirationTerms, expiration: number): number {
  return Math.max(1, (at(discountFactor, expiration) * at(forward, expiration)) / spot)
}

function writeExercised(spot: number, isCall: boolean, strike: number, i: number, out: GreekColumns): void {
  out.price[i] = isCall ? spot - strike : strike - spot
  out.delta[i] = isCall ? 1 : -1
  out.gamma[i] = 0
  out.vega[i] = 0
  out.theta[i] = 0
  out.rho[i] = 0
  out.vanna[i] = 0
  out.charm[i] = 0
  out.volga[i] = 0
}

/** Adds the premium K·E(ln(S/K)) of a put or S·E(ln(K/S)) of a call; its decay follows from the pricing equation. */
function addPremium(
  terms: ExpirationTerms,
  table: ExerciseTable,
  e: number,
  strike: number,
  sigma: number,
  i: number,
  out: GreekColumns,
): void {
  const spot = terms.spot
  const rate = at(terms.rate, e)
  const dividendYield = at(terms.dividendYield, e)
  const base = table.isCall ? spot : strike
  const value = base * at(reading, PREMIUM)
  const byM = base * at(reading, BY_M)
  const byMM = base * at(reading, BY_M_M)
  const byMMM = base * at(reading, BY_M_M_M)
  const bySigma = base * at(reading, BY_SIGMA)
  const byMSigma = base * at(reading, BY_M_SIGMA)
  const slope = table.isCall ? value - byM : byM
  const bend = byMM - byM
  const twist = table.isCall ? byM - byMMM : byMMM - 3 * byMM + 2 * byM
  const variance = sigma * sigma
  const carry = rate - dividendYield
  out.price[i] = at(out.price, i) + value
  out.delta[i] = at(out.delta, i) + slope / spot
  out.gamma[i] = at(out.gamma, i) + bend / (spot * spot)
  out.vega[i] = at(out.vega, i) + bySigma * PER_VOLATILITY_POINT
  out.theta[i] = at(out.theta, i) + (rate * value - carry * slope - 0.5 * variance * bend) * PER_CALENDAR_DAY
  const byRate = at(reading, BY_RATE)
  if (!Number.isNaN(byRate)) out.rho[i] = at(out.rho, i) + base * byRate * PER_RATE_POINT
  out.vanna[i] = at(out.vanna, i) + ((table.isCall ? bySigma - byMSigma : byMSigma) / spot) * PER_VOLATILITY_POINT
  const drift = dividendYield * slope - (carry + variance) * bend - 0.5 * variance * twist
  out.charm[i] = at(out.charm, i) + (drift / spot) * PER_CALENDAR_DAY
  out.volga[i] = at(out.volga, i) + base * at(reading, BY_SIGMA_SIGMA) * PER_VOLATILITY_POINT
}
