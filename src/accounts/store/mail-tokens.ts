import type { Connection } from '../../store/connection.ts'
import type { AccountTables, MailPurpose } from './tables.ts'

export interface NewMailToken {
  readonly digest: string
  /** Null for a decoy: the same write as for a token, which nothing redeems. */
  readonly accountId: string | null
  readonly purpose: MailPurpose
  /** The password of a sign-up, which becomes the account's when the owner confirms the address. */
  readonly passwordHash: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

export interface RedeemedMailToken {
  readonly accountId: string
  readonly passwordHash: string | null
}

/** Tokens of links in mails: single use, with an expiry, stored as keyed digests. */
export function mailTokens({ db }: Connection<AccountTables>) {
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

    /** Number of mails for this purpose sent to the account since an instant. */
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

    /** Redeems the token: only one of several simultaneous calls succeeds. */
    async redeem(digest: string, purpose: MailPurpose, now: Date): Promise<RedeemedMailToken | undefined> {
      const row = await db
        .deleteFrom('mail_tokens')
        .where('digest', '=', digest)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', now.toISOString())
        .where('account_id', 'is not', null)
        .returning(['account_id', 'password_hash'])
        .executeTakeFirst()
      return row?.account_id ? { accountId: row.account_id, passwordHash: row.password_hash } : undefined
    },

    async removeOfAccount(accountId: string): Promise<void> {
      await db.deleteFrom('mail_tokens').where('account_id', '=', accountId).execute()
    },

    async removeExpired(now: Date): Promise<void> {
      await db.deleteFrom('mail_tokens').where('expires_at', '<=', now.toISOString()).execute()
    },
  }
}
