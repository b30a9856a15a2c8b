import type { AccountTables } from '../../accounts/store/tables.ts'
import type { Connection } from '../../store/connection.ts'
import { INTERESTS } from '../domain/interests.ts'
import type { AlertTables } from './tables.ts'

/** Symbols for which accounts are notified of whale trades and unusual activity, in the account's order. */
export function watchlists({ db, changed }: Connection<AlertTables & AccountTables>) {
  return {
    async of(accountId: string): Promise<string[]> {
      const rows = await db
        .selectFrom('watchlist_symbols')
        .select('symbol')
        .where('account_id', '=', accountId)
        .orderBy('place')
        .execute()
      return rows.map(({ symbol }) => symbol)
    },

    async put(accountId: string, symbols: readonly string[]): Promise<void> {
      await db.deleteFrom('watchlist_symbols').where('account_id', '=', accountId).execute()
      const rows = symbols.map((symbol, place) => ({ account_id: accountId, symbol, place }))
      if (rows.length > 0) await db.insertInto('watchlist_symbols').values(rows).execute()
      changed(INTERESTS)
    },

    /** Accounts that are not suspended, by the symbols on their watchlists. */
    async watchers(): Promise<Map<string, string[]>> {
      const rows = await db
        .selectFrom('watchlist_symbols')
        .innerJoin('accounts', 'accounts.id', 'watchlist_symbols.account_id')
        .select(['symbol', 'account_id'])
        .where('accounts.standing', '=', 'good')
        .orderBy('symbol')
        .orderBy('account_id')
        .execute()
      const found = new Map<string, string[]>()
      for (const { symbol, account_id: id } of rows) found.set(symbol, [...(found.get(symbol) ?? []), id])
      return found
    },

    async accountsWatching(symbol: string): Promise<string[]> {
      const rows = await db.selectFrom('watchlist_symbols').select('account_id').where('symbol', '=', symbol).execute()
      return rows.map((row) => row.account_id)
    },
  }
}
