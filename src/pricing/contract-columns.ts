/**
 * Columns of European contracts: implied volatility, and the layout of price and greeks. Nothing is allocated in loops.
 * Rows are contracts of one underlying in any order; a call next to the put of its strike shares work. NaN is unknown.
 */

import { at } from './column.ts'
import { type Greeks, logMoneyness, rootOfProduct } from './european/black.ts'
import { IV_OK, impliedVolatilityStatus, MAX_YEARS, MIN_TIME_VALUE } from './european/implied-volatility.ts'
import { solveNormalisedColumn } from './european/normalised-columns.ts'

/** Terms shared by all contracts of an expiration, one row per expiration. */
export interface ExpirationTerms {
  /** Price of the underlying; NaN leaves greeks unknown but not volatilities. */
  readonly spot: number
  /**
   * Present value of cash dividends before expiry, USD, 0 when absent. `spot` is then net of it: a contract is exercised at
   * their sum.
   */
  readonly dividendValue?: number
  readonly count: number
  readonly forward: Float64Array
  /** Years of 365 days to settlement; zero or less is expired. */
  readonly yearsToExpiry: Float64Array
  /** Continuous rate. */
  readonly rate: Float64Array
  /** Continuous yield that turns the spot into the forward: dividends and borrow together. */
  readonly dividendYield: Float64Array
  /** e^(−rate·T) and e^(−yield·T). */
  readonly discountFactor: Float64Array
  readonly dividendFactor: Float64Array
  readonly rootYears: Float64Array
}

/** Columns that a pass reads; `ContractColumns` of a chain is one. */
export interface ContractRows {
  readonly count: number
  /** Index into `ExpirationTerms`. */
  readonly expirationIndex: Uint16Array
  /** 1 for a call, 0 for a put. */
  readonly isCall: Uint8Array
  readonly strike: Float64Array
}

/** One column per greek, in the units of `Greeks`. */
export type GreekColumns = { readonly [Name in keyof Greeks]: Float64Array }

/** Columns for `count` contracts, all unknown. */
export function greekColumns(count: number): GreekColumns {
  const column = () => new Float64Array(count).fill(Number.NaN)
  return {
    price: column(),
    delta: column(),
    gamma: column(),
    vega: column(),
    theta: column(),
    rho: column(),
    vanna: column(),
    charm: column(),
    volga: column(),
  }
}

/** Rows per block: the scratch columns of one stage are still in the CPU cache when the next stage reads them. */
const BLOCK = 512
const beta = new Float64Array(BLOCK)
const distance = new Float64Array(BLOCK)
const deviation = new Float64Array(BLOCK)

/**
 * Inverts each row's discounted price into `volatility`, and writes the index into `IV_STATUSES` to `status`. Each row is
 * inverted from its own price; a price of NaN gives NaN and `invalid_input`.
 */
export function invertVolatilities(
  terms: ExpirationTerms,
  rows: ContractRows,
  price: Float64Array,
  volatility: Float64Array,
  status: Uint8Array,
): void {
  for (let start = 0; start < rows.count; start += BLOCK) {
    const end = Math.min(start + BLOCK, rows.count)
    normalise(terms, rows, price, status, start, end)
    solveNormalisedColumn(beta, distance, deviation, end - start)
    for (let i = start; i < end; i++) {
      volatility[i] = at(deviation, i - start) / at(terms.rootYears, rows.expirationIndex[i] ?? 0)
    }
  }
}

/** Writes β and a of every row, or β = NaN and the reason in `status` where there is no volatility. */
function normalise(
  terms: ExpirationTerms,
  rows: ContractRows,
  price: Float64Array,
  status: Uint8Array,
  start: number,
  end: number,
): void {
  for (let i = start; i < end; i++) {
    const e = rows.expirationIndex[i] ?? 0
    const forward = at(terms.forward, e)
    const strike = at(rows.strike, i)
    const discountFactor = at(terms.discountFactor, e)
    const years = at(terms.yearsToExpiry, e)
    const excess = forward - strike
    const intrinsic = Math.max(rows.isCall[i] === 1 ? excess : -excess, 0)
    const timeValue = at(price, i) / discountFactor - intrinsic
    const enough = timeValue > MIN_TIME_VALUE * Math.max(forward, strike) && timeValue < Math.min(forward, strike)
    const solvable = enough && years > 0 && years < MAX_YEARS && discountFactor > 0
    const code = solvable ? IV_OK : statusOf(terms, rows, price, i, e)
    status[i] = code
    beta[i - start] = code === IV_OK ? timeValue / rootOfProduct(forward, strike) : Number.NaN
    distance[i - start] = Math.abs(logMoneyness(forward, strike))
  }
}

function statusOf(terms: ExpirationTerms, rows: ContractRows, price: Float64Array, i: number, e: number): number {
  return impliedVolatilityStatus(
    rows.isCall[i] === 1,
    at(price, i),
    at(terms.forward, e),
    at(rows.strike, i),
    at(terms.yearsToExpiry, e),
    at(terms.discountFactor, e),
  )
}
