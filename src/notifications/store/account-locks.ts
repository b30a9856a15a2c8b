import { sql } from 'kysely'
import { lockEach } from '../../store/batch-statement.ts'
import type { Connection } from '../../store/connection.ts'
import type { NotificationTables } from './tables.ts'

/** Numbers unique to this program: the first of the keys of a lock, whose second is the account. */
const SENDS = 728_114_006
const FEEDS = 728_114_007

/** Schemas of one database share its advisory locks, and may hold accounts of the same id. */
const KEY_OF_ID = `hashtext(coalesce(current_schema(), '') || ' ' || id)`

/** Finds no row: a lock that was taken is not null. */
const waiting = (kind: number) => `
  select from (select distinct ${KEY_OF_ID} as key from unnest($1::text[]) id order by key) it
  where pg_advisory_xact_lock(${kind}, key) is null`

/**
 * Locks of accounts until the end of the transaction. On SQLite a transaction holds the write lock from its begin, so
 * they do nothing there. On PostgreSQL they are taken in one order: sends before feeds, and each in the order of keys.
 * Waiting for them makes later statements of a `hot` transaction see what the one before has committed.
 */
export function accountLocks(connection: Connection<NotificationTables>) {
  const { db, engine } = connection
  const isAlone = engine === 'sqlite'
  const wait = async (kind: number, accountIds: readonly string[]) => {
    if (isAlone || accountIds.length === 0) return
    await lockEach(connection, waiting(kind), accountIds)
  }
  return {
    /** For who counts what an account sends and then sends: nobody else does meanwhile. */
    sends: (accountIds: readonly string[]) => wait(SENDS, accountIds),

    /** For who adds to the feeds of accounts: events, cooldowns, places and unread counts are then theirs. */
    feeds: (accountIds: readonly string[]) => wait(FEEDS, accountIds),

    /** Those of the accounts whose sends nobody else counts now; these are locked as by `sends`. Never waits. */
    async freeSends(accountIds: readonly string[]): Promise<ReadonlySet<string>> {
      if (isAlone || accountIds.length === 0) return new Set(accountIds)
      const { rows } = await sql<{ id: string }>`select id from unnest(${accountIds}::text[]) id
        where pg_try_advisory_xact_lock(${SENDS}::int4, ${sql.raw(KEY_OF_ID)})`.execute(db)
      return new Set(rows.map(({ id }) => id))
    },
  }
}
