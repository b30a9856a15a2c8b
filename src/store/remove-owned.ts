import { type Kysely, sql } from 'kysely'

export interface OwnedRow {
  readonly accountId: string
  readonly id: string
}

/** Deletes a row of a table whose rows belong to accounts. False when the account has no such row. */
export async function removeOwned<Tables>(
  db: Kysely<Tables>,
  table: keyof Tables & string,
  { accountId, id }: OwnedRow,
): Promise<boolean> {
  const removed = await sql`
    delete from ${sql.table(table)} where id = ${id} and account_id = ${accountId} returning id`.execute(db)
  return removed.rows.length > 0
}
