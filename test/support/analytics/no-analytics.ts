import { watchlistFigures } from '../../../src/alerts/operations/watchlist/watchlist-figures.ts'
import type { AnalyticsContext } from '../../../src/analytics/operations/context.ts'
import type { AnalyticsRepositories } from '../../../src/analytics/store/index.ts'
import { FlowSessions } from '../../../src/flow/operations/flow-sessions.ts'
import type { FlowStore } from '../../../src/flow/store/index.ts'
import { NO_APPROVERS } from '../receiver/approvers.ts'

/** The parts of a context for operations that look at no chain and no tape: each of them fails. */
export function noAnalytics(store: FlowStore & Pick<AnalyticsRepositories, 'exposureSnapshots' | 'impliedQuantiles'>) {
  const viewAt = (): Promise<never> => Promise.reject(new Error('these operations do not read the market'))
  const analysisOf: AnalyticsContext['analysisOf'] = () => {
    throw new Error('these operations analyse no chain')
  }
  return {
    viewAt,
    analysisOf,
    marketOverviews: { at: viewAt },
    screenTables: { at: viewAt },
    exposureSnapshots: store.exposureSnapshots,
    impliedQuantiles: store.impliedQuantiles,
    marketName: 'none',
    watchlistFigures: watchlistFigures(() => 0),
    approvals: { approvers: NO_APPROVERS, maxDriftPct: null },
    flowSessions: new FlowSessions({ store, viewAt, analysisOf }),
  }
}
