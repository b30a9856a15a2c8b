/**
 * Which stock trades of one session were reported, and which were taken back: a cancel or a correction may come before its
 * trade, after it, or twice. Twelve bytes a place, since a busy session has a million trades.
 */
import { mix, mixText } from '../../../../lib/math/seeded-random.ts'
import type { StockTrade } from './schema.ts'

/** What stays the same in a trade, its cancel and its correction: their times differ. */
export type TradeIdentity = Pick<StockTrade, 'x' | 'i' | 'p' | 's' | 'z'>

/** Where a trade is counted: a row of the trades off the exchanges from 0 on, or one of these. */
export const IN_VOLUME = -1
export const NOWHERE = -2
export const TAKEN_BACK = -3

const FIRST_CAPACITY = 1 << 10
const MAX_LOAD = 0.7
/** The busiest sessions have three million trades. */
const MAX_TRADES = 5_000_000
const HIGH_BITS = 2 ** 21

export class ReportedTrades {
  readonly #max: number
  /** NaN where a place is free. */
  #keys = new Float64Array(FIRST_CAPACITY).fill(Number.NaN)
  #places = new Int32Array(FIRST_CAPACITY)
  #count = 0

  constructor(max = MAX_TRADES) {
    this.#max = max
  }

  get count(): number {
    return this.#count
  }

  get isFull(): boolean {
    return this.#count >= this.#max
  }

  /** Where it was put; undefined for a trade that nothing was reported of. */
  get(identity: TradeIdentity): number | undefined {
    const slot = this.#slotOf(keyOf(identity))
    return Number.isNaN(this.#keys[slot]) ? undefined : this.#places[slot]
  }

  /** Ignored once it is full. */
  set(identity: TradeIdentity, place: number): void {
    const key = keyOf(identity)
    let slot = this.#slotOf(key)
    if (Number.isNaN(this.#keys[slot])) {
      if (this.isFull) return
      if (this.#count >= MAX_LOAD * this.#keys.length) {
        this.#grow()
        slot = this.#slotOf(key)
      }
      this.#keys[slot] = key
      this.#count++
    }
    this.#places[slot] = place
  }

  #slotOf(key: number): number {
    const mask = this.#keys.length - 1
    let slot = mix(0, key >>> 0) & mask
    while (this.#keys[slot] !== key && !Number.isNaN(this.#keys[slot])) slot = (slot + 1) & mask
    return slot
  }

  #grow(): void {
    const [keys, places] = [this.#keys, this.#places]
    this.#keys = new Float64Array(2 * keys.length).fill(Number.NaN)
    this.#places = new Int32Array(2 * keys.length)
    for (const [from, key] of keys.entries()) {
      if (Number.isNaN(key)) continue
      const slot = this.#slotOf(key)
      this.#keys[slot] = key
      this.#places[slot] = places[from] ?? NOWHERE
    }
  }
}

/**
 * 53 bits: of a million trades two have the same once in 20,000 sessions. The exchange's own id does not suffice: the
 * three facilities that report trades off the exchanges share the letter D, and each counts for itself.
 */
function keyOf({ x, i, p, s, z }: TradeIdentity): number {
  const text = `${x} ${z ?? ''} ${i} ${p} ${s}`
  return (mixText(1, text) % HIGH_BITS) * 2 ** 32 + mixText(2, text)
}
