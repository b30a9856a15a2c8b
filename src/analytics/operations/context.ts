import { operationsOver } from '../../catalogue/operation.ts'
import type { MarketContext } from '../../market/operations/context.ts'
import type { SessionPremium } from '../ports/session-premium.ts'
import type { ExposureSnapshots } from '../store/exposure-snapshots.ts'
import type { ImpliedQuantiles } from '../store/implied-quantiles.ts'
import type { AnalysisOf } from './chain-analyses.ts'
import type { MarketOverviews } from './market-overviews.ts'
import type { ScreenTables } from './screener/screen-tables.ts'

/** Dependencies of the operations of this context. */
export interface AnalyticsContext extends MarketContext {
  /** The analysis of a chain; the same object for the same chain. */
  readonly analysisOf: AnalysisOf
  /** Overviews of the whole market, which take seconds to compute. */
  readonly marketOverviews: MarketOverviews
  /** Figures of all symbols, which take seconds to compute. */
  readonly screenTables: ScreenTables
  /** Exposures over past and present sessions. */
  readonly exposureSnapshots: ExposureSnapshots
  /** Implied distributions at the end of past sessions. */
  readonly impliedQuantiles: Pick<ImpliedQuantiles, 'endedBefore'>
  /** Names the source and, where it is invented, its seed. */
  readonly marketName: string
  /** Premium of a session's option prints. */
  readonly sessionPremium: SessionPremium
}

export const defineOperation = operationsOver<AnalyticsContext>()
