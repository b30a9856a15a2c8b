import type { RepositoriesMadeBy } from '../../store/made-on-use.ts'
import { exposureSnapshots } from './exposure-snapshots.ts'
import { heldVolatilities } from './held-volatilities.ts'
import { impliedQuantiles } from './implied-quantiles.ts'
import { keptOverviews } from './kept-overviews.ts'
import { keptScreens } from './kept-screens.ts'

export const analyticsRepositories = {
  heldVolatilities,
  keptOverviews,
  keptScreens,
  exposureSnapshots,
  impliedQuantiles,
}

export type AnalyticsRepositories = RepositoriesMadeBy<typeof analyticsRepositories>
