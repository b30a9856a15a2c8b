/** Quotes of stocks from snapshots, of indices from index values, and daily bars as traded. */

import { newYorkDate, newYorkInstant } from '../../../domain/calendar/new-york-time.ts'
import { marketSessionAt, sessionDateAt, sessionOn } from '../../../domain/calendar/trading-calendar.ts'
import type { OptionChain } from '../../../domain/options/chain.ts'
import type { DailyBar } from '../../../domain/stocks/bar.ts'
import type { StockQuote } from '../../../domain/stocks/quote.ts'
import { INDEX_SYMBOLS } from '../../known-symbols.ts'
import { VendorFailure } from '../../vendor-failure.ts'
import { type Feeds, OPEN_SIP_MS, stockFeedSentence } from '../feeds.ts'
import { type AlpacaRest, eachPage, msOf, one, RowReader } from './rest.ts'
import { Bar, BarPage, IndexValues, StockSnapshot } from './schema.ts'

/** The first day of which Alpaca has prices. */
const FIRST_DATE = '2016-01-01'
const ROWS_A_PAGE = 10_000

/** A quote with what a chain needs besides: the close of its session, where that is over. */
export interface AlpacaQuote {
  readonly quote: StockQuote
  /** The running or last day; null where the vendor does not send it. */
  readonly day: DailyBar | null
}

export async function fetchQuote(rest: AlpacaRest, symbol: string, feeds: Feeds): Promise<AlpacaQuote> {
  const path = `/v2/stocks/${encodeURIComponent(symbol)}/snapshot`
  const snapshot = await one(rest.data, { path, query: { feed: feeds.stocks } }, StockSnapshot)
  return quoteOf(symbol, snapshot, feeds, rest.clock.nowMs())
}

export async function fetchIndex(rest: AlpacaRest, symbol: string): Promise<AlpacaQuote> {
  const path = '/v1beta1/indices/latest/values'
  const { values } = await one(rest.data, { path, query: { symbols: symbol } }, IndexValues)
  const value = values[symbol]
  if (!value) throw new VendorFailure('not_found', `Alpaca has no value of the index ${symbol}.`)
  const warning = 'Alpaca reports only the level of an index: the range of the day, volume and history are unknown.'
  return { quote: bareQuote(symbol, msOf(value.t), value.v, [warning]), day: null }
}

/** Of an index whose level the account may not see. */
export function impliedQuote({ symbol, asOfMs, underlyingPrice }: OptionChain, reason: string): AlpacaQuote {
  const warnings = [`${reason} ${impliedSentence(symbol)}`]
  return { quote: bareQuote(symbol, asOfMs, underlyingPrice, warnings), day: null }
}

export function impliedSentence(symbol: string): string {
  return `So the level of ${symbol} is implied by the put-call parity of its options.`
}

export function quoteOf(symbol: string, snapshot: StockSnapshot, feeds: Feeds, nowMs: number): AlpacaQuote {
  const { latestTrade, latestQuote, dailyBar, prevDailyBar } = snapshot
  if (!latestTrade) throw new VendorFailure('not_found', `Alpaca has no price of ${symbol}.`)
  const seenMs = Math.max(msOf(latestTrade.t), latestQuote ? msOf(latestQuote.t) : 0)
  const bare = bareQuote(symbol, Math.min(seenMs, nowMs), latestTrade.p, [stockFeedSentence(feeds)])
  const today = dailyBar && newYorkDate(msOf(dailyBar.t)) === bare.sessionDate ? dailyBar : null
  // Bars of one exchange never stand beside those of all.
  const isPartial = feeds.stocks === 'iex'
  const before = isPartial ? null : today ? prevDailyBar : dailyBar
  const quote = {
    ...bare,
    ...bidAndAsk(latestQuote),
    open: aboveZero(today?.o),
    high: aboveZero(today?.h),
    low: aboveZero(today?.l),
    previousClose: aboveZero(before?.c),
    volume: isPartial ? Number.NaN : (today?.v ?? Number.NaN),
  }
  return { quote, day: today && !isPartial ? barOf(today) : null }
}

