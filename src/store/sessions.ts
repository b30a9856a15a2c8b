import type { Account } from '../domain/accounts/account.ts'
import { SESSION_IDLE_MS, type SignInSession } from '../domain/accounts/sign-in-session.ts'
import type { SessionRow } from './account-tables.ts'
import { OWNER_COLUMNS, toOwner } from './accounts.ts'
import type { Connection } from './engine.ts'

export interface NewSession extends SignInSession {
  readonly secretDigest: string
}

/** Sign-in sessions. Of their secret only a keyed digest is stored. */
export function sessions({ db, credentialsChanged }: Connection) {
  return {
    async add({ secretDigest, ...session }: NewSession): Promise<void> {
      await db
        .insertInto('sessions')
        .values({
          id: session.id,
          account_id: session.accountId,
          secret_digest: secretDigest,
          created_at: session.createdAt,
          last_seen_at: session.lastSeenAt,
          expires_at: session.expiresAt,
        })
        .execute()
    },

    async bySecretDigest(digest: string): Promise<{ session: SignInSession; account: Account } | undefined> {
      const row = await db
        .selectFrom('sessions')
        .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
        .where('secret_digest', '=', digest)
        .select(OWNER_COLUMNS)
        .selectAll('sessions')
        .executeTakeFirst()
      if (!row) return undefined
      return {
        session: toSession(row),
        account: toOwner(row),
      }
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('sessions').where('id', '=', id).execute()
      credentialsChanged()
    },

    async removeOfAccount(accountId: string): Promise<void> {
      await db.deleteFrom('sessions').where('account_id', '=', accountId).execute()
      credentialsChanged()
    },

    /** Forgets those that nobody can use any more. */
    async removeEnded(now: Date): Promise<void> {
      const idleSince = new Date(now.getTime() - SESSION_IDLE_MS).toISOString()
      await db
        .deleteFrom('sessions')
        .where(({ or, eb }) => or([eb('expires_at', '<=', now.toISOString()), eb('last_seen_at', '<=', idleSince)]))
        .execute()
    },

    async touch(id: string, at: Date): Promise<void> {
      await db.updateTable('sessions').set({ last_seen_at: at.toISOString() }).where('id', '=', id).execute()
    },
  }
}

function toSession(row: Omit<SessionRow, 'secret_digest'>): SignInSession {
  return {
    id: row.id,
    accountId: row.account_id,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
  }
}
