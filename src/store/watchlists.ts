import type { Connection } from './engine.ts'

/** Symbols whose whale trades and unusual activity an account is told of, in the order that it chose. */
export function watchlists({ db }: Connection) {
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
      if (symbols.length === 0) return
      await db
        .insertInto('watchlist_symbols')
        .values(symbols.map((symbol, place) => ({ account_id: accountId, symbol, place })))
        .execute()
    },

    async accountsWatching(symbol: string): Promise<string[]> {
      const rows = await db.selectFrom('watchlist_symbols').select('account_id').where('symbol', '=', symbol).execute()
      return rows.map((row) => row.account_id)
    },
  }
}
