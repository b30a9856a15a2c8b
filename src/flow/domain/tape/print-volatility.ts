/**
 * Implied volatility and delta at the instant of a print, on the forward from the underlying's price at that instant and
 * the carry of the expiration. American contracts use early-exercise tables.
 */

import { yearsToExpiry } from '../../../analytics/domain/valuation/chain-terms.ts'
import { cachedQuickTable } from '../../../analytics/domain/valuation/exercise-table-cache.ts'
import { at } from '../../../lib/math/columns.ts'
import {
  type ExerciseTables,
  evaluateAmericanGreeks,
  invertAmericanVolatilities,
} from '../../../pricing/american/american-columns.ts'
import { greekColumns, invertVolatilities } from '../../../pricing/contract-columns.ts'
import { PER_VOLATILITY_POINT } from '../../../pricing/european/black.ts'
import { evaluateGreeks } from '../../../pricing/european/greek-columns.ts'
import { IV_AT_INTRINSIC, IV_OK, IV_STATUSES } from '../../../pricing/european/implied-volatility.ts'
import type { CarryTerms } from './contract-facts.ts'

export interface PrintContract {
  readonly isCall: boolean
  readonly strike: number
  readonly carry: CarryTerms | null
}

export interface PrintVolatility {
  /** Decimal per year; NaN with a reason. */
  readonly volatility: number
  /** Change of price per USD 1 of the underlying; ±1 for a price at the exercise value. */
  readonly delta: number
  /**
   * The volatility at the mid of the quote, to first order: without the effect of the spread. NaN if the quote is too wide.
   */
  readonly midVolatility: number
  /** Empty when there is a volatility. */
  readonly reason: string
}

const ASSUMED_VOLATILITY = 0.3
/** Maximum half spread in volatility, as a share of the volatility: in a wider quote, a rise is noise. */
const MAX_HALF_SPREAD = 0.15

/** Columns of one contract, reused for every print. */
const one = {
  terms: {
    spot: Number.NaN,
    count: 1,
    forward: new Float64Array(1),
    yearsToExpiry: new Float64Array(1),
    rootYears: new Float64Array(1),
    rate: new Float64Array(1),
    dividendYield: new Float64Array(1),
    discountFactor: new Float64Array(1),
    dividendFactor: new Float64Array(1),
  },
  rows: {
    count: 1,
    expirationIndex: new Uint16Array(1),
    isCall: new Uint8Array(1),
    strike: new Float64Array(1),
  },
  price: new Float64Array(1),
  volatility: new Float64Array(1),
  status: new Uint8Array(1),
  greeks: greekColumns(1),
}

/** `bid` and `ask` are NaN without a usable quote. */
export function printVolatility(
  contract: PrintContract,
  executedAtMs: number,
  underlyingPrice: number,
  price: number,
  bid: number,
  ask: number,
): PrintVolatility {
  const { carry } = contract
  if (!carry || Number.isNaN(carry.rate + carry.dividendYield)) return unknown('no_carry_terms')
  if (!(underlyingPrice > 0)) return unknown('no_underlying_price')
  const years = yearsToExpiry(carry, executedAtMs)
  if (years === 0) return unknown('expired')
  return invert(contract, prepare(contract, carry, years, underlyingPrice), price, bid, ask)
}

function invert(
  { isCall }: PrintContract,
  tables: ExerciseTables | null,
  price: number,
  bid: number,
  ask: number,
): PrintVolatility {
  one.price[0] = price
  if (tables) invertAmericanVolatilities(one.terms, tables, one.rows, one.price, one.volatility, one.status)
  else invertVolatilities(one.terms, one.rows, one.price, one.volatility, one.status)
  const code = one.status[0] ?? IV_OK
  if (code === IV_AT_INTRINSIC) return { ...unknown('at_intrinsic'), delta: isCall ? 1 : -1 }
  if (code !== IV_OK) return unknown(IV_STATUSES[code] ?? 'invalid_input')
  if (tables) evaluateAmericanGreeks(one.terms, tables, one.rows, one.volatility, one.greeks)
  else evaluateGreeks(one.terms, one.rows, one.volatility, one.greeks)
  const volatility = at(one.volatility, 0)
  const perUsd = PER_VOLATILITY_POINT / at(one.greeks.vega, 0)
  const isNarrow = 0.5 * (ask - bid) * perUsd <= MAX_HALF_SPREAD * volatility
  const midVolatility = isNarrow ? volatility + (0.5 * (bid + ask) - price) * perUsd : Number.NaN
  return { volatility, delta: at(one.greeks.delta, 0), midVolatility, reason: '' }
}

/** Writes the terms, and returns the tables of an American contract if early exercise has value. */
function prepare(
  { isCall, strike }: PrintContract,
  { rate, dividendYield, style, typicalVolatility }: CarryTerms,
  years: number,
  underlyingPrice: number,
): ExerciseTables | null {
  const { terms, rows } = one
  terms.spot = underlyingPrice
  terms.forward[0] = underlyingPrice * Math.exp((rate - dividendYield) * years)
  terms.yearsToExpiry[0] = years
  terms.rootYears[0] = Math.sqrt(years)
  terms.rate[0] = rate
  terms.dividendYield[0] = dividendYield
  terms.discountFactor[0] = Math.exp(-rate * years)
  terms.dividendFactor[0] = Math.exp(-dividendYield * years)
  rows.isCall[0] = isCall ? 1 : 0
  rows.strike[0] = strike
  if (style === 'european') return null
  const volatility = typicalVolatility > 0 ? typicalVolatility : ASSUMED_VOLATILITY
  const table = cachedQuickTable(isCall, { yearsToExpiry: years, rate, dividendYield, volatility })
  return table && { calls: [isCall ? table : null], puts: [isCall ? null : table] }
}

function unknown(reason: string): PrintVolatility {
  return { volatility: Number.NaN, delta: Number.NaN, midVolatility: Number.NaN, reason }
}
