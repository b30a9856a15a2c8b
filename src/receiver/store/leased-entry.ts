import type { UpdateObject } from 'kysely'
import type { Connection } from '../../store/connection.ts'
import type { LedgerStatus } from '../domain/ledger-status.ts'
import type { ReceiverTables } from './tables.ts'

/** An entry and the lease under which it is worked on. */
export interface LeasedEntry {
  readonly fingerprint: string
  readonly owner: string
}

export const NO_LEASE = { lease_owner: null, lease_instance: null, lease_until: null }

/** Writes to a held entry; false, and nothing written, when the lease was lost or the status is another one. */
export async function changeLeased(
  { db }: Pick<Connection<ReceiverTables>, 'db'>,
  { fingerprint, owner }: LeasedEntry,
  set: UpdateObject<ReceiverTables, 'ledger'>,
  status: LedgerStatus = 'queued',
): Promise<boolean> {
  const row = await db
    .updateTable('ledger')
    .set(set)
    .where('fingerprint', '=', fingerprint)
    .where('lease_owner', '=', owner)
    .where('status', '=', status)
    .returning('fingerprint')
    .executeTakeFirst()
  return row !== undefined
}
