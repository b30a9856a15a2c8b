import type { GuessState } from '../domain/accounts/guess-limits.ts'
import type { GuessRow } from './account-tables.ts'
import type { Connection } from './engine.ts'

export type GuessStates = ReadonlyMap<string, GuessState>

/** Counted tries at a secret, kept over a restart, by a digest of whom they are counted for. */
export function guesses({ db }: Connection) {
  return {
    async read(subjects: readonly string[]): Promise<GuessStates> {
      const rows = await db.selectFrom('guesses').selectAll().where('subject', 'in', subjects).execute()
      return toStates(rows)
    },

    /** The same inside a transaction, after which no other transaction changes these rows before this one ends. */
    async hold(subjects: readonly string[], now: Date): Promise<GuessStates> {
      const at = now.toISOString()
      // In one order, so that two transactions cannot wait for each other. The update that changes nothing is the lock.
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

    async write(subject: string, state: GuessState, forgetAtMs: number): Promise<void> {
      await db
        .updateTable('guesses')
        .set({
          failures: state.failures,
          last_at: new Date(state.lastAtMs).toISOString(),
          forget_at: new Date(forgetAtMs).toISOString(),
        })
        .where('subject', '=', subject)
        .execute()
    },

    async remove(subject: string): Promise<void> {
      await db.deleteFrom('guesses').where('subject', '=', subject).execute()
    },

    /** Forgets those that have faded. */
    async removeFaded(now: Date): Promise<void> {
      await db.deleteFrom('guesses').where('forget_at', '<', now.toISOString()).execute()
    },
  }
}

function toStates(rows: readonly GuessRow[]): GuessStates {
  return new Map(rows.map((row) => [row.subject, { failures: row.failures, lastAtMs: Date.parse(row.last_at) }]))
}
