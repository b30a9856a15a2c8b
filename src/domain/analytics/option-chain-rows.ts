/** A chain as it is listed on the wire: filtered, sorted by settlement, strike, call before put; unknown is null. */
import { z } from 'zod'
import { at, indexAt } from '../../lib/columns.ts'
import { orNull } from '../../lib/numbers.ts'
import { significant } from '../../lib/significant.ts'
import { IV_STATUSES } from '../pricing/implied-volatility.ts'
import type { ValuedChain } from './chain-valuation.ts'
import { type ExpirationFilter, isSelected } from './row-selection.ts'

const usd = (text: string) => z.number().nullable().describe(`${text} USD per share.`)
const contractsOf = (text: string) => z.number().min(0).nullable().describe(`${text} Contracts.`)

export const OptionRow = z
  .object({
    option_symbol: z
      .string()
      .describe('OCC identity, 21 characters: root padded to six, yymmdd, C or P, strike × 1000.'),
    option_type: z.enum(['call', 'put']).describe('call or put.'),
    strike: z.number().describe('USD.'),
    expiration_date: z.string().describe('YYYY-MM-DD.'),
    dte: z
      .int()
      .min(-100_000)
      .max(100_000)
      .describe('Calendar days from the session date; 0 on the day, negative once past.'),
    bid: usd('Best bid; 0 when nobody bids.'),
    ask: usd('Best offer.'),
    mid: usd('(bid + ask)/2; null when one side is unknown, there is no offer, or the quote is crossed.'),
    last: usd('Last traded price.'),
    bid_size: contractsOf('Size at the bid.'),
    ask_size: contractsOf('Size at the ask.'),
    volume: contractsOf('Traded today.'),
    open_interest: contractsOf('Open interest of the previous evening.'),
    implied_volatility: z
      .number()
      .nullable()
      .describe(
        'One volatility per strike, from the out-of-the-money side. Decimal per year; null with the reason in iv_status.',
      ),
    iv_status: z
      .enum(IV_STATUSES)
      .describe(
        "ok: from its own quote; inherited: from the other side of the strike; interpolated: from the strikes around it; vendor: the source's own; at_intrinsic, below_intrinsic, above_max: the price holds no volatility; no_quote: no usable quote; expired; invalid_input.",
      ),
    delta: z.number().nullable().describe('Change of price per USD 1 of the underlying; calls 0 to 1, puts −1 to 0.'),
    gamma: z.number().nullable().describe('Change of delta per USD 1 of the underlying.'),
    theta: z.number().nullable().describe('USD per share per calendar day, normally negative.'),
    vega: z.number().nullable().describe('USD per share per volatility point (0.01).'),
    rho: z.number().nullable().describe('USD per share per percentage point of the rate (0.01).'),
    vanna: z.number().nullable().describe('Change of delta per volatility point.'),
    charm: z.number().nullable().describe('Change of delta per calendar day.'),
    theoretical_price: usd('Model price at the volatility of the strike.'),
    in_the_money: z
      .boolean()
      .nullable()
      .describe('Whether exercise now would pay: calls with a strike below the underlying price, puts above.'),
  })
  .meta({ id: 'OptionRow' })

export type OptionRow = z.infer<typeof OptionRow>

export const ListedExpiration = z
  .object({
    expiration_date: z.string().describe('YYYY-MM-DD.'),
    dte: z
      .int()
      .min(-100_000)
      .max(100_000)
      .describe('Calendar days from the session date; 0 on the day, negative once past.'),
    settlement: z.enum(['am', 'pm']).describe('am: on the opening prints; pm: on the close.'),
    forward: z.number().nullable().describe('Forward implied by put-call parity, USD per share.'),
    atm_iv: z.number().nullable().describe('Implied volatility at the money forward. Decimal per year.'),
  })
  .meta({ id: 'ListedExpiration' })

export type ListedExpiration = z.infer<typeof ListedExpiration>

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

/** Row numbers of the chain that pass, in the order of the chain. Expired contracts are listed like all others. */
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

/** The expirations that the rows belong to, in order of settlement. */
export function listedExpirations(valued: ValuedChain, rows: readonly number[]): ListedExpiration[] {
  const { expirationIndex } = valued.chain.contracts
  const present = new Set(rows.map((row) => indexAt(expirationIndex, row)))
  return valued.expirations
    .filter((_, index) => present.has(index))
    .map(({ expirationDate, dte, settlement, forward, atmIv }) => ({
      expiration_date: expirationDate,
      dte,
      settlement,
      forward: orNull(forward),
      atm_iv: orNull(atmIv),
    }))
}

/** Far finer than a tick of the quote makes them: a relative error of 5e-7, in a third of the bytes of all digits. */
const MODEL_DIGITS = 6
/** Takes the noise of binary fractions out of a price. */
const PRICE_DIGITS = 12

function modelled(value: number): number | null {
  return orNull(significant(value, MODEL_DIGITS))
}

export function optionRow(valued: ValuedChain, row: number): OptionRow {
  const { chain, spot, expirations } = valued
  const { contracts } = chain
  const expiration = expirations[indexAt(contracts.expirationIndex, row)]
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
    delta: modelled(at(valued.delta, row)),
    gamma: modelled(at(valued.gamma, row)),
    theta: modelled(at(valued.theta, row)),
    vega: modelled(at(valued.vega, row)),
    rho: modelled(at(valued.rho, row)),
    vanna: modelled(at(valued.vanna, row)),
    charm: modelled(at(valued.charm, row)),
    theoretical_price: modelled(at(valued.theoreticalPrice, row)),
    in_the_money: spot > 0 ? (isCall ? strike < spot : strike > spot) : null,
  }
}
