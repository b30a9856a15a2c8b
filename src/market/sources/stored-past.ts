/**
 * What a live source has of the past that its vendor does not provide: chains that were kept at the end of a session, their
 * figures, and whatever was imported. The service gives it the same store that `replay` answers from.
 */
import { AppError } from '../../lib/errors.ts'
import { addDays } from '../../lib/time/civil-date.ts'
import type { CalendarEvent } from '../domain/calendar/calendar-event.ts'
import { newYorkInstant } from '../domain/calendar/new-york-time.ts'
import { sessionDateAt, sessionOn, tradingDaysAround } from '../domain/calendar/trading-calendar.ts'
import type { MetricName } from '../domain/daily-metrics.ts'
import type { EarningsReport } from '../domain/earnings-report.ts'
import type { NewsItem } from '../domain/news-item.ts'
import type { OptionChain } from '../domain/options/chain.ts'
import type { ChainFacts } from '../domain/options/chain-facts.ts'
import type { TapePrints } from '../domain/options/option-tape.ts'
import type { DailyBar } from '../domain/stocks/bar.ts'
import type { CorporateAction } from '../domain/stocks/corporate-action.ts'
import type { SessionTrades } from '../domain/stocks/stock-trades.ts'
import type {
  CalendarQuery,
  Found,
  MarketMoment,
  MarketView,
  MetricHistory,
  NewsQuery,
  SessionRange,
} from '../ports/market-source.ts'

export interface StoredPast {
  /** The market at the end of a past session, as far as it is stored. */
  viewAt(date: string): Promise<MarketView>
  /** As `MarketView.metricHistory`, of the sessions before one. */
  metricHistory(symbol: string, sessionDate: string, metric: MetricName, range: SessionRange): Promise<MetricHistory>
  /** What is stored beside a chain, as known at an instant, and the rates of the settings where none are stored. */
  facts(chain: OptionChain, knownAtMs: number): Promise<ChainFacts>
  /** Bars as they were kept or imported, in date order. */
  bars(symbol: string, range: { readonly from?: string; readonly to?: string }): Promise<readonly DailyBar[]>
  coverage(): Promise<readonly StoredCoverage[]>
  /** `from` and `to` are dates here and instants below; entries as known at an instant (ISO 8601). */
  earnings(query: CalendarQuery & KnownAt): Promise<readonly EarningsReport[]>
  events(query: CalendarQuery & KnownAt): Promise<readonly CalendarEvent[]>
  news(query: NewsQuery & { readonly until: string }): Promise<readonly NewsItem[]>
  readonly tapes: KeptTapes
}

/** What earlier processes wrote down of tapes. */
export interface KeptTapes {
  /** Stored option trades of a session; null if there are none. */
  prints(symbol: string, sessionDate: string): Promise<KeptTape | null>
  /** Stored off-exchange trades of a finished session; null if there are none. */
  offExchange(symbol: string, sessionDate: string): Promise<SessionTrades | null>
}

export interface KeptTape {
  readonly prints: TapePrints
  /** Up to when nothing is missing; NaN while unknown. */
  readonly wholeUntilMs: number
}

/** Data that a live source has only in memory, to be stored by the service. */
export interface HeldTapes {
  /** Without the most recent prints, which can still change. */
  heldTapes(): readonly HeldTape[]
  /** Nothing more is pending: the last answer is included. */
  settleTapes(): void
  /** Complete finished sessions; each is returned until it is marked as stored. */
  heldOffExchange(): readonly HeldTrades[]
}

export interface HeldTape extends KeptTape {
  /** As of `OptionTape`. */
  readonly tape: object
  /** The session is over, and the tape is final. */
  readonly isFinal: boolean
  /** Trades that did not fit. */
  readonly lost: number
  /** What its answers say of it. */
  readonly warnings: readonly string[]
}

export interface HeldTrades {
  readonly session: SessionTrades
  kept(): void
}

/** Announcements that a vendor publishes without saying since when. */
export interface HeldDividends {
  /** Dividends of the last answer of the vendor, each known from when this source first had that answer. */
  heldDividends(): readonly CorporateAction[]
}

interface KnownAt {
  readonly knownAt: string
}

export interface StoredCoverage {
  readonly symbol: string
  readonly chainsFrom: string | null
  readonly chainsTo: string | null
  readonly barsFrom: string | null
  readonly barsTo: string | null
}

/** The present is now; a past date ends at its close. A running session is the present. */
export function momentAt(nowMs: number, date: string | undefined): MarketMoment {
  const present = { asOfMs: nowMs, sessionDate: sessionDateAt(nowMs) }
  if (date === undefined) return present
  const session = sessionOn(date)
  if (session && session.closeMs <= nowMs) return { asOfMs: session.closeMs, sessionDate: date }
  const why = session ? 'has not ended yet.' : `is no trading day. ${tradingDaysAround(date)}`
  const last = session ? `Leave the date out for the present` : `Choose a trading day up to ${present.sessionDate}`
  throw new AppError('not_found', `${date} ${why} ${last}.`)
}

/** Stored earnings as known at a moment; `missing` says why there are none. */
export async function storedEarnings(
  past: StoredPast,
  moment: MarketMoment,
  query: CalendarQuery,
  missing: string,
): Promise<Found<EarningsReport>> {
  return found(await past.earnings({ ...query, knownAt: instant(moment.asOfMs) }), missing)
}

export async function storedEvents(
  past: StoredPast,
  moment: MarketMoment,
  { symbol, from, to }: CalendarQuery,
  missing: string,
): Promise<Found<CalendarEvent>> {
  const events = await past.events({
    symbol,
    from: instant(newYorkInstant(from, 0)),
    to: instant(newYorkInstant(addDays(to, 1), 0) - 1),
    knownAt: instant(moment.asOfMs),
  })
  return found(events, missing)
}

export async function storedNews(
  past: StoredPast,
  moment: MarketMoment,
  query: NewsQuery,
  missing: string,
): Promise<Found<NewsItem>> {
  return found(await past.news({ ...query, until: instant(moment.asOfMs) }), missing)
}

function found<T>(data: readonly T[], missing: string): Found<T> {
  return { data, warnings: data.length > 0 ? [] : [missing] }
}

function instant(ms: number): string {
  return new Date(ms).toISOString()
}
