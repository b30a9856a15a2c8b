import pLimit from 'p-limit'

export interface QueueBound {
  /** Tasks that may wait for a free slot; further ones are refused. */
  readonly maxWaiting: number
  readonly refuse: () => Error
}

export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>

const UNBOUNDED: QueueBound = {
  maxWaiting: Number.POSITIVE_INFINITY,
  refuse: () => new Error('an unbounded queue never refuses'),
}

/** Runs at most `parallel` tasks at once, in the order of the calls. */
export function concurrencyLimit(
  parallel: number,
  { maxWaiting: waiting, refuse }: QueueBound = UNBOUNDED,
): ConcurrencyLimit {
  const limit = pLimit(parallel)
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= parallel + waiting) throw refuse()
    return await limit(work)
  }
}

/** A limit for each key. A key without tasks is removed. */
export function concurrencyLimitByKey(
  parallel: number,
  bound: QueueBound,
): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const byKey = new Map<string, { readonly limit: ConcurrencyLimit; users: number }>()
  return async (key, work) => {
    const entry = byKey.get(key) ?? { limit: concurrencyLimit(parallel, bound), users: 0 }
    byKey.set(key, entry)
    entry.users++
    try {
      return await entry.limit(work)
    } finally {
      entry.users--
      if (entry.users === 0) byKey.delete(key)
    }
  }
}
