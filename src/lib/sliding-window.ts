export interface WindowLimits {
  /** Most events in any window. */
  readonly limit: number
  readonly windowMs: number
  /** Keys that are remembered; past it, the key unused for longest is forgotten. */
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
  readonly #rings = new Map<string, Ring>()
  #latestMs = Number.NEGATIVE_INFINITY

  constructor(limits: WindowLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#rings.size
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
    const ring = this.#rings.get(key) ?? new Ring()
    ring.dropUntil(now - this.#limits.windowMs)
    return this.#admission(ring, ring.count < this.#limits.limit, now)
  }

  #advance(nowMs: number): number {
    this.#latestMs = Math.max(this.#latestMs, nowMs)
    return this.#latestMs
  }

  /** The map keeps the order of use, so that the first key is the one unused for longest. */
  #ringOf(key: string): Ring {
    const ring = this.#rings.get(key) ?? new Ring()
    this.#rings.delete(key)
    this.#rings.set(key, ring)
    if (this.#rings.size > this.#limits.maxKeys) {
      for (const oldest of this.#rings.keys()) {
        this.#rings.delete(oldest)
        break
      }
    }
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
