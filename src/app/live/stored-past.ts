import type { InterestRates } from '../../market/domain/interest-rates.ts'
import { replayMarket } from '../../market/sources/replay/index.ts'
import { metricHistories } from '../../market/sources/replay/metric-history.ts'
import { storedFacts } from '../../market/sources/replay/stored-facts.ts'
import type { StoredCoverage, StoredPast } from '../../market/sources/stored-past.ts'
import type { Store } from '../store/open-store.ts'

/** The past of a live source: its stored sessions and imported data, answered as by `replay`. */
export function storedPast(store: Store, rates: InterestRates | null = null): StoredPast {
  const replay = replayMarket({ market: store, rates })
  return {
    viewAt: (date) => replay.viewAt(date),
    metricHistory: metricHistories(store),
    facts: (chain, knownAtMs) => storedFacts(store, rates, chain, knownAtMs),
    bars: (symbol, range) => store.dailyBars.range(symbol, range),
    coverage: () => coverageOf(store),
    earnings: (query) => store.marketCalendar.earnings(query),
    events: (query) => store.marketCalendar.events(query),
    news: (query) => store.news.list(query),
    tapes: store.tapeSegments,
  }
}

async function coverageOf({ chains, dailyBars }: Store): Promise<readonly StoredCoverage[]> {
  const options = new Map((await chains.coverage()).map((range) => [range.symbol, range]))
  const bars = new Map((await dailyBars.coverage()).map((range) => [range.symbol, range]))
  return [...new Set([...options.keys(), ...bars.keys()])].map((symbol) => ({
    symbol,
    chainsFrom: options.get(symbol)?.from ?? null,
    chainsTo: options.get(symbol)?.to ?? null,
    barsFrom: bars.get(symbol)?.from ?? null,
    barsTo: bars.get(symbol)?.to ?? null,
  }))
}
