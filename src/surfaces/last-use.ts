import type { Store } from '../store/open.ts'

/** When keys and sessions were last used, written behind the requests: at most once a minute each, many at once. */
export interface LastUse extends AsyncDisposable {
  /** Takes note of a use; answers the instant that counts as the last one from now on. */
  note(group: 'apiKeys' | 'sessions', id: string, lastMs: number, nowMs: number): number
  flush(): Promise<void>
}

const LAST_USE_STEP_MS = 60_000

export interface LastUseOptions {
  readonly store: Pick<Store, 'transaction'>
  /** How long uses are gathered before they are written together. */
  readonly gatherMs: number
  readonly onError: (error: unknown) => void
}

export function lastUse({ store, gatherMs, onError }: LastUseOptions): LastUse {
  const pending = { apiKeys: new Map<string, number>(), sessions: new Map<string, number>() }
  let timer: NodeJS.Timeout | undefined

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const due = [...pending.apiKeys].map(([id, atMs]) => ['apiKeys', id, atMs] as const)
    const seen = [...pending.sessions].map(([id, atMs]) => ['sessions', id, atMs] as const)
    pending.apiKeys.clear()
    pending.sessions.clear()
    if (due.length + seen.length === 0) return
    try {
      await store.transaction(async (groups) => {
        for (const [group, id, atMs] of [...due, ...seen]) await groups[group].touch(id, new Date(atMs))
      })
    } catch (error) {
      // The next use in a minute writes again; a request must not fail for this.
      onError(error)
    }
  }

  return {
    note(group, id, lastMs, nowMs) {
      if (nowMs - lastMs < LAST_USE_STEP_MS) return lastMs
      pending[group].set(id, nowMs)
      timer ??= setTimeout(() => void flush(), gatherMs).unref()
      return nowMs
    },
    flush,
    [Symbol.asyncDispose]: flush,
  }
}
