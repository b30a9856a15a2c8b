import type { CalendarEvent } from '../../domain/calendar/calendar-event.ts'
import type { DailyMetrics } from '../../domain/daily-metrics.ts'
import type { EarningsReport } from '../../domain/earnings-report.ts'
import type { InterestRates } from '../../domain/interest-rates.ts'
import type { NewsItem } from '../../domain/news-item.ts'
import type { OptionChain } from '../../domain/options/chain.ts'
import type { OptionPrints } from '../../domain/options/option-prints.ts'
import type { DailyBar } from '../../domain/stocks/bar.ts'
import type { CorporateAction, TickerPeriod } from '../../domain/stocks/corporate-action.ts'
import type { StockTrades } from '../../domain/stocks/stock-trades.ts'
import type { CalendarQuery, NewsQuery } from '../../ports/market-source.ts'

/** What this source needs of a store; the repositories of this context satisfy it. */
export interface ReplayMarket {
  readonly chains: {
    /** The latest chain, or the latest of one session; with `notAfter` (ISO 8601) of those up to an instant. */
    latest(symbol: string, sessionDate?: string, notAfter?: string): Promise<ReplayChainHead | undefined>
    load(id: string): Promise<OptionChain | undefined>
    sessionDates(symbol: string): Promise<readonly string[]>
    latestAsOf(): Promise<string | undefined>
    coverage(): Promise<readonly (StoredRange & { readonly name: string | null })[]>
  }
  readonly dailyBars: {
    range(symbol: string, range: { readonly from?: string; readonly to?: string }): Promise<readonly DailyBar[]>
    latest(symbol: string, notAfter?: string): Promise<DailyBar | undefined>
    coverage(): Promise<readonly StoredRange[]>
  }
  readonly dailyMetrics: {
    history(
      symbol: string,
      method: number,
      range: { readonly from: string; readonly before: string },
    ): Promise<readonly (DailyMetrics & { readonly sessionDate: string })[]>
  }
  readonly corporateActions: {
    /** Only what was public at an instant (ISO 8601). */
    known(symbol: string, atOrBefore: string): Promise<readonly CorporateAction[]>
    tickerPeriods(symbol: string): Promise<readonly TickerPeriod[]>
  }
  readonly interestRates: {
    /** Of the last day from `from` on, as public at an instant (ISO 8601). */
    latest(knownAt: string, from: string): Promise<InterestRates | undefined>
  }
  readonly marketSessions: {
    heads(
      kind: keyof StoredTapes,
      symbol: string,
      range: { readonly from: string; readonly to: string },
    ): Promise<readonly SessionHead[]>
    load<Kind extends keyof StoredTapes>(
      kind: Kind,
      symbol: string,
      sessionDate: string,
    ): Promise<{ readonly table: StoredTapes[Kind] } | undefined>
    sessionDates(kind: keyof StoredTapes, symbol: string): Promise<readonly string[]>
    coverage(kind: keyof StoredTapes): Promise<readonly StoredRange[]>
  }
  readonly marketCalendar: {
    earnings(query: KnownAt): Promise<readonly EarningsReport[]>
    events(query: KnownAt): Promise<readonly CalendarEvent[]>
    latestKnownAt(): Promise<string | undefined>
  }
  readonly news: {
    list(query: Partial<NewsQuery> & { readonly until: string; readonly limit: number }): Promise<readonly NewsItem[]>
  }
}

/** What was known at an instant (ISO 8601). */
interface KnownAt extends Partial<CalendarQuery> {
  readonly knownAt: string
}

interface StoredTapes {
  trades: StockTrades
  prints: OptionPrints
}

export interface SessionHead {
  /** Changes whenever the content of the session does. */
  readonly id: string
  readonly sessionDate: string
}

export interface ReplayChainHead {
  /** Changes whenever the content of the chain does. */
  readonly id: string
  readonly sessionDate: string
  /** ISO 8601 UTC. */
  readonly asOf: string
}

export interface StoredRange {
  readonly symbol: string
  readonly from: string
  readonly to: string
}
