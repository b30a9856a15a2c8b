/** The market at present, and at the end of a past session: prices and trades of the vendor, chains that were kept. */
import { adjustForSplits } from '../../../domain/market/adjust-bars.ts'
import type { DailyBar } from '../../../domain/market/bar.ts'
import type { CalendarEvent } from '../../../domain/market/calendar-event.ts'
import type { CorporateAction } from '../../../domain/market/corporate-action.ts'
import { newYorkDate } from '../../../domain/market/new-york-time.ts'
import type { NewsItem } from '../../../domain/market/news-item.ts'
import type { CalendarQuestion, Found, MarketMoment, MarketView, NewsQuestion } from '../../../ports/market-source.ts'
import { INDEX_SYMBOLS, type KnownSymbols } from '../known-symbols.ts'
import type { TapeAnswers } from '../option-tape.ts'
import { momentAt, type StoredPast, storedEarnings, storedEvents, storedNews } from '../stored-past.ts'
import { eventsOf } from './actions.ts'
import { ALL, type Answers } from './answers.ts'
import type { Feeds } from './feeds.ts'
import type { OffExchange } from './off-exchange.ts'
import type { OptionTapes } from './option-tapes.ts'
import type { Streaming } from './streaming.ts'

export type AlpacaView = MarketView & TapeAnswers

export interface ViewParts {
  readonly known: KnownSymbols
  readonly answers: Answers
  readonly feeds: Feeds
  readonly offExchange: OffExchange
  readonly optionTapes: OptionTapes
  readonly past: StoredPast
  readonly nowMs: () => number
  /** Null where the account is asked over HTTP alone. */
  readonly streaming: Streaming | null
}

export interface DateRange {
  readonly from?: string
  readonly to?: string
}

type Common = Pick<MarketView, 'moment' | 'offExchangeTrades' | 'earnings' | 'events' | 'news'>

const LACKS = {
  earnings: 'Alpaca publishes no earnings, and none of this window are stored: import some.',
  events: 'Alpaca tells no splits, dividends or closures of this window, and no other entries are stored: import some.',
  news: 'Alpaca has no news of this window, and none are stored.',
} as const

/** Bars up to a session in its share scale: adjusted for the splits that had taken effect by then. */
export async function barsUpTo(
  { answers }: ViewParts,
  symbol: string,
  sessionDate: string,
  { from = '', to = '9999-12-31' }: DateRange,
  running: readonly DailyBar[] = [],
): Promise<readonly DailyBar[]> {
  const { value: published } = await answers.bars.get(symbol)
  const finished = published.filter(({ date }) => date <= sessionDate && !running.some((day) => day.date === date))
  const splits = await splitsUpTo(answers, symbol, sessionDate)
  const bars = adjustForSplits([...finished, ...running], splits)
  return bars.filter(({ date }) => date >= from && date <= to)
}

export async function splitsUpTo(
  answers: Answers,
  symbol: string,
  sessionDate: string,
): Promise<readonly CorporateAction[]> {
  const { value: actions } = await answers.actions.get(ALL)
  return actions.filter((action) => action.symbol === symbol && action.kind === 'split' && action.exDate <= sessionDate)
}

/** What is asked for in the same way at present and of a past date. */
export function commonOf(parts: ViewParts, date: string | undefined): Common {
  const { known, past, answers, offExchange } = parts
  const moment = (): MarketMoment => momentAt(parts.nowMs(), date)
  const check = (symbol: string | undefined) => symbol !== undefined && known.require(symbol)
  return {
    moment: async () => moment(),
    async offExchangeTrades(symbol, days) {
      check(symbol)
      const at = moment()
      const tape = await offExchange.tape(symbol, at, days, await splitsUpTo(answers, symbol, at.sessionDate))
      // Nobody trades an index.
      if (date === undefined && !INDEX_SYMBOLS.has(symbol)) parts.streaming?.stocks?.watch(symbol)
      return tape
    },
    async earnings(asked) {
      check(asked.symbol)
      return await storedEarnings(past, moment(), asked, LACKS.earnings)
    },
    async events(asked) {
      check(asked.symbol)
      return await eventsAt(parts, moment(), asked)
    },
    async news(asked) {
      check(asked.symbol)
      return await newsAt(parts, moment(), asked, date)
    },
  }
}

async function eventsAt(
  { answers, past }: ViewParts,
  moment: MarketMoment,
  asked: CalendarQuestion,
): Promise<Found<CalendarEvent>> {
  const stored = await storedEvents(past, moment, asked, LACKS.events)
  const knownBy = new Date(moment.asOfMs).toISOString()
  const { value: actions, stale } = await answers.actions.get(ALL)
  const { value: closures } = await answers.closures.get(ALL)
  const told = [...eventsOf(actions), ...closures].filter((event) => isAsked(event, asked) && event.knownAt <= knownBy)
  const data = [...stored.data, ...told]
  return { data, warnings: [...(data.length > 0 ? [] : stored.warnings), ...(stale === null ? [] : [stale])] }
}

function isAsked({ symbol, scheduledAt }: CalendarEvent, asked: CalendarQuestion): boolean {
  const date = newYorkDate(Date.parse(scheduledAt))
  return (asked.symbol === undefined || symbol === asked.symbol) && date >= asked.from && date <= asked.to
}

async function newsAt(
  { answers, past }: ViewParts,
  moment: MarketMoment,
  asked: NewsQuestion,
  date: string | undefined,
): Promise<Found<NewsItem>> {
  // Of the present the vendor is asked up to whenever it is asked, so that the question stays the same.
  const { items, stale } = await answers.news(asked, date === undefined ? Number.NaN : moment.asOfMs)
  const stored = await storedNews(past, moment, asked, LACKS.news)
  const known = new Set(items.map(({ id }) => id))
  const both = [...items, ...stored.data.filter(({ id }) => !known.has(id))]
  const data = both.sort(newestFirst).slice(0, asked.limit)
  return { data, warnings: [...(data.length > 0 ? [] : [LACKS.news]), ...(stale === null ? [] : [stale])] }
}

function newestFirst(a: NewsItem, b: NewsItem): number {
  if (a.publishedAt !== b.publishedAt) return a.publishedAt < b.publishedAt ? 1 : -1
  return a.id < b.id ? 1 : -1
}
