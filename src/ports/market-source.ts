import type { DailyBar } from '../domain/market/bar.ts'
import type { CalendarEvent } from '../domain/market/calendar-event.ts'
import type { OptionChain } from '../domain/market/chain.ts'
import type { EarningsReport } from '../domain/market/earnings-report.ts'
import type { NewsItem } from '../domain/market/news-item.ts'
import type { TapePrints } from '../domain/market/option-tape.ts'
import type { StockQuote } from '../domain/market/quote.ts'
import type { SourceName } from '../domain/market/source.ts'
import type { SessionTrades } from '../domain/market/stock-trades.ts'

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

/** The implied volatility at 30 days of one past session, at its last chain. */
export interface PastIv {
  readonly date: string
  /** Decimal per year, NaN when the chain of that session does not tell. */
  readonly iv30: number
}

/**
 * Where market data come from. Answers are in domain types: UTC instants, decimals, NaN for unknown.
 * A symbol that the source does not know, and a date for which it has no data, throw `not_found` with a sentence that
 * says what to try; a source that fails throws `unavailable`.
 */
export interface MarketSource {
  readonly name: SourceName
  /** All symbols, sorted. */
  listings(): Promise<readonly Listing[]>
  /**
   * The market at present, or as it stood at the end of a past trading date. A view of a past date holds nothing that
   * was not known then.
   */
  viewAt(date?: string): Promise<MarketView>
}

/** The market up to one instant. Analytics see nothing else, so no value of today leaks into a past date. */
export interface MarketView {
  readonly source: SourceName
  /** The date that was asked for; undefined for the present. */
  readonly date: string | undefined
  /** The same object for as long as the data are the same, where the source remembers it. */
  quote(symbol: string): Promise<StockQuote>
  /** The same object for as long as the data are the same. */
  chain(symbol: string): Promise<OptionChain>
  /**
   * Daily bars in date order, adjusted for splits known at the view's instant, `from` and `to` included; the last is
   * the session of the view, unfinished when the view is the present. Empty when there is none in the range.
   */
  dailyBars(symbol: string, range: { readonly from?: string; readonly to?: string }): Promise<readonly DailyBar[]>
  /**
   * IV30 of each session with a chain among the 252 before the session of the view, in date order; that session itself,
   * and whatever came after it, is not in it. The same object for as long as the data are the same.
   */
  ivHistory(symbol: string): Promise<readonly PastIv[]>
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
   * Middles of the quotes of contracts at instants of any session up to the view's, USD per share, in the order of the
   * question. NaN for what lies ahead or outside of a session, and where no quote of about that time is known.
   */
  contractMids(symbol: string, asked: readonly ContractInstant[]): Promise<Float64Array>
  /** Where the market as a whole stands. Of the present nothing that the source has was announced later. */
  moment(): Promise<MarketMoment>
  /** Reports by report date, as they were known at the moment; of each fiscal period its last state. In no order. */
  earnings(asked: CalendarQuestion): Promise<Found<EarningsReport>>
  /**
   * What the source has of a calendar, as it was known at the moment: neither earnings, holidays nor expirations, which
   * follow from other data, though it may hold entries of these kinds. In no order.
   */
  events(asked: CalendarQuestion): Promise<Found<CalendarEvent>>
  /** Articles published by the moment, newest first, of one instant by id downwards. */
  news(asked: NewsQuestion): Promise<Found<NewsItem>>
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
export interface CalendarQuestion {
  readonly symbol?: string | undefined
  readonly from: string
  readonly to: string
}

export interface NewsQuestion {
  readonly symbol?: string | undefined
  /** ISO 8601 UTC with milliseconds, included. */
  readonly since: string
  /** Only what comes after this article in the order of the answer. */
  readonly after?: { readonly publishedAt: string; readonly id: string } | undefined
  readonly limit: number
}

/** Rows of a kind of data that not every source has: without it there are none, and the warnings say so. */
export interface Found<T> {
  readonly data: readonly T[]
  readonly warnings: readonly string[]
}

/** Sessions in date order; none, with a warning that says why, where the source has no such trades of a symbol. */
export interface OffExchangeTape {
  readonly asOfMs: number
  readonly sessionDate: string
  readonly sessions: readonly SessionTrades[]
  readonly warnings: readonly string[]
}

/** No rows, with a warning that says why, where the source has no option trades of a symbol. */
export interface OptionTape {
  readonly asOfMs: number
  /** The session of the trades. */
  readonly sessionDate: string
  /** Identity of the growing tape: what was derived from its first rows stays true while this is the same object. */
  readonly tape: object
  readonly prints: TapePrints
  readonly warnings: readonly string[]
}
