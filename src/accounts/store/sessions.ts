import { writeEach } from '../../store/batch-statement.ts'
import type { Connection } from '../../store/connection.ts'
import { lockRows } from '../../store/lock-rows.ts'
import { newestFirst, type Page } from '../../store/newest-first.ts'
import { removeOwned } from '../../store/remove-owned.ts'
import type { Account } from '../domain/account.ts'
import { CREDENTIALS } from '../domain/credentials.ts'
import { SESSION_IDLE_MS, type SignInSession } from '../domain/sign-in-session.ts'
import { OWNER_COLUMNS, toOwner } from './accounts.ts'
import type { LastUse } from './last-use.ts'
import type { AccountTables, SessionRow } from './tables.ts'

export interface NewSession extends SignInSession {
  readonly secretDigest: string
}

const TOUCH = 'update sessions set last_seen_at = ?, address = ? where id = ? and last_seen_at < ?'

/** Sign-in sessions. Only a keyed digest of their secret is stored. */
export function sessions(connection: Connection<AccountTables>) {
  const { db, changing } = connection
  return {
    ...sessionsOfAccount(connection),

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
          address: session.address,
          browser: session.browser,
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
      await changing(
        CREDENTIALS,
        (removed: readonly { readonly account_id: string }[]) => removed.map(({ account_id }) => account_id),
        (it) => it.deleteFrom('sessions').where('id', '=', id).returning('account_id').execute(),
      )
    },

    /** Deletes sessions that have ended. */
    async removeEnded(now: Date): Promise<void> {
      await db
        .deleteFrom('sessions')
        .where(({ or, eb }) =>
          or([eb('expires_at', '<=', now.toISOString()), eb('last_seen_at', '<=', idleSince(now))]),
        )
        .execute()
    },

    /** Records the last use of some; a later one that is known stays. */
    async touch(uses: readonly LastUse[]): Promise<void> {
      await lockRows(
        connection,
        'sessions',
        uses.map(({ id }) => id),
      )
      await writeEach(
        connection,
        TOUCH,
        uses.map(({ id, at, address }) => [at.toISOString(), address, id, at.toISOString()]),
      )
    },
  }
}

/** What the owner of an account does with its sessions. */
function sessionsOfAccount({ db, changing }: Connection<AccountTables>) {
  return {
    /** Those that have not ended, newest first; before `beforeId` if it is set. */
    async ofAccount(accountId: string, { now, ...page }: Page & { readonly now: Date }): Promise<SignInSession[]> {
      const rows = await db
        .selectFrom('sessions')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('expires_at', '>', now.toISOString())
        .where('last_seen_at', '>', idleSince(now))
        .$call(newestFirst(page))
        .execute()
      return rows.map(toSession)
    },

    async removeOfAccount(accountId: string): Promise<void> {
      await changing(CREDENTIALS, accountId, (it) =>
        it.deleteFrom('sessions').where('account_id', '=', accountId).execute(),
      )
    },

    /** False when the account has no such session. */
    removeOf: (accountId: string, id: string): Promise<boolean> =>
      changing(CREDENTIALS, accountId, (it) => removeOwned(it, 'sessions', { accountId, id })),

    /** Deletes all sessions of the account but one; returns how many. */
    async removeOthers(accountId: string, keptId: string | null): Promise<number> {
      const removed = await changing(CREDENTIALS, accountId, (it) =>
        it
          .deleteFrom('sessions')
          .where('account_id', '=', accountId)
          .where('id', '!=', keptId ?? '')
          .returning('id')
          .execute(),
      )
      return removed.length
    },
  }
}

function idleSince(now: Date): string {
  return new Date(now.getTime() - SESSION_IDLE_MS).toISOString()
}

function toSession(row: Omit<SessionRow, 'secret_digest'>): SignInSession {
  return {
    id: row.id,
    accountId: row.account_id,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    address: row.address,
    browser: row.browser,
  }
}
