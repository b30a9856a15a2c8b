import type { Connection } from '../../store/connection.ts'
import type { LevelState } from '../domain/level-crossing.ts'
import type { Shard } from '../domain/shard.ts'
import { isOneOf } from './account-shards.ts'
import type { AlertTables } from './tables.ts'

export interface StoredLevelState extends LevelState {
  readonly alertId: string
  readonly symbol: string
}

/** Where the value of each rule on a level was last known, by rule and symbol. */
export function levelStates({ db }: Connection<AlertTables>) {
  return {
    async of(shard: Shard): Promise<StoredLevelState[]> {
      const rows = await db
        .selectFrom('level_states')
        .selectAll('level_states')
        .$if(shard.count > 1, (all) =>
          all.innerJoin('alerts', 'alerts.id', 'alert_id').where(isOneOf(shard, 'alerts.account_id')),
        )
        .execute()
      return rows.map(({ alert_id: alertId, symbol, side, armed, value, level, at_ms: atMs }) => ({
        alertId,
        symbol,
        side,
        isArmed: armed === 1,
        value,
        level,
        atMs,
      }))
    },

    /** Nothing for a rule that was deleted meanwhile. */
    async put({ alertId, symbol, side, isArmed, value, level, atMs }: StoredLevelState): Promise<void> {
      const rule = await db.selectFrom('alerts').select('id').where('id', '=', alertId).executeTakeFirst()
      if (!rule) return
      const columns = { side, armed: Number(isArmed), value, level, at_ms: atMs }
      await db
        .insertInto('level_states')
        .values({ alert_id: alertId, symbol, ...columns })
        .onConflict((conflict) => conflict.columns(['alert_id', 'symbol']).doUpdateSet(columns))
        .execute()
    },

    async reset(alertId: string): Promise<void> {
      await db.deleteFrom('level_states').where('alert_id', '=', alertId).execute()
    },
  }
}
