/** The market at present, and at the end of a past session: prices and trades of the vendor, chains that were kept. */

import { addDays } from '../../../lib/time/civil-date.ts'
import type { CalendarEvent, EventKind } from '../../domain/calendar/calendar-event.ts'
import { newYorkDate } from '../../domain/calendar/new-york-time.ts'
import { type MetricName, PRICE_METRICS } from '../../domain/daily-metrics.ts'
import type { NewsItem } from '../../domain/news-item.ts'
import { adjustForSplits } from '../../domain/stocks/adjust-bars.ts'
import type { DailyBar } from '../../domain/stocks/bar.ts'
import type { CorporateAction } from '../../domain/stocks/corporate-action.ts'
import type {
  BarRange,
  CalendarQuery,
  Found,
  MarketMoment,
  MarketView,
  MetricHistory,
  NewsQuery,
  SessionRange,
} from '../../ports/market-source.ts'
import { INDEX_SYMBOLS, type KnownSymbols } from '../known-symbols.ts'
import { type SideData, sideData } from '../side-data.ts'
import { momentAt, type StoredPast, storedEarnings, storedEvents, storedNews } from '../stored-past.ts'
import type { Feeds } from './feeds.ts'
import { type Actions, eventsOf, NO_ACTIONS, type SpinOffAction } from './rest/actions.ts'
import { ALL, type Answers } from './rest/answers.ts'
import type { OffExchange } from './rest/off-exchange.ts'
import type { OptionTapes } from './stream/option-tapes.ts'
import type { Streaming } from './stream/streaming.ts'

export interface ViewParts {
  readonly known: KnownSymbols
  readonly answers: Answers
  readonly feeds: Feeds
  readonly offExchange: OffExchange
  readonly optionTapes: OptionTapes
  readonly past: StoredPast
  readonly nowMs: () => number
  /** How long an answer waits for data that only complete it. */
  readonly patience: () => Promise<void>
  /** How long it waits for data that only improve it. */
  readonly shortPatience: () => Promise<void>
  /** What the answers of this view lack that have no warnings of their own, such as bars. */
  readonly lacks: Set<string>
  /** Null without streams. */
  readonly streaming: Streaming | null
}

const WITHOUT_SPLITS = 'So prices of before a split are in the shares of their own time.'
const WITHOUT_ACTIONS = 'So splits and dividends of the vendor are missing.'
const WITHOUT_CLOSURES = 'So closures against the rules are missing.'
const WITHOUT_NEWS = 'So news of the vendor are missing.'
const OF_ACTIONS: readonly EventKind[] = ['split', 'dividend']
const OF_CLOSURES: readonly EventKind[] = ['holiday']

type Common = Pick<MarketView, 'moment' | 'offExchangeTrades' | 'earnings' | 'events' | 'news'>

const LACKS = {
  earnings: 'Alpaca publishes no earnings, and none of this window are stored: import some.',
  events:
    'Alpaca reports no splits, dividends or closures of this window, and no other entries are stored: import some.',
  news: 'Alpaca has no news of this window, and none are stored.',
} as const

/** Bars up to a session in its share scale: adjusted for the splits that had taken effect by then. */
export async function barsUpTo(
  parts: Pick<ViewParts, 'answers' | 'shortPatience'>,
  symbol: string,
  sessionDate: string,
  { from = '', to = '9999-12-31', used = from }: BarRange,
  running: readonly DailyBar[] = [],
): Promise<SideData<readonly DailyBar[]> & { readonly isWhole: boolean }> {
  const [{ value: published }, splits] = await Promise.all([
    parts.answers.bars.get(symbol),
    splitsUpTo(parts, symbol, sessionDate),
  ])
  const isFinished = ({ date }: DailyBar) => date < sessionDate || (date === sessionDate && running.length === 0)
  const adjusted = adjustForSplits([...published.filter(isFinished), ...running], splits.value)
  const bars = adjusted.filter(({ date }) => date >= from && date <= to)
  const [first = '9999-12-31', last = sessionDate] = [bars[0]?.date, to < sessionDate ? to : undefined]
  const usedFrom = typeof used === 'number' ? addDays(bars.at(-1)?.date ?? last, 1 - used) : used
  const parted = splits.partedIn({ after: first, from: usedFrom, to: last })
  return { value: bars, warnings: [...splits.warnings, ...parted], isWhole: splits.isWhole }
}

/** The first warning of every answer of this view; undefined while nothing is lacking. */
export function noticeOf({ lacks }: ViewParts): string | undefined {
  return lacks.size > 0 ? [...lacks].join(' ') : undefined
}

interface Splits extends SideData<readonly CorporateAction[]> {
  readonly isWhole: boolean
  /** Sentences about the spin-offs after one date, from another on, up to a third, for which no price is adjusted. */
  partedIn(span: { readonly after: string; readonly from?: string; readonly to: string }): string[]
}

