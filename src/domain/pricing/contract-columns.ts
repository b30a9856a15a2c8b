/**
 * Passes over columns of contracts, without allocation: implied volatility, then price and greeks. Rows are contracts of
 * one underlying in any order; a call next to the put of its strike shares the work. NaN in a column means unknown.
 */
import { type Greeks, logMoneyness, PER_CALENDAR_DAY, PER_RATE_POINT, PER_VOLATILITY_POINT } from './black.ts'
import { at } from './column.ts'
import { IV_OK, impliedVolatility, impliedVolatilityStatus } from './implied-volatility.ts'
import { normalCdf, normalDensity } from './mills.ts'

/** What all contracts of an expiration share, one row per expiration. */
export interface ExpirationTerms {
  /** Price of the underlying; NaN leaves greeks unknown but not volatilities. */
  readonly spot: number
  readonly count: number
  readonly forward: Float64Array
  /** Years of 365 days to settlement; zero or less is expired. */
  readonly yearsToExpiry: Float64Array
  /** Continuous rate. */
  readonly rate: Float64Array
  /** Continuous yield that makes the forward of this spot: dividends and borrow together. */
  readonly dividendYield: Float64Array
  /** e^(−rate·T) and e^(−yield·T). */
  readonly discountFactor: Float64Array
  readonly dividendFactor: Float64Array
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

/** Terms from a forward and a rate per expiration; the columns must have equal length. */
export function expirationTerms(
  spot: number,
  forward: Float64Array,
  rate: Float64Array,
  yearsToExpiry: Float64Array,
): ExpirationTerms {
  const growth = forward.map((value) => logMoneyness(value, spot))
  return {
    spot,
    count: forward.length,
    forward,
    yearsToExpiry,
    rate,
    dividendYield: rate.map((value, i) => value - at(growth, i) / at(yearsToExpiry, i)),
    discountFactor: rate.map((value, i) => Math.exp(-value * at(yearsToExpiry, i))),
    dividendFactor: rate.map((value, i) => Math.exp(at(growth, i) - value * at(yearsToExpiry, i))),
  }
}

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

/**
 * Inverts each row's discounted price into `volatility`, and writes the index into `IV_STATUSES` to `status`. Every row is
 * inverted from its own price: give NaN for the side of a strike that should not be (`invalid_input`, NaN).
 */
export function invertVolatilities(
  terms: ExpirationTerms,
  rows: ContractRows,
  price: Float64Array,
  volatility: Float64Array,
  status: Uint8Array,
): void {
  for (let i = 0; i < rows.count; i++) {
    const e = rows.expirationIndex[i] ?? 0
    const isCall = rows.isCall[i] === 1
    const forward = at(terms.forward, e)
    const strike = at(rows.strike, i)
    const years = at(terms.yearsToExpiry, e)
    const discountFactor = at(terms.discountFactor, e)
    const own = at(price, i)
    const code = impliedVolatilityStatus(isCall, own, forward, strike, years, discountFactor)
    status[i] = code
    volatility[i] = code === IV_OK ? impliedVolatility(isCall, own, forward, strike, years, discountFactor) : Number.NaN
  }
}

/**
 * Price and greeks of every row at its volatility. At volatility 0 the limits: a contract in the money keeps delta ±DQ
 * and has no gamma, vega, vanna or volga. Unknown (NaN) where the volatility is, and for expired contracts.
 */
export function evaluateGreeks(
  terms: ExpirationTerms,
  rows: ContractRows,
  volatility: Float64Array,
  out: GreekColumns,
): void {
  for (let i = 0; i < rows.count; i++) {
    const e = rows.expirationIndex[i] ?? 0
    const sigma = at(volatility, i)
    const known = sigma >= 0 && at(terms.yearsToExpiry, e) > 0
    evaluateRow(terms, e, rows.isCall[i] === 1 ? 1 : -1, at(rows.strike, i), known ? sigma : Number.NaN, i, out)
  }
}

function evaluateRow(
  terms: ExpirationTerms,
  e: number,
  w: number,
  strike: number,
  sigma: number,
  i: number,
  out: GreekColumns,
): void {
  const years = at(terms.yearsToExpiry, e)
  const rate = at(terms.rate, e)
  const dividendYield = at(terms.dividendYield, e)
  const dividendFactor = at(terms.dividendFactor, e)
  const spotValue = terms.spot * dividendFactor
  const rootYears = Math.sqrt(years)
  const s = sigma * rootYears
  const x = logMoneyness(at(terms.forward, e), strike)
  const live = s !== 0
  const d1 = live ? x / s + 0.5 * s : limitOfQuotient(x)
  const d2 = d1 - s
  const n1 = normalDensity(d1)
  const inside1 = normalCdf(w * d1)
  const spotLeg = w * spotValue * inside1
  const strikeLeg = w * strike * at(terms.discountFactor, e) * normalCdf(w * d2)
  const vega = live ? spotValue * n1 * rootYears : 0
  const bend = live ? dividendFactor * n1 : 0
  const inverseS = live ? 1 / s : 0
  const side = live ? d2 : 0
  out.price[i] = spotLeg - strikeLeg
  out.delta[i] = w * dividendFactor * inside1
  out.gamma[i] = (bend * inverseS) / terms.spot
  out.vega[i] = vega * PER_VOLATILITY_POINT
  out.theta[i] = (dividendYield * spotLeg - rate * strikeLeg - (0.5 * vega * sigma) / years) * PER_CALENDAR_DAY
  out.rho[i] = years * strikeLeg * PER_RATE_POINT
  out.vanna[i] = -bend * side * inverseS * rootYears * PER_VOLATILITY_POINT
  const drift = bend * (inverseS * (rate - dividendYield) - (0.5 * side) / years)
  out.charm[i] = (w * dividendYield * dividendFactor * inside1 - drift) * PER_CALENDAR_DAY
  out.volga[i] = live ? vega * d1 * d2 * inverseS * rootYears * PER_VOLATILITY_POINT : 0
}

/** x/s at s = 0, where a contract exactly at the money stays halfway. */
function limitOfQuotient(x: number): number {
  return x === 0 ? 0 : x * Number.POSITIVE_INFINITY
}
