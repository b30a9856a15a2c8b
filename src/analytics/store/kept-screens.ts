import type { Connection } from '../../store/connection.ts'
import { KeptScreen } from '../contract/screener/kept-screen.ts'
import type { AnalyticsTables } from './tables.ts'

/** Tables of the screener, one for each past date and one for the present. */
export function keptScreens({ db }: Connection<AnalyticsTables>) {
  return {
    /** Undefined without one of the same basis, and for one with other fields. */
    async find(screen: string, basis: string): Promise<KeptScreen | undefined> {
      const row = await db
        .selectFrom('kept_screens')
        .select('content')
        .where('screen', '=', screen)
        .where('basis', '=', basis)
        .executeTakeFirst()
      return row && KeptScreen.safeParse(JSON.parse(row.content)).data
    },

    /** Replaces the one of that date. */
    async put(screen: string, basis: string, kept: KeptScreen): Promise<void> {
      const content = JSON.stringify(kept)
      await db
        .insertInto('kept_screens')
        .values({ screen, basis, content })
        .onConflict((conflict) => conflict.column('screen').doUpdateSet({ basis, content }))
        .execute()
    },
  }
}
