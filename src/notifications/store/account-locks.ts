import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../store/connection.ts'
import type { NotificationTables } from './tables.ts'

/** Numbers unique to this program: the first of the keys of a lock, whose second is the account. */
const SENDS = 728_114_006
const FEEDS = 728_114_007

/**
 * Locks of accounts until the end of the transaction. On SQLite a transaction holds the write lock from its begin, so
 * they do nothing there. On PostgreSQL they are taken in one order: sends before feeds, and each in the order of keys.
 * Waiting for them makes later statements of a `hot` transaction see what the one before has committed.
 */
export function accountLocks({ db, engine }: Connection<NotificationTables>) {
  const isAlone = engine === 'sqlite'
  const wait = async (kind: number, accountIds: readonly string[]) => {
    if (isAlone || accountIds.length === 0) return
    await sql`select pg_advisory_xact_lock(${kind}::int4, key)
      from (select distinct ${keyOf(sql`id`)} as key from unnest(${accountIds}::text[]) id order by key) it`.execute(db)
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
        where pg_try_advisory_xact_lock(${SENDS}::int4, ${keyOf(sql`id`)})`.execute(db)
      return new Set(rows.map(({ id }) => id))
    },
  }
}

/** Schemas of one database share its advisory locks, and may hold accounts of the same id. */
function keyOf(id: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`hashtext(coalesce(current_schema(), '') || ' ' || ${id})`
}
