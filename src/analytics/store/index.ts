import type { Connection } from '../../store/connection.ts'
import { exposureSnapshots } from './exposure-snapshots.ts'
import { heldVolatilities } from './held-volatilities.ts'
import { impliedQuantiles } from './implied-quantiles.ts'
import { keptOverviews } from './kept-overviews.ts'
import { keptScreens } from './kept-screens.ts'
import type { AnalyticsTables } from './tables.ts'

export function analyticsRepositories(connection: Connection<AnalyticsTables>) {
  return {
    heldVolatilities: heldVolatilities(connection),
    keptOverviews: keptOverviews(connection),
    keptScreens: keptScreens(connection),
    exposureSnapshots: exposureSnapshots(connection),
    impliedQuantiles: impliedQuantiles(connection),
  }
}

export type AnalyticsRepositories = ReturnType<typeof analyticsRepositories>
