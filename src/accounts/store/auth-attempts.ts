import type { Connection } from '../../store/connection.ts'
import type { AttemptState } from '../domain/attempt-policy.ts'
import type { AccountTables, AuthAttemptRow } from './tables.ts'

export type AttemptStates = ReadonlyMap<string, AttemptState>

/**
 * Counted attempts to use a secret, by a digest of the address or account. They survive a restart. The table keeps its
 * first name, `guesses`.
 */
export function authAttempts({ db }: Connection<AccountTables>) {
  return {
    async read(subjects: readonly string[]): Promise<AttemptStates> {
      const rows = await db.selectFrom('guesses').selectAll().where('subject', 'in', subjects).execute()
      return toStates(rows)
    },

    /** Reads and locks the rows until the end of the transaction. */
    async lock(subjects: readonly string[], now: Date): Promise<AttemptStates> {
      const at = now.toISOString()
      // In a fixed order, so that two transactions cannot deadlock. The update that changes nothing takes the lock.
      const values = [...subjects].sort().map((subject) => ({ subject, failures: 0, last_at: at, forget_at: at }))
      const rows = await db
        .insertInto('guesses')
        .values(values)
        .onConflict((conflict) =>
          conflict.column('subject').doUpdateSet((row) => ({ subject: row.ref('excluded.subject') })),
        )
        .returningAll()
        .execute()
      return toStates(rows)
    },

    async write(subject: string, state: AttemptState, decayedAtMs: number): Promise<void> {
      await db
        .updateTable('guesses')
        .set({
          failures: state.failures,
          last_at: new Date(state.lastAtMs).toISOString(),
          forget_at: new Date(decayedAtMs).toISOString(),
        })
        .where('subject', '=', subject)
        .execute()
    },

    async remove(subject: string): Promise<void> {
      await db.deleteFrom('guesses').where('subject', '=', subject).execute()
    },

    /** Deletes counters whose failures have decayed. */
    async removeDecayed(now: Date): Promise<void> {
      await db.deleteFrom('guesses').where('forget_at', '<', now.toISOString()).execute()
    },
  }
}

function toStates(rows: readonly AuthAttemptRow[]): AttemptStates {
  return new Map(rows.map((row) => [row.subject, { failures: row.failures, lastAtMs: Date.parse(row.last_at) }]))
}
