import { LRUCache } from 'lru-cache'

export interface RevalidationOptions {
  /** Values up to this age are fresh. */
  readonly freshMs: number
  /** Older values up to this age are returned while a new one is loaded. */
  readonly usableMs: number
  /** Maximum number of values; the least recently used one is dropped first. */
  readonly max: number
  /** Milliseconds of a monotonic clock. */
  readonly monotonicMs: () => number
}

export interface Loader<Value> {
  readonly load: () => Promise<Value>
  /** Runs work without the caller waiting, and reports its failure. */
  readonly inBackground: (work: () => Promise<void>) => void
}

interface Fetch<Value> extends Loader<Value> {
  /** The caller gets a stale value and does not wait. */
  readonly isStaleServed: boolean
}

/**
 * A cache of values that are slow to load and may be slightly stale. Only callers without a usable value wait, and they
 * share one load. A failure is not cached, and a failed reload keeps the old value.
 */
export class StaleWhileRevalidate<Value extends object | string> {
  readonly #options: RevalidationOptions
  readonly #cache: LRUCache<string, Value, Fetch<Value>>

  constructor(options: RevalidationOptions) {
    this.#options = options
    const { max, freshMs, monotonicMs } = options
    this.#cache = new LRUCache({
      max,
      ttl: freshMs,
      ttlResolution: 0,
      perf: { now: monotonicMs },
      noDeleteOnFetchRejection: true,
      // A value that is evicted while it is loaded is still returned to its callers.
      ignoreFetchAbort: true,
      fetchMethod: async (_key, _stale, { context: { load, inBackground, isStaleServed }, options: entry }) => {
        const beginMs = monotonicMs()
        const loading = load()
        // The library drops failures that no caller awaits.
        if (isStaleServed) inBackground(async () => void (await loading))
        const value = await loading
        // The age counts from the start of the load. A lifetime of 0 would mean no expiry.
        entry.ttl = Math.max(1, Math.round(freshMs - (monotonicMs() - beginMs)))
        return value
      },
    })
  }

  find(key: string, loader: Loader<Value>): Promise<Value> {
    const { freshMs, usableMs } = this.#options
    const isCached = this.#cache.peek(key, { allowStale: true }) !== undefined
    const isUsable = isCached && this.#cache.getRemainingTTL(key) >= freshMs - usableMs
    return this.#cache.forceFetch(key, { allowStale: isUsable, context: { ...loader, isStaleServed: isUsable } })
  }
}
