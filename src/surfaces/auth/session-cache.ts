import type { Account } from '../../accounts/domain/account.ts'
import { sessionEndMs } from '../../accounts/domain/sign-in-session.ts'
import type { AccountStore } from '../../accounts/store/index.ts'
import type { KeyedDigest } from '../../lib/node/keyed-digest.ts'
import { credentialCache } from './credential-cache.ts'
import type { LastUse } from './last-use.ts'

export interface CachedSession {
  readonly id: string
  readonly account: Account
  readonly expiresAtMs: number
  lastSeenAtMs: number
}

export interface SessionCache {
  /** Undefined if the secret has no session or the session has ended. */
  find(secret: string, address: string, nowMs: number): Promise<CachedSession | undefined>
}

/** Sign-in sessions by the keyed digest of their secret. */
export function sessionCache(store: AccountStore, digest: KeyedDigest, uses: LastUse): SessionCache {
  const cache = credentialCache<CachedSession>(store)

  async function read(secretDigest: string): Promise<CachedSession | undefined> {
    const found = await store.sessions.bySecretDigest(secretDigest)
    if (!found) return undefined
    const { session, account } = found
    return {
      id: session.id,
      account,
      expiresAtMs: Date.parse(session.expiresAt),
      lastSeenAtMs: Date.parse(session.lastSeenAt),
    }
  }

  return {
    async find(secret, address, nowMs) {
      const secretDigest = digest('session', secret)
      const cached = cache.get(secretDigest)
      // Another process may have used it since: the row tells.
      const session =
        cached && !hasEnded(cached, nowMs) ? cached : await cache.load(secretDigest, () => read(secretDigest))
      if (!session || hasEnded(session, nowMs)) return undefined
      session.lastSeenAtMs = uses.ofSession({ id: session.id, address }, session.lastSeenAtMs, nowMs)
      return session
    },
  }
}

function hasEnded({ lastSeenAtMs, expiresAtMs }: CachedSession, nowMs: number): boolean {
  return nowMs >= sessionEndMs(lastSeenAtMs, expiresAtMs)
}
