/**
 * Passes over columns of American contracts with one exercise table per expiration and right: implied volatility, then
 * price and greeks. Where a table is null exercise before expiry is worth nothing and the contract counts as European.
 */

import { readOffTable } from './american-off-table.ts'
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
} from './american-reading.ts'
import { type ExerciseTable, exerciseTable } from './american-table.ts'
import { HIGHEST_SOUGHT, solveAmericanVolatility } from './american-volatility.ts'
import { logMoneyness, PER_CALENDAR_DAY, PER_RATE_POINT, PER_VOLATILITY_POINT } from './black.ts'
import { at } from './column.ts'
import {
  type ContractRows,
  type ExpirationTerms,
  evaluateGreeks,
  type GreekColumns,
  invertVolatilities,
} from './contract-columns.ts'
import {
  IV_ABOVE_MAX,
  IV_AT_INTRINSIC,
  IV_BELOW_INTRINSIC,
  IV_EXPIRED,
  IV_INVALID_INPUT,
  IV_OK,
} from './implied-volatility.ts'

/** One table or null per expiration of the terms. */
export interface ExerciseTables {
  readonly calls: readonly (ExerciseTable | null)[]
  readonly puts: readonly (ExerciseTable | null)[]
}

/** Tables for all expirations: a few milliseconds each. Keep them until rate or yield moves by 1 bp or time by 0.5 %. */
export function exerciseTables(terms: ExpirationTerms, withRho = true): ExerciseTables {
  const tables = (isCall: boolean) =>
    Array.from({ length: terms.count }, (_, e) =>
      exerciseTable(isCall, at(terms.yearsToExpiry, e), at(terms.rate, e), at(terms.dividendYield, e), withRho),
    )
  return { calls: tables(true), puts: tables(false) }
}

function tableOf(tables: ExerciseTables, rows: ContractRows, i: number): ExerciseTable | null {
  const e = rows.expirationIndex[i] ?? 0
  return (rows.isCall[i] === 1 ? tables.calls[e] : tables.puts[e]) ?? null
}

/**
 * Inverts each row's price (USD per share) into `volatility`, and writes the index into `IV_STATUSES` to `status`. A price
 * at what exercise at once pays is `at_intrinsic`, below it `below_intrinsic`; a call at the spot or a put at the strike is
 * `above_max`.
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

/** From the European volatility and status of a row to the American ones. */
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
  const beyond = sigma > 0.999 * HIGHEST_SOUGHT
  volatility[i] = beyond ? Number.NaN : sigma
  status[i] = code === IV_OK && Number.isNaN(sigma) ? IV_AT_INTRINSIC : beyond ? IV_ABOVE_MAX : code
}

/** Relative difference from intrinsic value that counts as rounding. */
const ROUNDING = 4 * 2 ** -52

/** The European verdict, moved to the American bounds. */
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
  if (price >= (isCall ? terms.spot : strike)) return IV_ABOVE_MAX
  const intrinsic = Math.max(isCall ? terms.spot - strike : strike - terms.spot, 0)
  const tolerance = intrinsic > 0 ? ROUNDING * Math.max(terms.spot, strike) : 0
  if (european === IV_BELOW_INTRINSIC || price - intrinsic < -tolerance) return IV_BELOW_INTRINSIC
  return european === IV_AT_INTRINSIC || price - intrinsic <= tolerance ? IV_AT_INTRINSIC : IV_OK
}

/**
 * Price and greeks of every row at its volatility, as `evaluateGreeks` with the early-exercise premium. A contract that is
 * exercised at once is worth its intrinsic value, delta ±1, all other greeks 0. Rho lacks the premium's part when the table
 * was made without it.
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

/** From the European values of a row to the American ones. */
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
  const found = readPremium(table, m, sigma)
  const state = found === OFF_TABLE ? readOffTable(table, m, sigma) : found
  if (state === EXERCISED) writeExercised(terms.spot, table.isCall, strike, i, out)
  else if (state === HELD) addPremium(terms, table, rows.expirationIndex[i] ?? 0, strike, sigma, i, out)
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
