/**
 * The market as it was imported. The present of a symbol is its latest stored chain, or its last bar where it has no
 * chain; a past date is answered from what is stored of that date and of the dates before it.
 */

import type { InterestRates } from '../../domain/interest-rates.ts'
import type { Listing, MarketSource } from '../../ports/market-source.ts'
import { chainMemo } from './chain-memo.ts'
import { tapeIndex } from './contract-mids.ts'
import { replayDefinition } from './definition.ts'
import { metricHistories } from './metric-history.ts'
import { offExchangeMemo } from './off-exchange.ts'
import { optionTapes } from './option-tape.ts'
import type { ReplayMarket, StoredRange } from './stored-market.ts'
import { replayView } from './view.ts'

export interface ReplayOptions {
  readonly market: ReplayMarket
  /** Of the settings, for dates without imported ones. */
  readonly rates?: InterestRates | null
}

export function replayMarket({ market, rates = null }: ReplayOptions): MarketSource {
  const chains = chainMemo(market)
  const histories = metricHistories(market)
  const offExchange = offExchangeMemo(market)
  const optionTape = optionTapes(market)
  const index = tapeIndex()
  return {
    name: replayDefinition.name,
    capabilities: replayDefinition.capabilities,
    listings: () => listingsOf(market),
    viewAt: async (date) => replayView({ market, chains, rates, histories, offExchange, optionTape, index, date }),
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

function bySymbol<T extends StoredRange>(ranges: readonly T[]): ReadonlyMap<string, T> {
  return new Map(ranges.map((range) => [range.symbol, range]))
}
