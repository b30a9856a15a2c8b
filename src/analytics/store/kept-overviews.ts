import type { Connection } from '../../store/connection.ts'
import { KeptOverview } from '../contract/kept-overview.ts'
import type { AnalyticsTables } from './tables.ts'

/** Overviews of past sessions, one for each date. */
export function keptOverviews({ db }: Connection<AnalyticsTables>) {
  return {
    /** Undefined without one of the same basis. */
    async find(sessionDate: string, basis: string): Promise<KeptOverview | undefined> {
      const row = await db
        .selectFrom('kept_overviews')
        .select('content')
        .where('session_date', '=', sessionDate)
        .where('basis', '=', basis)
        .executeTakeFirst()
      return row && KeptOverview.parse(JSON.parse(row.content))
    },

    /** Replaces the one of that date. */
    async put(sessionDate: string, basis: string, overview: KeptOverview): Promise<void> {
      const content = JSON.stringify(overview)
      await db
        .insertInto('kept_overviews')
        .values({ session_date: sessionDate, basis, content })
        .onConflict((conflict) => conflict.column('session_date').doUpdateSet({ basis, content }))
        .execute()
    },
  }
}