/** A price of zero is no offer; a bid above the ask makes both unknown. */
function bidAndAsk(quote: StockSnapshot['latestQuote']): Pick<StockQuote, 'bid' | 'ask' | 'bidSize' | 'askSize'> {
  const bid = aboveZero(quote?.bp)
  const ask = aboveZero(quote?.ap)
  if (bid > ask) return { bid: Number.NaN, ask: Number.NaN, bidSize: Number.NaN, askSize: Number.NaN }
  return {
    bid,
    ask,
    bidSize: Number.isNaN(bid) ? Number.NaN : (quote?.bs ?? Number.NaN),
    askSize: Number.isNaN(ask) ? Number.NaN : (quote?.as ?? Number.NaN),
  }
}

function bareQuote(symbol: string, asOfMs: number, price: number, warnings: readonly string[]): StockQuote {
  const unknown = Number.NaN
  return {
    symbol,
    asOfMs,
    sessionDate: sessionDateAt(asOfMs),
    price,
    bid: unknown,
    ask: unknown,
    bidSize: unknown,
    askSize: unknown,
    open: unknown,
    high: unknown,
    low: unknown,
    previousClose: unknown,
    volume: unknown,
    week52High: unknown,
    week52Low: unknown,
    marketSession: marketSessionAt(asOfMs),
    warnings,
  }
}

export const WITHOUT_RUNNING_DAY =
  'The running day is missing, and its volume unknown, until its bar of all exchanges is published, about 16 minutes late.'

/**
 * A quote of the feed of one exchange with the bar of all exchanges of its day: volume and histories are of all exchanges
 * or unknown.
 */
export function withDay({ quote }: AlpacaQuote, day: DailyBar | null, warnings: readonly string[]): AlpacaQuote {
  if (day?.date === quote.sessionDate) return { quote: { ...quote, volume: day.volume }, day }
  const reasons = warnings.length > 0 ? warnings : [WITHOUT_RUNNING_DAY]
  return { quote: { ...quote, warnings: [...quote.warnings, ...reasons] }, day: null }
}

/** The bar of the present session as far as every account may see it; null before that. */
export async function fetchRunningDay(rest: AlpacaRest, symbol: string): Promise<DailyBar | null> {
  const nowMs = rest.clock.nowMs()
  const date = sessionDateAt(nowMs)
  const [fromMs, endMs] = [newYorkInstant(date, 0), nowMs - OPEN_SIP_MS]
  if (endMs <= (sessionOn(date)?.openMs ?? endMs)) return null
  const bars = await barsBetween(rest, symbol, new Date(fromMs).toISOString(), endMs)
  return bars.find((bar) => bar.date === date) ?? null
}

/** As traded, of all exchanges: adjusting them for splits is done by what was known at the instant of a view. */
export async function fetchBars(rest: AlpacaRest, symbol: string, feeds: Feeds): Promise<readonly DailyBar[]> {
  if (INDEX_SYMBOLS.has(symbol)) return []
  return await barsBetween(rest, symbol, FIRST_DATE, rest.clock.nowMs() - (feeds.stocks === 'sip' ? 0 : OPEN_SIP_MS))
}

async function barsBetween(rest: AlpacaRest, symbol: string, start: string, endMs: number): Promise<DailyBar[]> {
  const reader = new RowReader(Bar)
  const byDate = new Map<string, DailyBar>()
  const query = {
    timeframe: '1Day',
    start,
    end: new Date(endMs).toISOString(),
    adjustment: 'raw',
    feed: 'sip',
    limit: ROWS_A_PAGE,
  }
  await eachPage(rest.data, { path: `/v2/stocks/${encodeURIComponent(symbol)}/bars`, query }, BarPage, (page) => {
    for (const row of page.bars ?? []) {
      const read = reader.read(row)
      const bar = read && barOf(read)
      // What was traded before the open is no session.
      if (bar && (sessionOn(bar.date)?.openMs ?? endMs) < endMs) byDate.set(bar.date, bar)
    }
  })
  reader.finish(rest.health, 'daily bars')
  return [...byDate.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
}

/** Null for a bar that is none: without four prices, or outside its own range. */
function barOf({ t, o, h, l, c, v }: Bar): DailyBar | null {
  if (!(l > 0 && l <= Math.min(o, c) && h >= Math.max(o, c))) return null
  return { date: newYorkDate(msOf(t)), open: o, high: h, low: l, close: c, volume: v ?? Number.NaN }
}

function aboveZero(value: number | null | undefined): number {
  return value !== null && value !== undefined && value > 0 ? value : Number.NaN
}
