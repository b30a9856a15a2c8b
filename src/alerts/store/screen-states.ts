import type { Connection } from '../../store/connection.ts'
import type { Shard } from '../domain/shard.ts'
import { isOneOf } from './account-shards.ts'
import type { AlertTables } from './tables.ts'

/** The symbols that passed a rule on the screener at an instant of the market. */
export interface ScreenState {
  readonly alertId: string
  readonly atMs: number
  readonly symbols: readonly string[]
}

export function screenStates({ db }: Connection<AlertTables>) {
  return {
    async of(shard: Shard): Promise<ScreenState[]> {
      const rows = await db
        .selectFrom('screen_states')
        .selectAll('screen_states')
        .$if(shard.count > 1, (all) =>
          all.innerJoin('alerts', 'alerts.id', 'alert_id').where(isOneOf(shard, 'alerts.account_id')),
        )
        .execute()
      return rows.map(({ alert_id: alertId, at_ms: atMs, symbols }) => ({
        alertId,
        atMs,
        symbols: JSON.parse(symbols) as string[],
      }))
    },

    /** Nothing for a rule that was deleted meanwhile. */
    async put({ alertId, atMs, symbols }: ScreenState): Promise<void> {
      const rule = await db.selectFrom('alerts').select('id').where('id', '=', alertId).executeTakeFirst()
      if (!rule) return
      const columns = { at_ms: atMs, symbols: JSON.stringify(symbols) }
      await db
        .insertInto('screen_states')
        .values({ alert_id: alertId, ...columns })
        .onConflict((conflict) => conflict.column('alert_id').doUpdateSet(columns))
        .execute()
    },

    async reset(alertId: string): Promise<void> {
      await db.deleteFrom('screen_states').where('alert_id', '=', alertId).execute()
    },
  }
}
