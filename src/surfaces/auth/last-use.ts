import type { AccountStore } from '../../accounts/store/index.ts'

/** Times of last use of keys, connections and sessions, written in batches after the requests, at most once a minute each. */
export interface LastUse extends AsyncDisposable {
  /** Records the use of a key from a network address; returns the time of last use that counts from now on. */
  ofKey(use: AddressedUse, lastMs: number, nowMs: number): number
  /** Records the use of a connection, as `ofKey`. */
  ofConnection(id: string, lastMs: number, nowMs: number): number
  /** Records the use of a session from a network address, as `ofKey`. */
  ofSession(use: AddressedUse, lastMs: number, nowMs: number): number
  flush(): Promise<void>
}

const WRITE_INTERVAL_MS = 60_000

/** Where a key or a session was used. */
export interface AddressedUse {
  readonly id: string
  readonly address: string
}

interface LastPlace {
  readonly atMs: number
  readonly address: string
}

export interface LastUseOptions {
  readonly store: Pick<AccountStore, 'transaction'>
  /** How long uses are collected before they are written together. */
  readonly delayMs: number
  readonly onError: (error: unknown) => void
}

export function lastUse({ store, delayMs, onError }: LastUseOptions): LastUse {
  const pending = {
    apiKeys: new Map<string, LastPlace>(),
    connections: new Map<string, number>(),
    sessions: new Map<string, LastPlace>(),
  }
  let timer: NodeJS.Timeout | undefined

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const keys = [...pending.apiKeys].map(([id, { atMs, address }]) => ({ id, at: new Date(atMs), address }))
    const connections = [...pending.connections].map(([id, atMs]) => ({ id, at: new Date(atMs) }))
    const sessions = [...pending.sessions].map(([id, { atMs, address }]) => ({ id, at: new Date(atMs), address }))
    pending.apiKeys.clear()
    pending.connections.clear()
    pending.sessions.clear()
    if (keys.length + connections.length + sessions.length === 0) return
    try {
      await store.transaction(async (repositories) => {
        await repositories.apiKeys.touch(keys)
        await repositories.oauthGrants.touch(connections)
        await repositories.sessions.touch(sessions)
      }, 'hot')
    } catch (error) {
      // The next use after a minute writes again; a request must not fail because of this.
      onError(error)
    }
  }

  function due(lastMs: number, nowMs: number): boolean {
    if (nowMs - lastMs < WRITE_INTERVAL_MS) return false
    timer ??= setTimeout(() => void flush(), delayMs).unref()
    return true
  }

  return {
    ofKey({ id, address }, lastMs, nowMs) {
      if (!due(lastMs, nowMs)) return lastMs
      pending.apiKeys.set(id, { atMs: nowMs, address })
      return nowMs
    },
    ofConnection(id, lastMs, nowMs) {
      if (!due(lastMs, nowMs)) return lastMs
      pending.connections.set(id, nowMs)
      return nowMs
    },
    ofSession({ id, address }, lastMs, nowMs) {
      if (!due(lastMs, nowMs)) return lastMs
      pending.sessions.set(id, { atMs: nowMs, address })
      return nowMs
    },
    flush,
    [Symbol.asyncDispose]: flush,
  }
}
