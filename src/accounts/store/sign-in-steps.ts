import type { Connection } from '../../store/connection.ts'
import type { AccountTables } from './tables.ts'

/** A sign-in whose password was correct and whose second step is awaited. */
export interface SignInStep {
  readonly digest: string
  readonly accountId: string
  readonly passwordDigest: string
  readonly expiresAt: Date
}

/** Keyed digests of the tokens that the second step needs. */
export function signInSteps({ db }: Connection<AccountTables>) {
  return {
    async add({ digest, accountId, passwordDigest, expiresAt }: SignInStep): Promise<void> {
      await db
        .insertInto('sign_in_steps')
        .values({
          digest,
          account_id: accountId,
          password_digest: passwordDigest,
          expires_at: expiresAt.toISOString(),
        })
        .execute()
    },

    async byDigest(digest: string, now: Date): Promise<Omit<SignInStep, 'expiresAt'> | undefined> {
      const row = await db
        .selectFrom('sign_in_steps')
        .selectAll()
        .where('digest', '=', digest)
        .where('expires_at', '>', now.toISOString())
        .executeTakeFirst()
      return row && { digest: row.digest, accountId: row.account_id, passwordDigest: row.password_digest }
    },

    /** False if it was completed: only one of several simultaneous calls succeeds. */
    async remove(digest: string): Promise<boolean> {
      const removed = await db
        .deleteFrom('sign_in_steps')
        .where('digest', '=', digest)
        .returning('digest')
        .executeTakeFirst()
      return removed !== undefined
    },

    async removeOfAccount(accountId: string): Promise<void> {
      await db.deleteFrom('sign_in_steps').where('account_id', '=', accountId).execute()
    },

    async removeExpired(now: Date): Promise<void> {
      await db.deleteFrom('sign_in_steps').where('expires_at', '<=', now.toISOString()).execute()
    },
  }
}
