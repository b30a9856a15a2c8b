import type { CalendarEvent, EventKind } from '../domain/calendar/calendar-event.ts'
import type { MetricName } from '../domain/daily-metrics.ts'
import type { EarningsReport } from '../domain/earnings-report.ts'
import type { NewsItem } from '../domain/news-item.ts'
import type { OptionChain } from '../domain/options/chain.ts'
import type { TapePrints } from '../domain/options/option-tape.ts'
import type { SourceCapabilities } from '../domain/source.ts'
import type { DailyBar } from '../domain/stocks/bar.ts'
import type { StockQuote } from '../domain/stocks/quote.ts'
import type { SessionTrades } from '../domain/stocks/stock-trades.ts'
import type { SourceName } from '../sources/index.ts'

/** What a source has of one symbol. Dates are New York trading dates, null where there is no such data. */
export interface Listing {
  readonly symbol: string
  readonly name: string | null
  readonly sector: string | null
  readonly optionsFrom: string | null
  readonly optionsTo: string | null
  readonly barsFrom: string | null
  readonly barsTo: string | null
  readonly printsFrom: string | null
  readonly printsTo: string | null
}

/** The past sessions that a history covers. */
export interface SessionRange {
  /** At most this many trading days before the session of the view. */
  readonly sessions: number
}

/** A metric of past sessions, each at its last chain. */
export interface MetricHistory {
  /** In date order; empty with a warning if the source does not have this metric. */
  readonly points: readonly MetricPoint[]
  readonly warnings: readonly string[]
}

export interface MetricPoint {
  /** The session, a New York trading date. */
  readonly date: string
  /** In the unit of `DailyMetrics`; NaN when unknown for that session. */
  readonly value: number
}

/**
 * Source of market data. Answers are in domain types: UTC instants, decimals, NaN for unknown. An unknown symbol and a
 * date without data throw `not_found` with a suggestion; a failing source throws `unavailable`.
 */
export interface MarketSource {
  readonly name: SourceName
  /** What is to be known of every answer of this source, in a sentence; most have nothing of the kind. */
  readonly notice?: string | undefined
  /** What this source can do, with the plan that its account has. */
  readonly capabilities: SourceCapabilities
  /** All symbols, sorted. */
  listings(): Promise<readonly Listing[]>
  /** The market at present, or at the end of a past trading date. A past view contains only data known then. */
  viewAt(date?: string): Promise<MarketView>
}

/** The market up to one instant. Analytics see nothing else, so no value of today leaks into a past date. */
export interface MarketView {
  readonly source: SourceName
  /** The notice of the source: the first warning of every answer. */
  readonly notice?: string | undefined
  /**
   * Whether a demonstration shows instants of a session that is over as if they were the present. Nobody is notified of
   * them, and no trade idea is made of them. Only the simulated market does this.
   */
  readonly isReplay?: boolean | undefined
  /** The requested date; undefined for the present. */
  readonly date: string | undefined
  /** The same object for as long as the data are the same, where the source remembers it. */
  quote(symbol: string): Promise<StockQuote>
  /** The same object for as long as the data are the same. */
  chain(symbol: string): Promise<OptionChain>
  /**
   * Daily bars in date order, adjusted for splits known at the view's instant, `from` and `to` included; the last is
   * the session of the view, unfinished when the view is the present. Empty when there is none in the range. What they
   * are not adjusted for is in the notice of the view.
   */
  dailyBars(symbol: string, range: BarRange): Promise<readonly DailyBar[]>
  /**
   * A metric of each session with a chain in the range before the session of the view; that session and later ones are
   * excluded. `points` is the same object until the data change.
   */
  metricHistory(symbol: string, metric: MetricName, range: SessionRange): Promise<MetricHistory>
  /**
   * Trades that were reported from off the exchanges, of the sessions within some calendar days up to and including the
   * one of the view, in the share scale of that session.
   */
  offExchangeTrades(symbol: string, days: number): Promise<OffExchangeTape>
  /**
   * Option trades of the session of the view up to its instant, in time order. While the session runs the answer grows:
   * rows are only added at the end, and `tape` stays the same object until what it is read with (the chain of a past
   * session, the calendar before it) is replaced.
   */
  optionPrints(symbol: string): Promise<OptionTape>
  /**
   * Quote mids of contracts at instants up to the view's, USD per share, in the order of the request. NaN for future
   * instants, outside sessions, and without a quote of about that time.
   */
  contractMids(symbol: string, instants: readonly ContractInstant[]): Promise<Float64Array>
  /** Instant and session of the market as a whole. */
  moment(): Promise<MarketMoment>
  /**
   * Earnings reports in a window of report dates, as known at the view's instant: the latest state of each fiscal
   * period. Unordered.
   */
  earnings(query: CalendarQuery): Promise<Found<EarningsReport>>
  /**
   * Calendar entries of the source, as known at the view's instant. Earnings, holidays and expirations follow from
   * other data, but the source may have entries of these kinds. Unordered.
   */
  events(query: CalendarQuery): Promise<Found<CalendarEvent>>
  /** Articles published by the moment, newest first, of one instant by id downwards. */
  news(query: NewsQuery): Promise<Found<NewsItem>>
}

export interface BarRange {
  readonly from?: string
  readonly to?: string
  /**
   * What the figures of the caller are made of, where that is less than the range: from a date on, or so many calendar
   * days up to the last bar.
   */
  readonly used?: string | number
}

export interface MarketMoment {
  readonly asOfMs: number
  /** New York trading date that the moment belongs to. */
  readonly sessionDate: string
}

export interface ContractInstant {
  /** OCC identity, 21 characters. */
  readonly optionSymbol: string
  readonly atMs: number
}

/** Of one symbol, else of all; New York dates, both included. */
export interface CalendarQuery {
  readonly symbol?: string | undefined
  /** Kinds that the caller uses: a source need not ask its vendor for others, and may return them. All where left out. */
  readonly kinds?: readonly EventKind[] | undefined
  readonly from: string
  readonly to: string
}

export interface NewsQuery {
  readonly symbol?: string | undefined
  /** ISO 8601 UTC with milliseconds, included. */
  readonly since: string
  /** Only what comes after this article in the order of the answer. */
  readonly after?: { readonly publishedAt: string; readonly id: string } | undefined
  readonly limit: number
}

/** Rows of optional data; a source without them returns none and a warning. */
export interface Found<T> {
  readonly data: readonly T[]
  readonly warnings: readonly string[]
}

/** Sessions in date order; none, with a warning, if the source has no such trades of a symbol. */
export interface OffExchangeTape {
  readonly asOfMs: number
  readonly sessionDate: string
  readonly sessions: readonly SessionTrades[]
  readonly warnings: readonly string[]
}

/** Empty, with a warning, if the source has no option trades of a symbol. */
export interface OptionTape {
  readonly asOfMs: number
  /** The session of the trades. */
  readonly sessionDate: string
  /** Identity of the growing tape: what was derived from its first rows stays true while this is the same object. */
  readonly tape: object
  readonly prints: TapePrints
  readonly warnings: readonly string[]
}
