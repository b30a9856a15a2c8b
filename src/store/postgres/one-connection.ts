import { Kysely, sql } from 'kysely'
import type { EngineTables } from '../store.ts'
import { PostgresStoreDialect } from './dialect.ts'
import { openPool } from './pool.ts'

const TIMEOUTS = ['statement_timeout', 'idle_in_transaction_session_timeout']

/** Work on one connection that waits longer than those of the service: a migration may take minutes. */
export async function onOneConnection<T>(url: string, work: (db: Kysely<EngineTables>) => Promise<T>): Promise<T> {
  const pool = await openPool({ url, connections: 1, isPatient: true })
  const dialect = new PostgresStoreDialect({ pool, health: { isWritable: true, requireUse: () => undefined } })
  try {
    const db = new Kysely<EngineTables>({ dialect })
    // The role may have timeouts of its own.
    await sql`select set_config(name, '0', false) from unnest(${TIMEOUTS}::text[]) name`.execute(db)
    return await work(db)
  } finally {
    await dialect.close()
  }
}
