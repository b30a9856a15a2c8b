export interface WindowLimits {
  /** Most events in any window. */
  readonly limit: number
  readonly windowMs: number
  /** Most keys that are remembered; past it, those unused for longest are forgotten. */
  readonly maxKeys: number
}

export interface Admission {
  readonly allowed: boolean
  readonly limit: number
  /** Events that would still be let through now. */
  readonly remaining: number
  /** Until the oldest event leaves the window, which is when room is made; 0 for an empty window. */
  readonly resetMs: number
}

/**
 * Lets through at most `limit` events per key in **any** window of `windowMs`, exactly: it keeps the instant of each
 * event let through, in a ring that grows up to `limit`. An event leaves after exactly `windowMs`. Refused events are
 * not counted. Instants are of a monotonic clock; one that runs backwards is read as standing still.
 */
export class SlidingWindow {
  readonly #limits: WindowLimits
  /**
   * Keys in use, and those that were before the first half was full. Two generations forget old keys without moving a
   * key at each use, which would leave garbage in the map that only a full collection finds.
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

  /** Counts one event when there is room for it. */
  take(key: string, nowMs: number): Admission {
    const now = this.#advance(nowMs)
    const ring = this.#ringOf(key)
    ring.dropUntil(now - this.#limits.windowMs)
    const allowed = ring.count < this.#limits.limit
    if (allowed) ring.push(now, this.#limits.limit)
    return this.#admission(ring, allowed, now)
  }

  /** What `take` would find, without counting. */
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
    const known = this.#recent.get(key)
    if (known) return known
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

  push(instant: number, most: number): void {
    if (this.count === this.#instants.length) this.#grow(most)
    this.#instants[(this.#start + this.count) % this.#instants.length] = instant
    this.count++
  }

  dropUntil(instant: number): void {
    while (this.count > 0 && this.oldest <= instant) {
      this.#start = (this.#start + 1) % this.#instants.length
      this.count--
    }
  }

  #grow(most: number): void {
    const grown = new Float64Array(Math.max(this.count + 1, Math.min(most, this.count * 2)))
    for (let index = 0; index < this.count; index++) {
      grown[index] = this.#instants[(this.#start + index) % this.#instants.length] ?? Number.NaN
    }
    this.#instants = grown
    this.#start = 0
  }
}
