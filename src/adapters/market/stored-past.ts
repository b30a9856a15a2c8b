/**
 * What a live source has of the past that its vendor does not tell: chains that were kept at the end of a session, their
 * figures, and whatever was imported. The service gives it the same store that `replay` answers from.
 */
import { AppError } from '../../domain/errors.ts'
import type { DailyBar } from '../../domain/market/bar.ts'
import type { CalendarEvent } from '../../domain/market/calendar-event.ts'
import type { EarningsReport } from '../../domain/market/earnings-report.ts'
import { newYorkInstant } from '../../domain/market/new-york-time.ts'
import type { NewsItem } from '../../domain/market/news-item.ts'
import type { TapePrints } from '../../domain/market/option-tape.ts'
import type { SessionTrades } from '../../domain/market/stock-trades.ts'
import { sessionDateAt, sessionOn } from '../../domain/market/trading-calendar.ts'
import { addDays } from '../../lib/civil-date.ts'
import type {
  CalendarQuestion,
  Found,
  MarketMoment,
  MarketView,
  NewsQuestion,
  PastIv,
} from '../../ports/market-source.ts'

export interface StoredPast {
  /** The market at the end of a past session, as far as it is stored. */
  viewAt(date: string): Promise<MarketView>
  /** As `MarketView.ivHistory`, of the sessions before one. */
  ivHistory(symbol: string, sessionDate: string): Promise<readonly PastIv[]>
  /** Bars as they were kept or imported, in date order. */
  bars(symbol: string, range: { readonly from?: string; readonly to?: string }): Promise<readonly DailyBar[]>
  coverage(): Promise<readonly StoredCoverage[]>
  /** `from` and `to` are dates here and instants below; all of it known at an instant (ISO 8601). */
  earnings(asked: CalendarQuestion & KnownAt): Promise<readonly EarningsReport[]>
  events(asked: CalendarQuestion & KnownAt): Promise<readonly CalendarEvent[]>
  news(asked: NewsQuestion & { readonly until: string }): Promise<readonly NewsItem[]>
  readonly tapes: KeptTapes
}

/** What earlier processes wrote down of tapes. */
export interface KeptTapes {
  /** Option trades of a session as far as they were kept; null where none are. */
  prints(symbol: string, sessionDate: string): Promise<KeptTape | null>
  /** Off-exchange trades of a finished session; null where it was not kept. */
  offExchange(symbol: string, sessionDate: string): Promise<SessionTrades | null>
}

export interface KeptTape {
  readonly prints: TapePrints
  /** Up to when nothing is missing; NaN while unknown. */
  readonly wholeUntilMs: number
}

/** What a live source holds in memory and nowhere else, for the service to write down. */
export interface HeldTapes {
  /** Without the prints of the last moment, of which more may come to be known. */
  heldTapes(): readonly HeldTape[]
  /** Nothing more is waited for: what came last is told with the others. */
  settleTapes(): void
  /** Finished sessions that were read whole; each is told until it is said to be kept. */
  heldOffExchange(): readonly HeldTrades[]
}

export interface HeldTape extends KeptTape {
  /** As of `OptionTape`. */
  readonly tape: object
  /** The session is over, and nothing more will come. */
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

/** The present is now; a past date stands at its close. A session that is still under way is the present. */
export function momentAt(nowMs: number, date: string | undefined): MarketMoment {
  const present = { asOfMs: nowMs, sessionDate: sessionDateAt(nowMs) }
  if (date === undefined) return present
  const session = sessionOn(date)
  if (session && session.closeMs <= nowMs) return { asOfMs: session.closeMs, sessionDate: date }
  const why = session ? 'has not ended yet' : 'is no trading day'
  const last = session ? `Leave the date out for the present` : `Choose a trading day up to ${present.sessionDate}`
  throw new AppError('not_found', `${date} ${why}. ${last}.`)
}

/** Earnings of the store, as they were known at a moment; `lacking` says why there are none. */
export async function storedEarnings(
  past: StoredPast,
  moment: MarketMoment,
  asked: CalendarQuestion,
  lacking: string,
): Promise<Found<EarningsReport>> {
  return found(await past.earnings({ ...asked, knownAt: instant(moment.asOfMs) }), lacking)
}

export async function storedEvents(
  past: StoredPast,
  moment: MarketMoment,
  { symbol, from, to }: CalendarQuestion,
  lacking: string,
): Promise<Found<CalendarEvent>> {
  const events = await past.events({
    symbol,
    from: instant(newYorkInstant(from, 0)),
    to: instant(newYorkInstant(addDays(to, 1), 0) - 1),
    knownAt: instant(moment.asOfMs),
  })
  return found(events, lacking)
}

export async function storedNews(
  past: StoredPast,
  moment: MarketMoment,
  asked: NewsQuestion,
  lacking: string,
): Promise<Found<NewsItem>> {
  return found(await past.news({ ...asked, until: instant(moment.asOfMs) }), lacking)
}

function found<T>(data: readonly T[], lacking: string): Found<T> {
  return { data, warnings: data.length > 0 ? [] : [lacking] }
}

function instant(ms: number): string {
  return new Date(ms).toISOString()
}
