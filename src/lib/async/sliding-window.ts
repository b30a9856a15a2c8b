export interface WindowLimits {
  /** Maximum number of events in any window. */
  readonly limit: number
  readonly windowMs: number
  /** Maximum number of keys; beyond it, the keys that were unused for longest are dropped. */
  readonly maxKeys: number
}

export interface Admission {
  readonly allowed: boolean
  readonly limit: number
  /** Events that would still be allowed now. */
  readonly remaining: number
  /** Time until the oldest event leaves the window and makes room; 0 for an empty window. */
  readonly resetMs: number
}

/**
 * Allows at most `limit` events per key in **any** window of `windowMs`, exactly: it stores the instant of each allowed
 * event in a ring buffer that grows up to `limit`. An event leaves after exactly `windowMs`. Refused events are not
 * counted. Instants come from a monotonic clock; one that goes backwards counts as stopped.
 */
export class SlidingWindow {
  readonly #limits: WindowLimits
  /**
   * Current and previous generation of keys. Two generations expire old keys without moving a key at each use, which
   * would leave garbage in the map that only a full collection frees.
   */
  #recent = new Map<string, Ring>()
  #older = new Map<string, Ring>()
  #latestMs = Number.NEGATIVE_INFINITY

  constructor(limits: WindowLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#recent.size + this.#older.size
  }

  /** Counts so many events when there is room for all of them. */
  take(key: string, nowMs: number, events = 1): Admission {
    const now = this.#advance(nowMs)
    const ring = this.#ringOf(key)
    ring.dropUntil(now - this.#limits.windowMs)
    const allowed = ring.count + events <= this.#limits.limit
    if (allowed) for (let count = 0; count < events; count++) ring.push(now, this.#limits.limit)
    return this.#admission(ring, allowed, now)
  }

  /** The result of `take`, without counting. */
  peek(key: string, nowMs: number): Admission {
    const now = this.#advance(nowMs)
    const ring = this.#recent.get(key) ?? this.#older.get(key) ?? new Ring()
    ring.dropUntil(now - this.#limits.windowMs)
    return this.#admission(ring, ring.count < this.#limits.limit, now)
  }

  #advance(nowMs: number): number {
    this.#latestMs = Math.max(this.#latestMs, nowMs)
    return this.#latestMs
  }

  #ringOf(key: string): Ring {
    const current = this.#recent.get(key)
    if (current) return current
    const ring = this.#older.get(key) ?? new Ring()
    this.#older.delete(key)
    if (this.#recent.size >= this.#limits.maxKeys / 2) {
      this.#older = this.#recent
      this.#recent = new Map()
    }
    this.#recent.set(key, ring)
    return ring
  }

  #admission(ring: Ring, allowed: boolean, now: number): Admission {
    const { limit, windowMs } = this.#limits
    const resetMs = ring.count === 0 ? 0 : ring.oldest + windowMs - now
    return { allowed, limit, remaining: limit - ring.count, resetMs }
  }
}

const FIRST_CAPACITY = 8

class Ring {
  count = 0
  #instants = new Float64Array(FIRST_CAPACITY)
  #start = 0

  get oldest(): number {
    return this.#instants[this.#start] ?? Number.NaN
  }

  push(instant: number, maxCount: number): void {
    if (this.count === this.#instants.length) this.#grow(maxCount)
    this.#instants[(this.#start + this.count) % this.#instants.length] = instant
    this.count++
  }

  dropUntil(instant: number): void {
    while (this.count > 0 && this.oldest <= instant) {
      this.#start = (this.#start + 1) % this.#instants.length
      this.count--
    }
  }

  #grow(maxCount: number): void {
    const grown = new Float64Array(Math.max(this.count + 1, Math.min(maxCount, this.count * 2)))
    for (let index = 0; index < this.count; index++) {
      grown[index] = this.#instants[(this.#start + index) % this.#instants.length] ?? Number.NaN
    }
    this.#instants = grown
    this.#start = 0
  }
}
