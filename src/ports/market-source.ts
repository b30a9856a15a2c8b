import type { DailyBar } from '../domain/market/bar.ts'
import type { OptionChain } from '../domain/market/chain.ts'
import type { StockQuote } from '../domain/market/quote.ts'
import type { SourceName } from '../domain/market/source.ts'

/** What a source has of one symbol. Dates are New York trading dates, null where there is no such data. */
export interface Listing {
  readonly symbol: string
  readonly name: string | null
  readonly sector: string | null
  readonly optionsFrom: string | null
  readonly optionsTo: string | null
  readonly barsFrom: string | null
  readonly barsTo: string | null
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
}
