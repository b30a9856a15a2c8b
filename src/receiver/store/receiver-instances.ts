import type { Connection } from '../../store/connection.ts'
import type { ReceiverTables } from './tables.ts'

/** A process that works on the ledger. `mark` distinguishes it from a later process with the same number. */
export interface Instance {
  readonly id: string
  readonly host: string
  readonly pid: number
  readonly mark: string
}

/** The processes that work on the ledger, so that the leases of a dead one need not run out. */
export function receiverInstances({ db }: Connection<ReceiverTables>) {
  return {
    async add({ id, host, pid, mark }: Instance, now: Date): Promise<void> {
      await db
        .insertInto('receiver_instances')
        .values({ id, host, pid, process_mark: mark, started_at: now.toISOString() })
        .execute()
    },

    async ofHost(host: string): Promise<Instance[]> {
      const rows = await db.selectFrom('receiver_instances').selectAll().where('host', '=', host).execute()
      return rows.map((row) => ({ id: row.id, host: row.host, pid: row.pid, mark: row.process_mark }))
    },

    async remove(ids: readonly string[]): Promise<void> {
      if (ids.length > 0) await db.deleteFrom('receiver_instances').where('id', 'in', ids).execute()
    },
  }
}
