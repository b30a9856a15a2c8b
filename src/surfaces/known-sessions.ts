import type { Account } from '../domain/accounts/account.ts'
import { sessionEndMs } from '../domain/accounts/sign-in-session.ts'
import type { KeyedDigest } from '../lib/node/keyed-digest.ts'
import type { Store } from '../store/open.ts'
import { credentialMemory } from './credential-memory.ts'
import type { LastUse } from './last-use.ts'

export interface KnownSession {
  readonly id: string
  readonly account: Account
  readonly expiresAtMs: number
  lastSeenAtMs: number
}

export interface KnownSessions {
  /** Undefined for a secret without a session, and for a session that has ended. */
  find(secret: string, nowMs: number): Promise<KnownSession | undefined>
}

/** Sign-in sessions by the keyed digest of their secret. */
export function knownSessions(store: Store, digest: KeyedDigest, uses: LastUse): KnownSessions {
  const memory = credentialMemory<KnownSession>(store)

  async function read(secretDigest: string): Promise<KnownSession | undefined> {
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
    async find(secret, nowMs) {
      const secretDigest = digest('session', secret)
      const session = memory.recall(secretDigest) ?? (await memory.learn(secretDigest, () => read(secretDigest)))
      if (!session || nowMs >= sessionEndMs(session.lastSeenAtMs, session.expiresAtMs)) return undefined
      session.lastSeenAtMs = uses.note('sessions', session.id, session.lastSeenAtMs, nowMs)
      return session
    },
  }
}
