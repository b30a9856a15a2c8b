import { writeEach } from '../../store/batch-statement.ts'
import type { Connection as StoreConnection } from '../../store/connection.ts'
import { lockRows } from '../../store/lock-rows.ts'
import { newestFirst, type Page } from '../../store/newest-first.ts'
import { removeOwned } from '../../store/remove-owned.ts'
import type { Account } from '../domain/account.ts'
import type { Connection } from '../domain/connection.ts'
import { CREDENTIALS } from '../domain/credentials.ts'
import { OWNER_COLUMNS, toOwner } from './accounts.ts'
import type { LastUse } from './last-use.ts'
import type { AccountTables, OAuthGrantRow } from './tables.ts'

const TOUCH = `
  update oauth_grants set last_used_at = ? where id = ? and (last_used_at is null or last_used_at < ?)`

/** What accounts have allowed apps. Deleting a grant deletes its tokens, which ends its access at the next request. */
export function oauthGrants(connection: StoreConnection<AccountTables>) {
  const { db, changing } = connection
  return {
    ...grantsOfAccount(connection),
    ...using(connection),

    async add(grant: Connection): Promise<void> {
      await db.insertInto('oauth_grants').values(toRow(grant)).execute()
    },

    async byId(id: string, now: Date): Promise<Connection | undefined> {
      const row = await db
        .selectFrom('oauth_grants')
        .selectAll()
        .where('id', '=', id)
        .where('expires_at', '>', now.toISOString())
        .executeTakeFirst()
      return row && toConnection(row)
    },

    /** The grant of an access token, its account, and the end of the token. */
    async byAccessToken(
      sha256: string,
    ): Promise<{ grant: Connection; account: Account; expiresAt: string } | undefined> {
      const row = await db
        .selectFrom('oauth_tokens')
        .innerJoin('oauth_grants', 'oauth_grants.id', 'oauth_tokens.grant_id')
        .innerJoin('accounts', 'accounts.id', 'oauth_grants.account_id')
        .where('oauth_tokens.sha256', '=', sha256)
        .where('oauth_tokens.kind', '=', 'access')
        .select(OWNER_COLUMNS)
        .select('oauth_tokens.expires_at as token_expires_at')
        .selectAll('oauth_grants')
        .executeTakeFirst()
      if (!row) return undefined
      const expiresAt = row.token_expires_at < row.expires_at ? row.token_expires_at : row.expires_at
      return { grant: toConnection(row), account: toOwner(row), expiresAt }
    },

    /** Marks the first fetch of tokens; false if it has happened before. */
    async connect(id: string, at: Date): Promise<boolean> {
      const first = await db
        .updateTable('oauth_grants')
        .set({ connected_at: at.toISOString() })
        .where('id', '=', id)
        .where('connected_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      return first !== undefined
    },

    /** The removed grant; undefined if there is none. */
    async remove(id: string): Promise<Connection | undefined> {
      const row = await changing(
        CREDENTIALS,
        (removed: OAuthGrantRow | undefined) => (removed ? [removed.account_id] : []),
        (it) => it.deleteFrom('oauth_grants').where('id', '=', id).returningAll().executeTakeFirst(),
      )
      return row && toConnection(row)
    },

    /** Deletes grants that have ended, and those that no app fetched tokens for since `unfetchedSince`. */
    async removeEnded(now: Date, unfetchedSince: Date): Promise<void> {
      await db
        .deleteFrom('oauth_grants')
        .where(({ eb, or, and }) =>
          or([
            eb('expires_at', '<=', now.toISOString()),
            and([eb('connected_at', 'is', null), eb('created_at', '<=', unfetchedSince.toISOString())]),
          ]),
        )
        .execute()
    },
  }
}

function using(connection: StoreConnection<AccountTables>) {
  return {
    /** Records the last use of some; a later one that is known stays. */
    async touch(uses: readonly Omit<LastUse, 'address'>[]): Promise<void> {
      await lockRows(
        connection,
        'oauth_grants',
        uses.map(({ id }) => id),
      )
      await writeEach(
        connection,
        TOUCH,
        uses.map(({ id, at }) => [at.toISOString(), id, at.toISOString()]),
      )
    },
  }
}

/** What the owner of an account does with its connections. */
function grantsOfAccount({ db, changing }: StoreConnection<AccountTables>) {
  return {
    /** Those whose app has fetched tokens, newest first. */
    async ofAccount(accountId: string, { now, ...page }: Page & { readonly now: Date }): Promise<Connection[]> {
      const rows = await db
        .selectFrom('oauth_grants')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('connected_at', 'is not', null)
        .where('expires_at', '>', now.toISOString())
        .$call(newestFirst(page))
        .execute()
      return rows.map(toConnection)
    },

    /** False when the account has no such connection. */
    removeOf: (accountId: string, id: string): Promise<boolean> =>
      changing(CREDENTIALS, accountId, (it) => removeOwned(it, 'oauth_grants', { accountId, id })),

    async removeOfAccount(accountId: string): Promise<void> {
      await changing(CREDENTIALS, accountId, (it) =>
        it.deleteFrom('oauth_grants').where('account_id', '=', accountId).execute(),
      )
    },

    /** Deletes all but those `kept` that were used or made last. */
    async removeLongestUnused(accountId: string, kept: number): Promise<void> {
      const rows = await db
        .selectFrom('oauth_grants')
        .select('id')
        .where('account_id', '=', accountId)
        .orderBy(({ fn }) => fn.coalesce('last_used_at', 'created_at'), 'desc')
        .orderBy('id', 'desc')
        .execute()
      const surplus = rows.slice(kept).map(({ id }) => id)
      if (surplus.length === 0) return
      await changing(CREDENTIALS, accountId, (it) => it.deleteFrom('oauth_grants').where('id', 'in', surplus).execute())
    },
  }
}

function toRow(grant: Connection): OAuthGrantRow {
  return {
    id: grant.id,
    account_id: grant.accountId,
    client_id: grant.clientId,
    client_name: grant.clientName,
    redirect_host: grant.redirectHost,
    resource: grant.resource,
    scope: grant.scope,
    created_at: grant.createdAt,
    connected_at: grant.connectedAt,
    last_used_at: grant.lastUsedAt,
    expires_at: grant.expiresAt,
  }
}

function toConnection(row: OAuthGrantRow): Connection {
  return {
    id: row.id,
    accountId: row.account_id,
    clientId: row.client_id,
    clientName: row.client_name,
    redirectHost: row.redirect_host,
    resource: row.resource,
    scope: row.scope,
    createdAt: row.created_at,
    connectedAt: row.connected_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  }
}
