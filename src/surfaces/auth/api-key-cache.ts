import type { Account } from '../../accounts/domain/account.ts'
import type { AccountStore } from '../../accounts/store/index.ts'
import { apiTokenSha256, isApiToken } from '../../lib/node/api-tokens.ts'
import { credentialCache } from './credential-cache.ts'
import type { ApiCredentials } from './credentials.ts'
import type { LastUse } from './last-use.ts'

export interface CachedKey {
  readonly id: string
  readonly account: Account
  readonly expiresAtMs: number
  lastUsedAtMs: number
}

/** `'unknown'` may be a guess; `'expired'` is a correct token after its expiry. */
export type KeyLookup = CachedKey | 'unknown' | 'expired'

export interface ApiKeyCache {
  /** Synchronous for a cached key; a promise only if the store is queried. */
  find(credentials: ApiCredentials, nowMs: number): KeyLookup | Promise<KeyLookup>
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
      lastUsedAtMs: key.lastUsedAt === null ? Number.NEGATIVE_INFINITY : Date.parse(key.lastUsedAt),
    }
  }

  function checkKey(key: CachedKey | undefined, email: string, nowMs: number): KeyLookup {
    if (key?.account.email !== email) return 'unknown'
    if (nowMs >= key.expiresAtMs) return 'expired'
    key.lastUsedAtMs = uses.ofKey(key.id, key.lastUsedAtMs, nowMs)
    return key
  }

  return {
    find({ email, token }, nowMs) {
      const digest = apiTokenSha256(token)
      const cached = cache.get(digest)
      if (cached) return checkKey(cached, email, nowMs)
      if (!isApiToken(token)) return 'unknown'
      return cache.load(digest, () => read(digest)).then((key) => checkKey(key, email, nowMs))
    },
  }
}
