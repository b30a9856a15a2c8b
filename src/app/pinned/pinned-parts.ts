import type { AnalysisOf } from '../../analytics/operations/chain-analyses.ts'
import { marketOverviews } from '../../analytics/operations/market-overviews.ts'
import { screenTables } from '../../analytics/operations/screener/screen-tables.ts'
import { FlowSessions } from '../../flow/operations/flow-sessions.ts'
import { once } from '../../lib/async/once.ts'
import { invalid } from '../../lib/errors.ts'
import { lastFinishedSession } from '../../market/domain/calendar/trading-calendar.ts'
import type { MarketSource } from '../../market/ports/market-source.ts'
import type { PinnedMarkets } from '../market.ts'
import { heavyQuestions } from '../questions/heavy-questions.ts'
import type { Store } from '../store/open-store.ts'
import { pinnedStore } from './pinned-store.ts'

interface PinnableParts {
  readonly store: Store
  readonly market: MarketSource
  readonly analysisOf: AnalysisOf
  readonly monotonicMs: () => number
  readonly pinnedMarkets: PinnedMarkets
}

/**
 * The parts of the service as they were at an instant (Unix milliseconds), for questions that may know nothing later: its
 * clock stands still there, and the market, the store and all that is remembered of them are its own. Questions about
 * past sessions are answered in this thread, since the answers of the others are not of that instant.
 */
export function pinnedParts(parts: PinnableParts, atMs: number) {
  const { analysisOf, monotonicMs } = parts
  const store = pinnedStore(parts.store, atMs)
  const market = pinnedSource(parts, atMs)
  const viewAt: MarketSource['viewAt'] = (date) => market.viewAt(date)
  const now = () => new Date(atMs)
  return {
    store,
    market,
    viewAt,
    now,
    wallNow: now,
    marketOverviews: marketOverviews(monotonicMs),
    screenTables: screenTables(monotonicMs),
    flowSessions: new FlowSessions({ store, analysisOf, viewAt }),
    heavyQuestions: heavyQuestions({ monotonicMs, pool: null, maxBytes: 1 }),
  }
}

/** Opened with the first question. */
function pinnedSource({ market, pinnedMarkets }: PinnableParts, atMs: number): MarketSource {
  const open = once(() => pinnedMarkets(atMs))
  return {
    name: market.name,
    notice: market.notice,
    capabilities: { ...market.capabilities, keepsTape: false, isRemote: false },
    listings: async () => (await open()).listings(),
    async viewAt(date) {
      // The view of a date is the one after its close.
      if (date !== undefined && date > lastFinishedSession(atMs)) {
        const at = new Date(atMs).toISOString()
        throw invalid([
          { path: 'date', message: `must be a session that had ended by ${at}, the instant of this replay` },
        ])
      }
      return (await open()).viewAt(date)
    },
  }
}
