import { Kysely } from 'kysely'
import type { EngineTables } from '../store.ts'
import { PostgresStoreDialect } from './dialect.ts'
import { openPool } from './pool.ts'

/** Work on one connection that waits longer than those of the service: a migration may take minutes. */
export async function onOneConnection<T>(url: string, work: (db: Kysely<EngineTables>) => Promise<T>): Promise<T> {
  const pool = await openPool({ url, connections: 1, isPatient: true })
  const dialect = new PostgresStoreDialect({ pool, health: { isWritable: true, requireUse: () => undefined } })
  try {
    return await work(new Kysely<EngineTables>({ dialect }))
  } finally {
    await dialect.close()
  }
}
