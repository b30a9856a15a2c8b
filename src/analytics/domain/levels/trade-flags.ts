/**
 * Which trades reflect the market price at their time. Average-price, derivatively priced, prior-reference, odd-lot and
 * late trades, trades outside the session and suspicious ones do not (sale conditions B, W, 4, P, I, T, U, Z). Contingent
 * trades (7, V) do, but are flagged.
 */

import { sessionOn } from '../../../market/domain/calendar/trading-calendar.ts'
import { SALE_CONDITION, type StockTrades } from '../../../market/domain/stocks/stock-trades.ts'

export const TRADE_FLAGS = [
  'outside_session',
  'extended_hours',
  'late',
  'average_price',
  'derivatively_priced',
  'prior_reference_price',
  'odd_lot',
  'doubted',
  'contingent',
] as const

export type TradeFlag = (typeof TRADE_FLAGS)[number]

/** Selects the rows of a session that are used. */
export type TradeRule = (trades: StockTrades) => (row: number) => boolean

const BITS: readonly (readonly [TradeFlag, number])[] = [
  ['extended_hours', SALE_CONDITION.formT | SALE_CONDITION.extendedHours],
  ['late', SALE_CONDITION.sold | SALE_CONDITION.outOfSequence],
  ['average_price', SALE_CONDITION.averagePrice],
  ['derivatively_priced', SALE_CONDITION.derivativelyPriced],
  ['prior_reference_price', SALE_CONDITION.priorReferencePrice],
  ['odd_lot', SALE_CONDITION.oddLot],
  ['contingent', SALE_CONDITION.contingent],
]

const UNUSUAL = BITS.reduce((mask, [flag, bits]) => (flag === 'contingent' ? mask : mask | bits), 0)

export const allTrades: TradeRule = () => () => true

export const usualTrades: TradeRule = (trades) => {
  const { conditions, suspicious } = trades
  const inSession = hoursOf(trades)
  return (row) => ((conditions[row] ?? 0) & UNUSUAL) === 0 && suspicious[row] !== 1 && inSession(row)
}

export function flagsOf(trades: StockTrades, row: number): TradeFlag[] {
  const conditions = trades.conditions[row] ?? 0
  const found = new Set<TradeFlag>(BITS.flatMap(([flag, bits]) => ((conditions & bits) === 0 ? [] : [flag])))
  if (trades.suspicious[row] === 1) found.add('doubted')
  if (!hoursOf(trades)(row)) found.add('outside_session')
  return TRADE_FLAGS.filter((flag) => found.has(flag))
}

function hoursOf({ sessionDate, executedAtMs }: StockTrades): (row: number) => boolean {
  const session = sessionOn(sessionDate)
  if (!session) return () => false
  return (row) => {
    const ms = executedAtMs[row] ?? Number.NaN
    return ms >= session.openMs && ms <= session.closeMs
  }
}
