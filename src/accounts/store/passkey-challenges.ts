import type { Connection } from '../../store/connection.ts'
import type { AccountTables } from './tables.ts'

/** Challenges that await an answer, one for each session and sign-in, as keyed digests. */
export function passkeyChallenges({ db }: Connection<AccountTables>) {
  return {
    /** Replaces an earlier challenge of the same session or sign-in. */
    async put(binding: string, challengeDigest: string, expiresAt: Date): Promise<void> {
      const row = { challenge_digest: challengeDigest, expires_at: expiresAt.toISOString() }
      await db
        .insertInto('passkey_challenges')
        .values({ binding, ...row })
        .onConflict((conflict) => conflict.column('binding').doUpdateSet(row))
        .execute()
    },

    /** Takes the digest of the challenge: only one of several simultaneous calls gets it. */
    async take(binding: string, now: Date): Promise<string | undefined> {
      const row = await db
        .deleteFrom('passkey_challenges')
        .where('binding', '=', binding)
        .where('expires_at', '>', now.toISOString())
        .returning('challenge_digest')
        .executeTakeFirst()
      return row?.challenge_digest
    },

    async removeExpired(now: Date): Promise<void> {
      await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now.toISOString()).execute()
    },
  }
}
