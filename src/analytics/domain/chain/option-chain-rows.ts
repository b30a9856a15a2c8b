import { at, indexAt } from '../../../lib/math/columns.ts'
import { orNull } from '../../../lib/math/numbers.ts'
import { significant } from '../../../lib/math/significant.ts'
import { IV_STATUSES } from '../../../pricing/european/implied-volatility.ts'
import type { ListedExpiration, OptionRow } from '../../contract/option-rows.ts'
import type { IvOrigin } from '../smile/iv-origin.ts'
import type { ValuedChain } from '../valuation/chain-valuation.ts'
import { dividendsBefore } from '../valuation/dated-dividends.ts'
import { exerciseAdvantage } from './exercise-advantage.ts'
import { type ExpirationFilter, isSelected } from './expiration-filter.ts'

export interface RowFilter extends ExpirationFilter {
  readonly optionType?: 'call' | 'put' | undefined
  /** USD, included. */
  readonly strikeMin?: number | undefined
  readonly strikeMax?: number | undefined
  /** Per expiration the strike nearest to the underlying price and this many on each side of it. */
  readonly strikesAroundAtm?: number | undefined
  /** Contracts; an unknown open interest does not pass. */
  readonly minOpenInterest?: number | undefined
}

/** Row numbers that pass the filter, in the order of the chain. Expired contracts are included. */
export function matchingRows(valued: ValuedChain, filter: RowFilter): number[] {
  const { contracts } = valued.chain
  const ranges = valued.expirations.map((expiration, index) =>
    isSelected(expiration, filter) ? strikeRange(valued, index, filter) : null,
  )
  const { strikeMin = 0, strikeMax = Number.POSITIVE_INFINITY, minOpenInterest, optionType } = filter
  const rows: number[] = []
  for (let row = 0; row < contracts.count; row++) {
    const range = ranges[indexAt(contracts.expirationIndex, row)]
    const strike = at(contracts.strike, row)
    if (!range || strike < range.low || strike > range.high || strike < strikeMin || strike > strikeMax) continue
    if (optionType !== undefined && (contracts.isCall[row] === 1) !== (optionType === 'call')) continue
    if (minOpenInterest !== undefined && !(at(contracts.openInterest, row) >= minOpenInterest)) continue
    rows.push(row)
  }
  return rows
}

interface StrikeRange {
  readonly low: number
  readonly high: number
}

function strikeRange({ pairs, spot }: ValuedChain, expiration: number, { strikesAroundAtm }: RowFilter): StrikeRange {
  if (strikesAroundAtm === undefined || !(spot > 0)) return { low: 0, high: Number.POSITIVE_INFINITY }
  const first = indexAt(pairs.firstOf, expiration)
  const last = indexAt(pairs.firstOf, expiration + 1) - 1
  let nearest = first
  for (let pair = first; pair <= last; pair++) {
    if (Math.abs(at(pairs.strike, pair) - spot) < Math.abs(at(pairs.strike, nearest) - spot)) nearest = pair
  }
  return {
    low: at(pairs.strike, Math.max(first, nearest - strikesAroundAtm)),
    high: at(pairs.strike, Math.min(last, nearest + strikesAroundAtm)),
  }
}

/** The expirations of the rows, in order of settlement. */
export function listedExpirations(valued: ValuedChain, rows: readonly number[]): ListedExpiration[] {
  const { expirationIndex } = valued.chain.contracts
  const present = new Set(rows.map((row) => indexAt(expirationIndex, row)))
  return valued.expirations.flatMap(({ expirationDate, dte, settlement, forward, atmIv }, index) =>
    present.has(index)
      ? [
          {
            expiration_date: expirationDate,
            dte,
            settlement,
            forward: orNull(forward),
            atm_iv: orNull(atmIv),
            terms: pricingTerms(valued, index),
          },
        ]
      : [],
  )
}

function pricingTerms({ chain, expirations, terms }: ValuedChain, index: number): ListedExpiration['terms'] {
  const [expiration, listed] = [expirations[index], chain.expirations[index]]
  if (!expiration || !listed || expiration.expired || !(expiration.forward > 0)) return null
  return {
    style: expiration.style,
    years_to_expiry: expiration.yearsToExpiry,
    rate: at(terms.rate, index),
    dividend_yield: at(terms.dividendYield, index),
    dividends: dividendsBefore(chain, listed).map(({ years, amount }) => ({ years, amount })),
  }
}

/** A relative error of 5e-7, far below the effect of one tick, in a third of the bytes of full precision. */
const MODEL_DIGITS = 6
/** Enough for cents of the dearest contracts: a price at its bid stays there. */
const QUOTE_DIGITS = 8
/** Removes binary rounding noise from a price. */
const PRICE_DIGITS = 12

function modelled(value: number): number | null {
  return orNull(significant(value, MODEL_DIGITS))
}

function ivOrigin({ ivStatus, extrapolated }: ValuedChain, row: number): IvOrigin | null {
  const status = IV_STATUSES[indexAt(ivStatus, row)]
  if (status === 'ok' || status === 'inherited') return 'quoted'
  if (status !== 'interpolated') return null
  return extrapolated[row] === 1 ? 'extrapolated' : 'interpolated'
}

/** Says how many of the rows have a quote that leaves no price without arbitrage. */
export function contradictionWarnings({ contradicted }: ValuedChain, rows: readonly number[]): string[] {
  const count = rows.filter((row) => contradicted[row] === 1).length
  if (count === 0) return []
  return [`Contracts whose quotes contradict the others, priced within their own bid and ask: ${count}.`]
}

export function optionRow(valued: ValuedChain, row: number): OptionRow {
  const { chain, spot, expirations } = valued
  const { contracts } = chain
  const expiration = expirations[indexAt(contracts.expirationIndex, row)]
  const price = spot > 0 ? (expiration?.referencePrice ?? Number.NaN) : Number.NaN
  const isCall = contracts.isCall[row] === 1
  const strike = at(contracts.strike, row)
  const bid = at(contracts.bid, row)
  const ask = at(contracts.ask, row)
  return {
    option_symbol: contracts.optionSymbols[row] ?? '',
    option_type: isCall ? 'call' : 'put',
    strike,
    expiration_date: expiration?.expirationDate ?? '',
    dte: expiration?.dte ?? 0,
    bid: orNull(bid),
    ask: orNull(ask),
    mid: ask > 0 && bid <= ask ? significant(0.5 * (bid + ask), PRICE_DIGITS) : null,
    last: orNull(at(contracts.last, row)),
    bid_size: orNull(at(contracts.bidSize, row)),
    ask_size: orNull(at(contracts.askSize, row)),
    volume: orNull(at(contracts.volume, row)),
    open_interest: orNull(at(contracts.openInterest, row)),
    implied_volatility: modelled(at(valued.volatility, row)),
    iv_status: IV_STATUSES[indexAt(valued.ivStatus, row)] ?? 'invalid_input',
    iv_origin: ivOrigin(valued, row),
    delta: modelled(at(valued.delta, row)),
    gamma: modelled(at(valued.gamma, row)),
    theta: modelled(at(valued.theta, row)),
    vega: modelled(at(valued.vega, row)),
    rho: modelled(at(valued.rho, row)),
    vanna: modelled(at(valued.vanna, row)),
    charm: modelled(at(valued.charm, row)),
    theoretical_price: orNull(significant(at(valued.theoreticalPrice, row), QUOTE_DIGITS)),
    exercise_advantage: modelled(exerciseAdvantage(valued, row)),
    in_the_money: price > 0 ? (isCall ? strike < price : strike > price) : null,
  }
}
