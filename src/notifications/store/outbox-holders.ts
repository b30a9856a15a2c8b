import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../store/connection.ts'
import { GATHERED, OPEN, THROTTLED } from './delivery-sets.ts'
import type { NotificationTables } from './tables.ts'
import { from } from './transition-sql.ts'

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
    /** When the next row of any kind is due and free of a lease; null when none is. */
    async nextDueMs(): Promise<number | null> {
      const queries = [
        nextOf(sql`${OPEN} and priority_rank = 0`),
        nextOf(sql`${OPEN} and priority_rank = 1`),
        nextOf(THROTTLED),
        nextOf(GATHERED),
      ]
      const found = await Promise.all(queries.map((query) => query.execute(db)))
      const instants = found.flatMap(({ rows }) => rows.flatMap(({ at }) => (at ? [Date.parse(at)] : [])))
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
          lease_until: null,
          interrupted: old('interrupted', '+', 1),
          updated_at: now.toISOString(),
        }))
        // Found among the open rows, of which the index of the due ones has all: an index of the leases would cost every claim.
        .where('id', 'in', (ids) =>
          ids
            .selectFrom('deliveries as leased')
            .select('leased.id')
            .where(OPEN)
            .where('priority_rank', 'in', [0, 1])
            // A lease is named by its instance and a counter behind a dot; the slash is the character after the dot.
            .where('lease_owner', '>=', `${instanceId}.`)
            .where('lease_owner', '<', `${instanceId}/`),
        )
        .where(from('released'))
        .returning('id')
        .execute()
      await db.deleteFrom('instances').where('id', '=', instanceId).execute()
      return rows.length
    },
  }
}

/**
 * The earliest instant at which a row of a set is due and free. Rows that a lease holds longer than they are due count
 * with its end; only those that are due before every free row can come first, so few are read.
 */
function nextOf(set: RawBuilder<unknown>) {
  return sql<{ at: string | null }>`
    with free as (
      select min(due_at) as at from deliveries where ${set} and (lease_until is null or lease_until <= due_at)
    )
    select at from free
    union all
    select min(lease_until) from deliveries where ${set} and lease_until > due_at
    and due_at < coalesce((select at from free), '9999')`
}
