import type { Connection } from '../../store/connection.ts'
import type { SignInPlace } from '../domain/sign-in-place.ts'
import type { AccountTables } from './tables.ts'

/** Where each account was signed in from. */
export function signInPlaces({ db }: Connection<AccountTables>) {
  return {
    async ofAccount(accountId: string): Promise<SignInPlace[]> {
      const rows = await db
        .selectFrom('sign_in_places')
        .select(['digest', 'last_seen_at'])
        .where('account_id', '=', accountId)
        .execute()
      return rows.map((row) => ({ digest: row.digest, lastSeenAt: row.last_seen_at }))
    },

    /** Adds a place, or sets when it was last seen. */
    async put(accountId: string, { digest, lastSeenAt }: SignInPlace): Promise<void> {
      await db
        .insertInto('sign_in_places')
        .values({ account_id: accountId, digest, last_seen_at: lastSeenAt })
        .onConflict((conflict) => conflict.columns(['account_id', 'digest']).doUpdateSet({ last_seen_at: lastSeenAt }))
        .execute()
    },

    async remove(accountId: string, digests: readonly string[]): Promise<void> {
      if (digests.length === 0) return
      await db.deleteFrom('sign_in_places').where('account_id', '=', accountId).where('digest', 'in', digests).execute()
    },
  }
}
