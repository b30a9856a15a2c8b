import Database from 'better-sqlite3'
import type { ClockStanding, ClockState } from '../lib/time/clamped-clock.ts'
import type { Connection } from './connection.ts'
import type { EngineTables } from './store.ts'

const ID = 'clock'

/** What the processes of this store believe of the machine's clock. */
export interface StoredClock {
  /** Changes with the state, not with the mark. */
  readonly revision: number
  readonly state: ClockState
  /** The last time that was believed. */
  readonly seenAt: Date
}

/** Of the store in a file, which is not changed. Null where there is no such file, or no store in it. */
export function readStoredClock(path: string): StoredClock | null {
  let handle: Database.Database | undefined
  try {
    handle = new Database(path, { readonly: true, fileMustExist: true })
    const row = handle.prepare<[string], EngineTables['clock_state']>(`SELECT * FROM clock_state WHERE id = ?`).get(ID)
    return row ? storedClock(row) : null
  } catch {
    return null
  } finally {
    handle?.close()
  }
}

export function clockState({ db }: Pick<Connection<EngineTables>, 'db'>) {
  return {
    async read(): Promise<StoredClock | null> {
      const row = await db.selectFrom('clock_state').selectAll().where('id', '=', ID).executeTakeFirst()
      return row ? storedClock(row) : null
    },

    /** Stores a new state. False if another process has stored one since `revision` was read. */
    async change(revision: number, state: ClockState, seenAt: Date): Promise<boolean> {
      const row = {
        revision: revision + 1,
        standing: state.standing,
        jump_ms: Math.round(state.jumpMs),
        slack_ms: state.slackMs,
        seen_at: seenAt.toISOString(),
      }
      const written = await db
        .insertInto('clock_state')
        .values({ id: ID, ...row })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row).where('clock_state.revision', '=', revision))
        .returning('revision')
        .executeTakeFirst()
      return written !== undefined
    },

    /** Moves the mark of a state that has not changed. */
    async mark(revision: number, seenAt: Date): Promise<void> {
      await db
        .updateTable('clock_state')
        .set({ seen_at: seenAt.toISOString() })
        .where('id', '=', ID)
        .where('revision', '=', revision)
        .execute()
    },
  }
}

function storedClock(row: EngineTables['clock_state']): StoredClock {
  const state = {
    standing: row.standing as ClockStanding,
    jumpMs: Number(row.jump_ms),
    slackMs: Number(row.slack_ms),
  }
  return { revision: Number(row.revision), state, seenAt: new Date(row.seen_at) }
}
