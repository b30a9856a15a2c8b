import { AppError } from '../../../lib/errors.ts'
import {
  isTradingDay,
  previousTradingDay,
  sessionOn,
  tradingDaysAround,
} from '../../domain/calendar/trading-calendar.ts'
import { didYouMean } from '../../domain/stocks/symbol-search.ts'
import type { ReplayChainHead, ReplayMarket } from './stored-market.ts'

/** Session and instant of a symbol in a view. */
export interface Moment {
  readonly sessionDate: string
  readonly ms: number
  /** The last day whose bar is finished at the instant. */
  readonly lastBarDate: string
  readonly head: ReplayChainHead | undefined
}

const NAMED_DATES = 3

/**
 * A past date ends at its close; the present is the instant of the latest chain, else the close of the last bar, else
 * that of the last session with trades of the stock or of its options.
 */
export async function momentOf(market: ReplayMarket, symbol: string, date: string | undefined): Promise<Moment> {
  const head = await market.chains.latest(symbol, date)
  const priced = head?.sessionDate ?? (await market.dailyBars.latest(symbol, date))?.date
  const known = priced ?? (await lastTrades(market, symbol, date))
  const sessionDate = date ?? known
  const session = sessionDate === undefined ? null : sessionOn(sessionDate)
  if (!session || known === undefined) throw new AppError('not_found', await missing(market, symbol, date, 'price'))
  const ms = date === undefined && head ? Date.parse(head.asOf) : session.closeMs
  const finished = ms >= session.closeMs
  return {
    sessionDate: session.date,
    ms,
    lastBarDate: finished ? session.date : previousTradingDay(session.date),
    head,
  }
}

async function lastTrades(market: ReplayMarket, symbol: string, date = '9999-12-31'): Promise<string | undefined> {
  const trades = await market.marketSessions.sessionDates('trades', symbol)
  const prints = await market.marketSessions.sessionDates('prints', symbol)
  return [...trades, ...prints].sort().findLast((each) => each <= date && sessionOn(each))
}

/** Why there is no chain or price, with what there is instead. */
export async function missing(
  market: ReplayMarket,
  symbol: string,
  date: string | undefined,
  what: 'chain' | 'price',
): Promise<string> {
  const dates = await market.chains.sessionDates(symbol)
  const bar = await market.dailyBars.latest(symbol)
  if (dates.length === 0 && !bar) return await nothingStored(market, symbol)
  if (date !== undefined && !isTradingDay(date)) return `${date} is no trading day. ${tradingDaysAround(date)}`
  const subject =
    date === undefined ? `No ${what} of ${symbol} is stored.` : `No ${what} of ${symbol} is stored for ${date}.`
  if (dates.length === 0) return `${subject} Daily bars are stored up to ${bar?.date}, but no chains.`
  return `${subject} Chains are stored for ${namedDates(dates, date)}.`
}

/** The error about a symbol without stored data, with what may have been meant. */
export async function nothingStored(market: ReplayMarket, symbol: string): Promise<string> {
  const stored = [
    ...(await market.chains.coverage()),
    ...(await market.dailyBars.coverage()).map((each) => ({ ...each, name: null })),
  ]
  return `Nothing is stored of ${symbol}. Import a file of it first.${didYouMean(symbol, stored)}`
}

/** The dates nearest to the requested one, in order; the latest ones without a requested date. */
function namedDates(dates: readonly string[], date = '9999-12-31'): string {
  const after = dates.findIndex((it) => it > date)
  const middle = after < 0 ? dates.length : after
  const near = dates.slice(Math.max(0, middle - NAMED_DATES), middle + NAMED_DATES)
  const others = dates.length - near.length
  return others === 0 ? near.join(', ') : `${near.join(', ')} and ${others} other dates`
}
