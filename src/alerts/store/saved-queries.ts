import type { Connection } from '../../store/connection.ts'
import type { AlertTables, SavedFilterRow } from './tables.ts'

/** Inputs of a query that an account has named. */
export interface SavedQuery<Content> {
  readonly id: string
  readonly name: string
  readonly content: Content
  /** ISO instants. */
  readonly created_at: string
  readonly updated_at: string
}

export type SavedQueries<Content> = ReturnType<typeof savedQueries<Content>>

/** Those of one kind: filters of the tape, or screens. `read` checks what is stored. */
export function savedQueries<Content>(
  { db }: Connection<AlertTables>,
  kind: SavedFilterRow['kind'],
  read: (stored: unknown) => Content,
) {
  const fromRow = ({ id, name, filters, created_at, updated_at }: SavedFilterRow): SavedQuery<Content> => {
    return { id, name, content: read(JSON.parse(filters)), created_at, updated_at }
  }
  return {
    /** By name. */
    async of(accountId: string): Promise<SavedQuery<Content>[]> {
      const rows = await db
        .selectFrom('saved_filters')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('kind', '=', kind)
        .orderBy('name')
        .execute()
      return rows.map(fromRow)
    },

    async add(accountId: string, { content, ...saved }: SavedQuery<Content>): Promise<void> {
      await db
        .insertInto('saved_filters')
        .values({ ...saved, account_id: accountId, kind, filters: JSON.stringify(content) })
        .execute()
    },

    async replace(accountId: string, { id, name, content, updated_at }: SavedQuery<Content>): Promise<void> {
      await db
        .updateTable('saved_filters')
        .set({ name, filters: JSON.stringify(content), updated_at })
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .execute()
    },

    /** False when the account has none of this kind with the id. */
    async remove(accountId: string, id: string): Promise<boolean> {
      const removed = await db
        .deleteFrom('saved_filters')
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .where('kind', '=', kind)
        .returning('id')
        .executeTakeFirst()
      return removed !== undefined
    },
  }
}
