import type { Connection } from '../../store/connection.ts'
import { keptOverviews } from './kept-overviews.ts'
import type { AnalyticsTables } from './tables.ts'

export function analyticsRepositories(connection: Connection<AnalyticsTables>) {
  return { keptOverviews: keptOverviews(connection) }
}
