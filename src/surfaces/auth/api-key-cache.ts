import type { Account } from '../../accounts/domain/account.ts'
import type { KeyScope } from '../../accounts/domain/key-scope.ts'
import type { AccountStore } from '../../accounts/store/index.ts'
import { type AddressList, addressList } from '../../lib/node/address-list.ts'
import { apiTokenSha256, isApiToken } from '../../lib/node/api-tokens.ts'
import { credentialCache } from './credential-cache.ts'
import type { ApiCredentials } from './credentials.ts'
import type { LastUse } from './last-use.ts'

export interface CachedKey {
  readonly id: string
  readonly account: Account
  readonly expiresAtMs: number
  /** Null: everything that a key may do. */
  readonly scopes: readonly KeyScope[] | null
  /** Null: from anywhere. */
  readonly allows: AddressList | null
  lastUsedAtMs: number
}

/**
 * `'unknown'` may be a guess; `'expired'` is a correct token after its expiry, `'elsewhere'` one from an address that it
 * may not be used from.
 */
export type KeyLookup = CachedKey | 'unknown' | 'expired' | 'elsewhere'

export interface ApiKeyCache {
  /** Synchronous for a cached key; a promise only if the store is queried. */
  find(credentials: ApiCredentials, address: string, nowMs: number): KeyLookup | Promise<KeyLookup>
  /** Of any account: for a token that comes without an e-mail address. */
  findByToken(token: string, address: string, nowMs: number): Promise<KeyLookup>
}

/**
 * API keys by the SHA-256 of their token. Tokens are only looked up by that digest, so timing does not reveal how much
 * of one was correct, and an e-mail address is only compared with that of the token's own account.
 */
export function apiKeyCache(store: AccountStore, uses: LastUse): ApiKeyCache {
  const cache = credentialCache<CachedKey>(store)

  async function read(digest: string): Promise<CachedKey | undefined> {
    const found = await store.apiKeys.byTokenSha256(digest)
    if (!found) return undefined
    const { key, account } = found
    return {
      id: key.id,
      account,
      expiresAtMs: Date.parse(key.expiresAt),
      scopes: key.scopes,
      allows: key.allowedAddresses && addressList(key.allowedAddresses),
      lastUsedAtMs: key.lastUsedAt === null ? Number.NEGATIVE_INFINITY : Date.parse(key.lastUsedAt),
    }
  }

  function checkKey(key: CachedKey | undefined, email: string | null, address: string, nowMs: number): KeyLookup {
    if (!key || (email !== null && key.account.email !== email)) return 'unknown'
    if (nowMs >= key.expiresAtMs) return 'expired'
    if (key.allows?.(address) === false) return 'elsewhere'
    key.lastUsedAtMs = uses.ofKey({ id: key.id, address }, key.lastUsedAtMs, nowMs)
    return key
  }

  return {
    async findByToken(token, address, nowMs) {
      if (!isApiToken(token)) return 'unknown'
      const digest = apiTokenSha256(token)
      const key = cache.get(digest) ?? (await cache.load(digest, () => read(digest)))
      return checkKey(key, null, address, nowMs)
    },
    find({ email, token }, address, nowMs) {
      const digest = apiTokenSha256(token)
      const cached = cache.get(digest)
      if (cached) return checkKey(cached, email, address, nowMs)
      if (!isApiToken(token)) return 'unknown'
      return cache.load(digest, () => read(digest)).then((key) => checkKey(key, email, address, nowMs))
    },
  }
}
