/** Quotes of stocks from snapshots, of indices from index values, and daily bars as traded. */
import type { DailyBar } from '../../../domain/market/bar.ts'
import { newYorkDate } from '../../../domain/market/new-york-time.ts'
import type { StockQuote } from '../../../domain/market/quote.ts'
import { isTradingDay, marketSessionAt, sessionDateAt } from '../../../domain/market/trading-calendar.ts'
import { INDEX_SYMBOLS } from '../known-symbols.ts'
import { VendorFailure } from '../vendor-failure.ts'
import { type Feeds, OPEN_SIP_MS, stockFeedSentence } from './feeds.ts'
import { type AlpacaRest, eachPage, msOf, one, RowReader } from './rest.ts'
import { Bar, BarPage, IndexValues, StockSnapshot } from './schema.ts'

/** The first day of which Alpaca has prices. */
const FIRST_DATE = '2016-01-01'
const ROWS_A_PAGE = 10_000

/** A quote with what a chain needs besides: the close of its session, where that is over. */
export interface AlpacaQuote {
  readonly quote: StockQuote
  /** The running or last day; null where the vendor does not tell it. */
  readonly day: DailyBar | null
}

export async function fetchQuote(rest: AlpacaRest, symbol: string, feeds: Feeds): Promise<AlpacaQuote> {
  if (INDEX_SYMBOLS.has(symbol)) return await fetchIndex(rest, symbol)
  const path = `/v2/stocks/${encodeURIComponent(symbol)}/snapshot`
  const snapshot = await one(rest.data, { path, query: { feed: feeds.stocks } }, StockSnapshot)
  return quoteOf(symbol, snapshot, feeds, rest.clock.nowMs())
}

async function fetchIndex(rest: AlpacaRest, symbol: string): Promise<AlpacaQuote> {
  const path = '/v1beta1/indices/latest/values'
  const { values } = await one(rest.data, { path, query: { symbols: symbol } }, IndexValues)
  const value = values[symbol]
  if (!value) throw new VendorFailure('not_found', `Alpaca has no value of the index ${symbol}.`)
  const warning = 'Of indices Alpaca tells the level alone: the range of the day, volume and history are unknown.'
  return { quote: bareQuote(symbol, msOf(value.t), value.v, [warning]), day: null }
}

export function quoteOf(symbol: string, snapshot: StockSnapshot, feeds: Feeds, nowMs: number): AlpacaQuote {
  const { latestTrade, latestQuote, dailyBar, prevDailyBar } = snapshot
  if (!latestTrade) throw new VendorFailure('not_found', `Alpaca has no price of ${symbol}.`)
  const seenMs = Math.max(msOf(latestTrade.t), latestQuote ? msOf(latestQuote.t) : 0)
  const bare = bareQuote(symbol, Math.min(seenMs, nowMs), latestTrade.p, [stockFeedSentence(feeds)])
  const today = dailyBar && newYorkDate(msOf(dailyBar.t)) === bare.sessionDate ? dailyBar : null
  const before = today ? prevDailyBar : dailyBar
  const quote = {
    ...bare,
    ...bidAndAsk(latestQuote),
    open: aboveZero(today?.o),
    high: aboveZero(today?.h),
    low: aboveZero(today?.l),
    previousClose: aboveZero(before?.c),
    volume: today?.v ?? Number.NaN,
  }
  return { quote, day: today ? barOf(today) : null }
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

/** As traded, of all exchanges: adjusting them for splits is done by what was known at the instant of a view. */
export async function fetchBars(rest: AlpacaRest, symbol: string, feeds: Feeds): Promise<readonly DailyBar[]> {
  if (INDEX_SYMBOLS.has(symbol)) return []
  const endMs = rest.clock.nowMs() - (feeds.stocks === 'sip' ? 0 : OPEN_SIP_MS)
  const reader = new RowReader(Bar)
  const byDate = new Map<string, DailyBar>()
  const query = {
    timeframe: '1Day',
    start: FIRST_DATE,
    end: new Date(endMs).toISOString(),
    adjustment: 'raw',
    feed: 'sip',
    limit: ROWS_A_PAGE,
  }
  await eachPage(rest.data, { path: `/v2/stocks/${encodeURIComponent(symbol)}/bars`, query }, BarPage, (page) => {
    for (const row of page.bars ?? []) {
      const read = reader.read(row)
      const bar = read && barOf(read)
      if (bar && isTradingDay(bar.date)) byDate.set(bar.date, bar)
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
