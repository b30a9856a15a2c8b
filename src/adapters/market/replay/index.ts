/**
 * The market as it was imported. The present of a symbol is its latest stored chain, or its last bar where it has no
 * chain; a past date is answered from what is stored of that date and of the dates before it.
 */
import type { DailyBar } from '../../../domain/market/bar.ts'
import type { CalendarEvent } from '../../../domain/market/calendar-event.ts'
import type { OptionChain } from '../../../domain/market/chain.ts'
import type { CorporateAction, TickerPeriod } from '../../../domain/market/corporate-action.ts'
import type { EarningsReport } from '../../../domain/market/earnings-report.ts'
import type { NewsItem } from '../../../domain/market/news-item.ts'
import type { OptionPrints } from '../../../domain/market/option-prints.ts'
import type { StockTrades } from '../../../domain/market/stock-trades.ts'
import type { CalendarQuestion, Listing, MarketSource, NewsQuestion } from '../../../ports/market-source.ts'
import { chainMemo } from './chain-memo.ts'
import { ivHistories } from './iv-history.ts'
import { offExchangeMemo } from './off-exchange.ts'
import { optionTapes } from './option-tape.ts'
import type { DateRange } from './security-bars.ts'
import { replayView } from './view.ts'

/** What this source needs of a store; the table groups of the store satisfy it. */
export interface ReplayMarket {
  readonly chains: {
    latest(symbol: string, sessionDate?: string): Promise<ReplayChainHead | undefined>
    load(id: string): Promise<OptionChain | undefined>
    sessionDates(symbol: string): Promise<readonly string[]>
    latestAsOf(): Promise<string | undefined>
    coverage(): Promise<readonly (Range & { readonly name: string | null })[]>
  }
  readonly dailyBars: {
    range(symbol: string, range: { readonly from?: string; readonly to?: string }): Promise<readonly DailyBar[]>
    latest(symbol: string, notAfter?: string): Promise<DailyBar | undefined>
    coverage(): Promise<readonly Range[]>
  }
  readonly dailyMetrics: {
    history(
      symbol: string,
      method: number,
      range: { readonly from: string; readonly before: string },
    ): Promise<readonly { readonly sessionDate: string; readonly iv30: number }[]>
  }
  readonly corporateActions: {
    /** Only what was public at an instant (ISO 8601). */
    known(symbol: string, atOrBefore: string): Promise<readonly CorporateAction[]>
    tickerPeriods(symbol: string): Promise<readonly TickerPeriod[]>
  }
  readonly marketSessions: {
    heads(kind: keyof StoredTapes, symbol: string, range: Required<DateRange>): Promise<readonly SessionHead[]>
    load<Kind extends keyof StoredTapes>(
      kind: Kind,
      symbol: string,
      sessionDate: string,
    ): Promise<{ readonly table: StoredTapes[Kind] } | undefined>
    sessionDates(kind: keyof StoredTapes, symbol: string): Promise<readonly string[]>
    coverage(kind: keyof StoredTapes): Promise<readonly Range[]>
  }
  readonly marketCalendar: {
    earnings(query: KnownAt): Promise<readonly EarningsReport[]>
    events(query: KnownAt): Promise<readonly CalendarEvent[]>
    latestKnownAt(): Promise<string | undefined>
  }
  readonly news: {
    list(
      query: Partial<NewsQuestion> & { readonly until: string; readonly limit: number },
    ): Promise<readonly NewsItem[]>
  }
}

/** What was known at an instant (ISO 8601). */
interface KnownAt extends Partial<CalendarQuestion> {
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

interface Range {
  readonly symbol: string
  readonly from: string
  readonly to: string
}

export function replayMarket({ market }: { readonly market: ReplayMarket }): MarketSource {
  const chains = chainMemo(market)
  const histories = ivHistories(market)
  const offExchange = offExchangeMemo(market)
  const optionTape = optionTapes(market)
  return {
    name: 'replay',
    listings: () => listingsOf(market),
    viewAt: (date) => Promise.resolve(replayView({ market, chains, histories, offExchange, optionTape, date })),
  }
}

async function listingsOf(market: ReplayMarket): Promise<readonly Listing[]> {
  const options = bySymbol(await market.chains.coverage())
  const bars = bySymbol(await market.dailyBars.coverage())
  const prints = bySymbol(await market.marketSessions.coverage('prints'))
  return [...new Set([...options.keys(), ...bars.keys(), ...prints.keys()])].sort().map((symbol) => ({
    symbol,
    name: options.get(symbol)?.name ?? null,
    sector: null,
    optionsFrom: options.get(symbol)?.from ?? null,
    optionsTo: options.get(symbol)?.to ?? null,
    barsFrom: bars.get(symbol)?.from ?? null,
    barsTo: bars.get(symbol)?.to ?? null,
    printsFrom: prints.get(symbol)?.from ?? null,
    printsTo: prints.get(symbol)?.to ?? null,
  }))
}

function bySymbol<T extends Range>(ranges: readonly T[]): ReadonlyMap<string, T> {
  return new Map(ranges.map((range) => [range.symbol, range]))
}
