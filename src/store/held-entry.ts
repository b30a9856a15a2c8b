import type { Updateable } from 'kysely'
import type { LedgerStatus } from '../domain/trade-ideas/ledger-entry.ts'
import type { Connection } from './engine.ts'
import type { LedgerRow } from './receiver-tables.ts'

/** An entry and the lease under which it is worked on. */
export interface Held {
  readonly fingerprint: string
  readonly owner: string
}

export const NO_LEASE = { lease_owner: null, lease_instance: null, lease_until: null }

/** Writes to a held entry; false, and nothing written, when the lease was lost or the status is another one. */
export async function changeHeld(
  { db }: Pick<Connection, 'db'>,
  { fingerprint, owner }: Held,
  set: Updateable<LedgerRow>,
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
