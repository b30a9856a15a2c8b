import type { Account } from '../domain/accounts/account.ts'
import { apiTokenSha256, isApiToken } from '../lib/node/api-tokens.ts'
import type { Store } from '../store/open.ts'
import { credentialMemory } from './credential-memory.ts'
import type { ApiCredentials } from './credentials.ts'
import type { LastUse } from './last-use.ts'

export interface KnownKey {
  readonly id: string
  readonly account: Account
  readonly expiresAtMs: number
  lastUsedAtMs: number
}

/** `'unknown'` may be a guess; `'expired'` is the right token too late. */
export type KeyFound = KnownKey | 'unknown' | 'expired'

export interface KnownKeys {
  /** At once for a key that is remembered; a promise only when the store has to be asked. */
  find(credentials: ApiCredentials, nowMs: number): KeyFound | Promise<KeyFound>
}

/**
 * API keys by the SHA-256 of their token. Tokens are looked up by that digest alone, so no comparison tells by its time
 * how much of one was right, and an e-mail is compared only with that of the token's own account.
 */
export function knownKeys(store: Store, uses: LastUse): KnownKeys {
  const memory = credentialMemory<KnownKey>(store)

  async function read(digest: string): Promise<KnownKey | undefined> {
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

  function judged(key: KnownKey | undefined, email: string, nowMs: number): KeyFound {
    if (key?.account.email !== email) return 'unknown'
    if (nowMs >= key.expiresAtMs) return 'expired'
    key.lastUsedAtMs = uses.note('apiKeys', key.id, key.lastUsedAtMs, nowMs)
    return key
  }

  return {
    find({ email, token }, nowMs) {
      const digest = apiTokenSha256(token)
      const remembered = memory.recall(digest)
      if (remembered) return judged(remembered, email, nowMs)
      if (!isApiToken(token)) return 'unknown'
      return memory.learn(digest, () => read(digest)).then((key) => judged(key, email, nowMs))
    },
  }
}
