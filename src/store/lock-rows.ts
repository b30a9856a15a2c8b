import { sql } from 'kysely'
import type { Connection } from './connection.ts'

/**
 * Locks rows until the end of the transaction in the order of their ids, so that two transactions that change some of
 * the same rows wait for each other instead of ending each other. SQLite's transactions hold the write lock anyway.
 */
export async function lockRows<Tables>(
  { db, engine }: Connection<Tables>,
  table: keyof Tables & string,
  ids: readonly string[],
): Promise<void> {
  if (engine === 'sqlite') return
  await sql`select id from ${sql.table(table)} where id = any(${ids}::text[]) order by id for update`.execute(db)
}
