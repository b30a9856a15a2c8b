import type { MailPurpose } from './account-tables.ts'
import type { Connection } from './engine.ts'

export interface NewMailToken {
  readonly digest: string
  readonly accountId: string
  readonly purpose: MailPurpose
  /** The password that a sign-up asked for; it becomes the account's when the mail is answered. */
  readonly passwordHash: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

export interface RedeemedMailToken {
  readonly accountId: string
  readonly passwordHash: string | null
}

/** Tokens of links in mails: single use, each with an end, stored as keyed digests. */
export function mailTokens({ db }: Connection) {
  return {
    async add(token: NewMailToken): Promise<void> {
      await db
        .insertInto('mail_tokens')
        .values({
          digest: token.digest,
          account_id: token.accountId,
          purpose: token.purpose,
          password_hash: token.passwordHash,
          created_at: token.createdAt.toISOString(),
          expires_at: token.expiresAt.toISOString(),
        })
        .execute()
    },

    /** How many were sent to the account for this purpose since then. */
    async countSince(accountId: string, purpose: MailPurpose, since: Date): Promise<number> {
      const row = await db
        .selectFrom('mail_tokens')
        .select((expression) => expression.fn.countAll<number>().as('total'))
        .where('account_id', '=', accountId)
        .where('purpose', '=', purpose)
        .where('created_at', '>', since.toISOString())
        .executeTakeFirstOrThrow()
      return row.total
    },

    /** Uses the token up: of several simultaneous calls one gets it. */
    async redeem(digest: string, purpose: MailPurpose, now: Date): Promise<RedeemedMailToken | undefined> {
      const row = await db
        .deleteFrom('mail_tokens')
        .where('digest', '=', digest)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', now.toISOString())
        .returning(['account_id', 'password_hash'])
        .executeTakeFirst()
      return row && { accountId: row.account_id, passwordHash: row.password_hash }
    },

    async removeOfAccount(accountId: string): Promise<void> {
      await db.deleteFrom('mail_tokens').where('account_id', '=', accountId).execute()
    },

    async removeExpired(now: Date): Promise<void> {
      await db.deleteFrom('mail_tokens').where('expires_at', '<=', now.toISOString()).execute()
    },
  }
}
