import type { AccountTables } from '../../accounts/store/tables.ts'
import type { Connection } from '../../store/connection.ts'
import type { SymbolBounds, WatchBounds } from '../contract/watchlist.ts'
import { INTERESTS } from '../domain/interests.ts'
import { ALL_ACCOUNTS } from '../domain/shard.ts'
import { thresholdsOf, type Watch, type Watcher, watchersBySymbol } from '../domain/watch-thresholds.ts'
import { type Accounts, isOneOf } from './account-shards.ts'
import type { AlertTables, WatchlistThresholdRow } from './tables.ts'

/** The row with the bounds of every symbol. */
const ALL = '*'

export interface StoredBounds {
  readonly all: WatchBounds
  /** In alphabetical order. */
  readonly own: readonly SymbolBounds[]
}

/** Symbols for which accounts are notified of whale trades and unusual activity, in the account's order. */
export function watchlists(connection: Connection<AlertTables & AccountTables>) {
  return { ...listsOf(connection), ...boundsOf(connection), ...watchersOf(connection) }
}

function listsOf({ db, changing }: Connection<AlertTables & AccountTables>) {
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

    /** Bounds of symbols that are no longer watched are deleted. */
    async put(accountId: string, symbols: readonly string[]): Promise<void> {
      const rows = symbols.map((symbol, place) => ({ account_id: accountId, symbol, place }))
      await changing(INTERESTS, accountId, async (it) => {
        await it.deleteFrom('watchlist_symbols').where('account_id', '=', accountId).execute()
        if (rows.length > 0) await it.insertInto('watchlist_symbols').values(rows).execute()
        await it
          .deleteFrom('watchlist_thresholds')
          .where('account_id', '=', accountId)
          .where('symbol', 'not in', [ALL, ...symbols])
          .execute()
      })
    },

    async accountsWatching(symbol: string): Promise<string[]> {
      const rows = await db.selectFrom('watchlist_symbols').select('account_id').where('symbol', '=', symbol).execute()
      return rows.map((row) => row.account_id)
    },
  }
}

function boundsOf({ db, changing }: Connection<AlertTables & AccountTables>) {
  return {
    async bounds(accountId: string): Promise<StoredBounds> {
      const rows = await db
        .selectFrom('watchlist_thresholds')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('symbol')
        .execute()
      const all = rows.find(({ symbol }) => symbol === ALL)
      const own = rows.filter(({ symbol }) => symbol !== ALL)
      return {
        all: all ? fromRow(all) : {},
        own: own.map((row) => ({ symbol: row.symbol, ...fromRow(row) })),
      }
    },

    /** Replaces the bounds of a symbol, or with null those of all symbols. */
    async setBounds(accountId: string, symbol: string | null, bounds: WatchBounds): Promise<void> {
      const key = symbol ?? ALL
      await changing(INTERESTS, accountId, async (it) => {
        await it
          .deleteFrom('watchlist_thresholds')
          .where('account_id', '=', accountId)
          .where('symbol', '=', key)
          .execute()
        if (Object.values(bounds).every((bound) => bound === undefined)) return
        await it
          .insertInto('watchlist_thresholds')
          .values({
            account_id: accountId,
            symbol: key,
            premium_min: bounds.premium_min ?? null,
            unusual_score_min: bounds.unusual_score_min ?? null,
            size_min: bounds.size_min ?? null,
          })
          .execute()
      })
    },
  }
}

function watchersOf({ db }: Connection<AlertTables & AccountTables>) {
  /** Symbols on the watchlists of those accounts that are not suspended, by symbol and account. */
  async function watches(accounts: Accounts = ALL_ACCOUNTS): Promise<Watch[]> {
    const rows = await db
      .selectFrom('watchlist_symbols')
      .innerJoin('accounts', 'accounts.id', 'watchlist_symbols.account_id')
      .select(['symbol', 'account_id'])
      .where('accounts.standing', '=', 'good')
      .where(isOneOf(accounts, 'account_id'))
      .orderBy('symbol')
      .orderBy('account_id')
      .execute()
    const stored = await db
      .selectFrom('watchlist_thresholds')
      .selectAll()
      .where(isOneOf(accounts, 'account_id'))
      .execute()
    const bounds = new Map(stored.map((row) => [`${row.account_id} ${row.symbol}`, fromRow(row)]))
    return rows.map(({ symbol, account_id: accountId }) => {
      const thresholds = thresholdsOf(bounds.get(`${accountId} ${ALL}`), bounds.get(`${accountId} ${symbol}`))
      return { symbol, accountId, thresholds }
    })
  }
  return {
    watches,

    /** Accounts that are not suspended, by the symbols on their watchlists. */
    async watchers(): Promise<Map<string, Watcher[]>> {
      return watchersBySymbol(await watches())
    },
  }
}

function fromRow({
  premium_min: premium,
  unusual_score_min: score,
  size_min: size,
}: WatchlistThresholdRow): WatchBounds {
  return {
    ...(premium !== null && { premium_min: Number(premium) }),
    ...(score !== null && { unusual_score_min: Number(score) }),
    ...(size !== null && { size_min: Number(size) }),
  }
}