/** Without the list of actions nothing is adjusted, and every answer says so. */
async function splitsUpTo(
  { answers, shortPatience }: Pick<ViewParts, 'answers' | 'shortPatience'>,
  symbol: string,
  sessionDate: string,
): Promise<Splits> {
  const { value, warnings } = await sideData<Actions>(answers.actions.get(ALL), {
    instead: NO_ACTIONS,
    without: WITHOUT_SPLITS,
    patience: shortPatience,
  })
  const isSplit = ({ kind, symbol: of, exDate }: CorporateAction) =>
    of === symbol && kind === 'split' && exDate <= sessionDate
  const isWhole = value !== NO_ACTIONS
  return {
    value: value.known.filter(isSplit),
    warnings: isWhole ? [] : warnings,
    isWhole,
    partedIn({ after, from = '', to }) {
      const isIn = (exDate: string) => exDate > after && exDate >= from && exDate <= to
      return value.spinOffs.filter((each) => each.symbol === symbol && isIn(each.exDate)).map(spinOffSentence)
    },
  }
}

function spinOffSentence({ symbol, newSymbol, exDate }: SpinOffAction): string {
  return `${symbol} gave its holders ${newSymbol} on ${exDate}: prices of before are not adjusted for this spin-off.`
}

/** Figures that were kept, which nothing adjusts. */
export async function keptMetrics(
  parts: ViewParts,
  symbol: string,
  sessionDate: string,
  { metric, range }: { readonly metric: MetricName; readonly range: SessionRange },
): Promise<MetricHistory> {
  const history = await parts.past.metricHistory(symbol, sessionDate, metric, range)
  const first = history.points[0]?.date
  if (!PRICE_METRICS.has(metric) || first === undefined) return history
  const { partedIn } = await splitsUpTo(parts, symbol, sessionDate)
  return { ...history, warnings: [...history.warnings, ...partedIn({ after: first, to: sessionDate })] }
}

/** What the present view and past views request in the same way. */
export function commonOf(parts: ViewParts, date: string | undefined): Common {
  const { known, past, offExchange } = parts
  const moment = (): MarketMoment => momentAt(parts.nowMs(), date)
  const check = (symbol: string | undefined) => symbol !== undefined && known.require(symbol)
  return {
    moment: async () => moment(),
    async offExchangeTrades(symbol, days) {
      check(symbol)
      const at = moment()
      const splits = await splitsUpTo(parts, symbol, at.sessionDate)
      // Nobody trades an index.
      const live = date === undefined && !INDEX_SYMBOLS.has(symbol) ? parts.streaming?.stocks : null
      await live?.fillGap(symbol)
      const tape = await offExchange.tape(symbol, at, days, splits.value)
      live?.watch(symbol)
      const parted = splits.partedIn({ after: addDays(at.sessionDate, 1 - days), to: at.sessionDate })
      return { ...tape, warnings: [...tape.warnings, ...splits.warnings, ...parted] }
    },
    async earnings(query) {
      check(query.symbol)
      return await storedEarnings(past, moment(), query, LACKS.earnings)
    },
    async events(query) {
      check(query.symbol)
      return await eventsAt(parts, moment(), query)
    },
    async news(query) {
      check(query.symbol)
      return await newsAt(parts, moment(), query, date)
    },
  }
}

async function eventsAt(parts: ViewParts, moment: MarketMoment, query: CalendarQuery): Promise<Found<CalendarEvent>> {
  const { answers, past, patience } = parts
  const wants = (kinds: readonly EventKind[]) => !query.kinds || query.kinds.some((kind) => kinds.includes(kind))
  const [stored, actions, closures] = await Promise.all([
    storedEvents(past, moment, query, LACKS.events),
    wants(OF_ACTIONS)
      ? sideData<Actions>(answers.actions.get(ALL), { instead: NO_ACTIONS, without: WITHOUT_ACTIONS, patience })
      : { value: NO_ACTIONS, warnings: [] },
    wants(OF_CLOSURES)
      ? sideData(answers.closures.get(ALL), { instead: [], without: WITHOUT_CLOSURES, patience })
      : NOTHING,
  ])
  const knownBy = new Date(moment.asOfMs).toISOString()
  const all = [...eventsOf(actions.value.known), ...closures.value]
  const events = all.filter((event) => isWanted(event, query) && event.knownAt <= knownBy)
  const data = [...stored.data, ...events]
  return { data, warnings: [...(data.length > 0 ? [] : stored.warnings), ...actions.warnings, ...closures.warnings] }
}

const NOTHING = { value: [], warnings: [] }

function isWanted({ symbol, scheduledAt }: CalendarEvent, query: CalendarQuery): boolean {
  const date = newYorkDate(Date.parse(scheduledAt))
  return (query.symbol === undefined || symbol === query.symbol) && date >= query.from && date <= query.to
}

async function newsAt(
  { answers, past, patience }: ViewParts,
  moment: MarketMoment,
  query: NewsQuery,
  date: string | undefined,
): Promise<Found<NewsItem>> {
  // For the present the end is open, so that the question stays the same.
  const news = answers.news(query, date === undefined ? Number.NaN : moment.asOfMs)
  const { value: items, warnings } = await sideData(news, { instead: [], without: WITHOUT_NEWS, patience })
  const stored = await storedNews(past, moment, query, LACKS.news)
  const known = new Set(items.map(({ id }) => id))
  const both = [...items, ...stored.data.filter(({ id }) => !known.has(id))]
  const data = both.sort(newestFirst).slice(0, query.limit)
  return { data, warnings: [...(data.length > 0 || warnings.length > 0 ? [] : [LACKS.news]), ...warnings] }
}

function newestFirst(a: NewsItem, b: NewsItem): number {
  if (a.publishedAt !== b.publishedAt) return a.publishedAt < b.publishedAt ? 1 : -1
  return a.id < b.id ? 1 : -1
}
