import { writeEach } from '../../store/batch-statement.ts'
import type { Connection } from '../../store/connection.ts'
import { lockRows } from '../../store/lock-rows.ts'
import { newestFirst, type Page } from '../../store/newest-first.ts'
import { removeOwned } from '../../store/remove-owned.ts'
import type { Account } from '../domain/account.ts'
import type { ApiKey } from '../domain/api-key.ts'
import { CREDENTIALS } from '../domain/credentials.ts'
import type { KeyScope } from '../domain/key-scope.ts'
import { OWNER_COLUMNS, toOwner } from './accounts.ts'
import type { LastUse } from './last-use.ts'
import type { AccountTables, ApiKeyRow } from './tables.ts'

export interface NewApiKey extends ApiKey {
  readonly tokenSha256: string
}

const TOUCH = `
  update api_keys set last_used_at = ?, last_used_address = ? where id = ? and (last_used_at is null or last_used_at < ?)`

/** API keys. Only the SHA-256 of a token is stored. */
export function apiKeys(connection: Connection<AccountTables>) {
  const { db, changing } = connection
  return {
    ...using(connection),

    async add(key: NewApiKey): Promise<void> {
      await db.insertInto('api_keys').values(toRow(key)).execute()
    },

    /** Newest first; before `beforeId` if it is set. */
    async ofAccount(accountId: string, page: Page): Promise<ApiKey[]> {
      const rows = await db
        .selectFrom('api_keys')
        .selectAll()
        .where('account_id', '=', accountId)
        .$call(newestFirst(page))
        .execute()
      return rows.map(toApiKey)
    },

    /** Keys of all accounts in the order of their expiry, starting after a position in that order. */
    async endingBetween(from: Pick<ApiKey, 'expiresAt' | 'id'>, before: string, limit: number): Promise<ApiKey[]> {
      const rows = await db
        .selectFrom('api_keys')
        .selectAll()
        .where('expires_at', '>=', from.expiresAt)
        .where('expires_at', '<', before)
        .where((is) => is.or([is('expires_at', '>', from.expiresAt), is('id', '>', from.id)]))
        .orderBy('expires_at')
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(toApiKey)
    },

    async count(accountId: string): Promise<number> {
      const row = await db
        .selectFrom('api_keys')
        .select((expression) => expression.fn.countAll<number>().as('total'))
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow()
      return row.total
    },

    /** The key with this digest and its account. */
    async byTokenSha256(tokenSha256: string): Promise<{ key: ApiKey; account: Account } | undefined> {
      const row = await db
        .selectFrom('api_keys')
        .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
        .where('token_sha256', '=', tokenSha256)
        .select(OWNER_COLUMNS)
        .selectAll('api_keys')
        .executeTakeFirst()
      if (!row) return undefined
      return {
        key: toApiKey(row),
        account: toOwner(row),
      }
    },

    /** False when the account has no such key. */
    remove: (accountId: string, id: string): Promise<boolean> =>
      changing(CREDENTIALS, accountId, (it) => removeOwned(it, 'api_keys', { accountId, id })),
  }
}

function using(connection: Connection<AccountTables>) {
  return {
    /** Records the last use of some; a later one that is known stays. */
    async touch(uses: readonly LastUse[]): Promise<void> {
      await lockRows(
        connection,
        'api_keys',
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

function toRow(key: NewApiKey): ApiKeyRow {
  return {
    id: key.id,
    account_id: key.accountId,
    name: key.name,
    token_sha256: key.tokenSha256,
    token_prefix: key.tokenPrefix,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    last_used_at: key.lastUsedAt,
    last_used_address: key.lastUsedAddress,
    scopes: key.scopes?.join(' ') ?? null,
    allowed_addresses: key.allowedAddresses?.join(' ') ?? null,
  }
}

function toApiKey(row: Omit<ApiKeyRow, 'token_sha256'>): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    tokenPrefix: row.token_prefix,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    lastUsedAddress: row.last_used_address,
    // Written by this program, from the list of scopes.
    scopes: (row.scopes?.split(' ') as KeyScope[] | undefined) ?? null,
    allowedAddresses: row.allowed_addresses?.split(' ') ?? null,
  }
}
