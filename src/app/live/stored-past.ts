import { replayMarket } from '../../adapters/market/replay/index.ts'
import { ivHistories } from '../../adapters/market/replay/iv-history.ts'
import type { StoredCoverage, StoredPast } from '../../adapters/market/stored-past.ts'
import type { Store } from '../../store/open.ts'

/** The past of a live source: what its own sessions left in the store, and what was imported, as `replay` answers it. */
export function storedPast(store: Store): StoredPast {
  const replay = replayMarket({ market: store })
  return {
    viewAt: (date) => replay.viewAt(date),
    ivHistory: ivHistories(store),
    bars: (symbol, range) => store.dailyBars.range(symbol, range),
    coverage: () => coverageOf(store),
    earnings: (asked) => store.marketCalendar.earnings(asked),
    events: (asked) => store.marketCalendar.events(asked),
    news: (asked) => store.news.list(asked),
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
