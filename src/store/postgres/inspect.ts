import { type Kysely, sql } from 'kysely'
import { clockState, type StoredClock } from '../clock-state.ts'
import type { AppliedMigration } from '../migrate.ts'
import type { EngineTables } from '../store.ts'
import { requireUsable } from './checks.ts'
import { onOneConnection } from './one-connection.ts'

/** What a database holds, read without changing it. */
interface PostgresInspection {
  /** Version, encoding and collation, as a sentence. */
  readonly text: string
  /** Oldest first; none in a new database. */
  readonly applied: readonly AppliedMigration[]
  /** Null in a new database. */
  readonly clock: StoredClock | null
}

/** Throws `unavailable` with what to do where the database cannot be reached or used. */
export function inspectPostgres(url: string): Promise<PostgresInspection> {
  return onOneConnection(url, async (db) => {
    const text = await requireUsable(db)
    if (!(await hasTable(db, 'migrations'))) return { text, applied: [], clock: null }
    const applied = await db.selectFrom('migrations').select(['name', 'sha256']).orderBy('name').execute()
    const hasClock = await hasTable(db, 'clock_state')
    return { text, applied, clock: hasClock ? await clockState({ db }).read() : null }
  })
}

async function hasTable(db: Kysely<EngineTables>, name: string): Promise<boolean> {
  const { rows } = await sql<{ found: string | null }>`select to_regclass(${name})::text as found`.execute(db)
  return rows[0]?.found != null
}
