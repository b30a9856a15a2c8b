import { sql } from 'kysely'
import type { Connection } from '../../store/connection.ts'
import type { Approval, ShownOrder } from '../domain/approval.ts'
import { changeLeased, type LeasedEntry, NO_LEASE } from './leased-entry.ts'
import type { ApprovalRow, ReceiverTables } from './tables.ts'

/** Requests for the yes of a person. Where two writes belong together, the caller holds the transaction. */
export function approvals(connection: Connection<ReceiverTables>) {
  return { ...answers(connection), ...requests(connection) }
}

function requests({ db }: Connection<ReceiverTables>) {
  return {
    /**
     * Stores the request and parks the entry until its end, with the lease given back. False, and nothing written, when
     * the lease was lost. An entry that waits does not become stale.
     */
    async request(entry: LeasedEntry, approval: Omit<Approval, 'answer' | 'answeredAt' | 'answeredBy'>) {
      const { id, fingerprint, shown, requestedAt, expiresAt } = approval
      const parked = { approval_id: id, due_at: expiresAt, fresh_from: expiresAt, updated_at: requestedAt }
      if (!(await changeLeased({ db }, entry, { ...NO_LEASE, ...parked }))) return false
      await db
        .insertInto('approvals')
        .values({
          id,
          fingerprint,
          shown: JSON.stringify(shown),
          requested_at: requestedAt,
          expires_at: expiresAt,
          answer: null,
          answered_at: null,
          answered_by: null,
        })
        .execute()
      return true
    },

    /** Gives an entry back that was claimed while it waits. */
    async park(entry: LeasedEntry, { expiresAt }: Pick<Approval, 'expiresAt'>): Promise<boolean> {
      return changeLeased({ db }, entry, { ...NO_LEASE, due_at: expiresAt })
    },

    async byId(id: string): Promise<Approval | undefined> {
      const row = await db.selectFrom('approvals').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toApproval(row)
    },

    /** Those that still wait, the first to end first. */
    async waiting(now: Date, limit: number): Promise<Approval[]> {
      const rows = await db
        .selectFrom('approvals')
        .selectAll()
        .where('answer', 'is', null)
        .where('expires_at', '>', now.toISOString())
        .orderBy('expires_at')
        .limit(limit)
        .execute()
      return rows.map(toApproval)
    },
  }
}

function answers({ db }: Connection<ReceiverTables>) {
  return {
    /**
     * The only answer: of any number of simultaneous ones, one is taken, and none after the end. The entry is then due
     * at once. False when it was answered, is over, or no longer decides about its entry.
     */
    async answer(id: string, answer: 'yes' | 'no', accountId: string, now: Date): Promise<boolean> {
      const at = now.toISOString()
      const answered = await db
        .updateTable('approvals')
        .set({ answer, answered_at: at, answered_by: accountId })
        .where('id', '=', id)
        .where('answer', 'is', null)
        .where('expires_at', '>', at)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('ledger')
              .select('ledger.fingerprint')
              .whereRef('ledger.fingerprint', '=', 'approvals.fingerprint')
              .where('ledger.approval_id', '=', id)
              .where('ledger.status', '=', sql.lit('queued' as const)),
          ),
        )
        .returning('fingerprint')
        .executeTakeFirst()
      if (answered === undefined) return false
      await db
        .updateTable('ledger')
        .set({ due_at: at, fresh_from: at, updated_at: at })
        .where('fingerprint', '=', answered.fingerprint)
        .where('status', '=', 'queued')
        .execute()
      return true
    },

    /** Closes a request that nobody answered; false when an answer came first. */
    async close(id: string, now: Date): Promise<boolean> {
      const row = await db
        .updateTable('approvals')
        .set({ answer: 'none', answered_at: now.toISOString() })
        .where('id', '=', id)
        .where('answer', 'is', null)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

export function toApproval(row: ApprovalRow): Approval {
  return {
    id: row.id,
    fingerprint: row.fingerprint,
    shown: JSON.parse(row.shown) as ShownOrder,
    requestedAt: row.requested_at,
    expiresAt: row.expires_at,
    answer: row.answer,
    answeredAt: row.answered_at,
    answeredBy: row.answered_by,
  }
}
