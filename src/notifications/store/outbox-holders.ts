import { sql } from 'kysely'
import type { Connection } from '../../store/connection.ts'
import type { NotificationTables } from './tables.ts'
import { from } from './transition-sql.ts'

/** The planner matches partial indexes by their text, so these are literals. */
const OPEN = sql<boolean>`status = 'pending' and batch_key is null`
const THROTTLED = sql<boolean>`status = 'throttled' and due_at is not null`

/** A process of the service. */
export interface Instance {
  readonly id: string
  readonly host: string
  readonly pid: number
  readonly processStartedAt: string
  readonly heartbeatAt: string
  /** Whether it sends deliveries, and so may hold leases. */
  readonly sends: boolean
}

/** The processes that hold leases, and when the next row is due. */
export function outboxHolders({ db }: Connection<NotificationTables>) {
  return {
    /** When the next row of any kind is due; null when none is. */
    async nextDueMs(): Promise<number | null> {
      const smallest = sql<string | null>`min(due_at)`.as('at')
      const of = (condition: typeof OPEN) => db.selectFrom('deliveries').select(smallest).where(condition)
      const found = await Promise.all([
        of(OPEN).where('priority_rank', '=', 0).executeTakeFirst(),
        of(OPEN).where('priority_rank', '=', 1).executeTakeFirst(),
        of(THROTTLED).executeTakeFirst(),
        of(sql<boolean>`status = 'pending' and batch_key is not null and summary_id is null`).executeTakeFirst(),
      ])
      const instants = found.flatMap((row) => (row?.at ? [Date.parse(row.at)] : []))
      return instants.length > 0 ? Math.min(...instants) : null
    },

    async beat(instance: Instance): Promise<void> {
      const columns = {
        host: instance.host,
        pid: instance.pid,
        process_started_at: instance.processStartedAt,
        heartbeat_at: instance.heartbeatAt,
        sends: instance.sends ? 1 : 0,
      }
      await db
        .insertInto('instances')
        .values({ id: instance.id, ...columns })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
        .execute()
    },

    async instances(): Promise<Instance[]> {
      const rows = await db.selectFrom('instances').selectAll().execute()
      return rows.map((row) => ({
        id: row.id,
        host: row.host,
        pid: row.pid,
        processStartedAt: row.process_started_at,
        heartbeatAt: row.heartbeat_at,
        sends: row.sends === 1,
      }))
    },

    /** Makes the rows of a dead process due at once; returns how many there were. */
    async release(instanceId: string, now: Date): Promise<number> {
      const rows = await db
        .updateTable('deliveries')
        .set((old) => ({
          due_at: now.toISOString(),
          lease_owner: null,
          interrupted: old('interrupted', '+', 1),
          updated_at: now.toISOString(),
        }))
        // A lease is named by its instance and a counter behind a dot; the slash is the character after the dot.
        .where('lease_owner', '>=', `${instanceId}.`)
        .where('lease_owner', '<', `${instanceId}/`)
        .where(from('released'))
        .returning('id')
        .execute()
      await db.deleteFrom('instances').where('id', '=', instanceId).execute()
      return rows.length
    },
  }
}
