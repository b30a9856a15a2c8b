import type { Connection } from '../../store/connection.ts'
import type { AccountTables } from './tables.ts'

export interface KnownAddress {
  readonly digest: string
  readonly accountId: string
  readonly lastSeenAt: Date
}

/** Network addresses that accounts were signed in from, by a keyed digest of e-mail and address. */
export function knownAddresses({ db }: Connection<AccountTables>) {
  return {
    async has(digest: string, since: Date): Promise<boolean> {
      const row = await db
        .selectFrom('known_addresses')
        .select('digest')
        .where('digest', '=', digest)
        .where('last_seen_at', '>', since.toISOString())
        .executeTakeFirst()
      return row !== undefined
    },

    /** Adds an address, or sets when it was last seen. */
    async put({ digest, accountId, lastSeenAt }: KnownAddress): Promise<void> {
      const seen = { account_id: accountId, last_seen_at: lastSeenAt.toISOString() }
      await db
        .insertInto('known_addresses')
        .values({ digest, ...seen })
        .onConflict((conflict) => conflict.column('digest').doUpdateSet(seen))
        .execute()
    },

    async removeBefore(instant: Date): Promise<void> {
      await db.deleteFrom('known_addresses').where('last_seen_at', '<=', instant.toISOString()).execute()
    },
  }
}
