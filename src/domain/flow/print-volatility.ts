/**
 * Implied volatility and delta at the instant of a print: its price inverted on the forward that the underlying's price
 * of that instant and the carry of the expiration make. American contracts through the tables of early exercise.
 */
import { at } from '../../lib/columns.ts'
import { yearsToExpiry } from '../analytics/chain-terms.ts'
import { cachedExerciseTable } from '../analytics/exercise-table-cache.ts'
import { type ExerciseTables, evaluateAmericanGreeks, invertAmericanVolatilities } from '../pricing/american-columns.ts'
import { PER_VOLATILITY_POINT } from '../pricing/black.ts'
import { evaluateGreeks, greekColumns, invertVolatilities } from '../pricing/contract-columns.ts'
import { IV_AT_INTRINSIC, IV_OK, IV_STATUSES } from '../pricing/implied-volatility.ts'
import type { CarryTerms } from './contract-facts.ts'

export interface PrintContract {
  readonly isCall: boolean
  readonly strike: number
  readonly carry: CarryTerms | null
}

export interface PrintVolatility {
  /** Decimal per year; NaN with a reason. */
  readonly volatility: number
  /** Change of price per USD 1 of the underlying; ±1 for a price at what exercise pays. */
  readonly delta: number
  /**
   * The same volatility for the middle of the quote, to first order: what the contract has, without the spread. NaN where
   * the quote is too wide to tell.
   */
  readonly midVolatility: number
  /** Empty when there is a volatility. */
  readonly reason: string
}

const ASSUMED_VOLATILITY = 0.3
/** Of the volatility: half a spread that is worth more does not tell a rise from noise. */
const WIDEST = 0.15

/** One contract at a time through the passes over columns. */
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

/** `bid` and `ask` are NaN where the quote tells nothing. */
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
  const isNarrow = 0.5 * (ask - bid) * perUsd <= WIDEST * volatility
  const midVolatility = isNarrow ? volatility + (0.5 * (bid + ask) - price) * perUsd : Number.NaN
  return { volatility, delta: at(one.greeks.delta, 0), midVolatility, reason: '' }
}

/** Writes the terms; the tables of an American contract whose early exercise is worth something. */
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
  const table = cachedExerciseTable(isCall, { yearsToExpiry: years, rate, dividendYield, volatility }, false)
  return table && { calls: [isCall ? table : null], puts: [isCall ? null : table] }
}

function unknown(reason: string): PrintVolatility {
  return { volatility: Number.NaN, delta: Number.NaN, midVolatility: Number.NaN, reason }
}
