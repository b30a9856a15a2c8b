import type { Connection } from '../../store/connection.ts'
import { type SavedFilter, StoredFilters } from '../contract/saved-filter.ts'
import type { AlertTables, SavedFilterRow } from './tables.ts'

/** The filters of the tape that accounts have named. */
export function savedFilters({ db }: Connection<AlertTables>) {
  return {
    /** By name. */
    async of(accountId: string): Promise<SavedFilter[]> {
      const rows = await db
        .selectFrom('saved_filters')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('name')
        .execute()
      return rows.map(fromRow)
    },

    async add(accountId: string, { id, name, filters, created_at, updated_at }: SavedFilter): Promise<void> {
      await db
        .insertInto('saved_filters')
        .values({ id, account_id: accountId, name, filters: JSON.stringify(filters), created_at, updated_at })
        .execute()
    },

    async replace(accountId: string, { id, name, filters, updated_at }: SavedFilter): Promise<void> {
      await db
        .updateTable('saved_filters')
        .set({ name, filters: JSON.stringify(filters), updated_at })
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .execute()
    },

    /** False when the account has no such filter. */
    async remove(accountId: string, id: string): Promise<boolean> {
      const removed = await db
        .deleteFrom('saved_filters')
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .returning('id')
        .executeTakeFirst()
      return removed !== undefined
    },
  }
}

function fromRow({ id, name, filters, created_at, updated_at }: SavedFilterRow): SavedFilter {
  return { id, name, filters: StoredFilters.parse(JSON.parse(filters)), created_at, updated_at }
}
