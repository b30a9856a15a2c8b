import { firstNotBefore } from '../../../../lib/math/first-not-before.ts'

/**
 * The last quotes of one contract with their times, by which a trade finds the one in force just before it. A price is a
 * quote without a spread. What came while nobody listened is unknown, and so is everything older than the ring.
 */
export interface PastQuote {
  readonly atMs: number
  readonly bid: number
  readonly ask: number
}

const FIRST_CAPACITY = 32

export class QuoteHistory {
  readonly #most: number
  #atMs = new Float64Array(FIRST_CAPACITY)
  #bid = new Float64Array(FIRST_CAPACITY)
  #ask = new Float64Array(FIRST_CAPACITY)
  /** 1 where listening ended: there is no quote from then on. */
  #isCut = new Uint8Array(FIRST_CAPACITY)
  #start = 0
  #count = 0

  /** Keeps at most so many, 25 bytes each; a power of two from 32 on. */
  constructor(most: number) {
    this.#most = most
  }

  /** Whether the quote in force now is not known: none came since listening began, or since it was interrupted. */
  get isLacking(): boolean {
    return this.#count === 0 || this.#isCut[this.#place(this.#count - 1)] === 1
  }

  /** Takes its place by its own time, whenever it comes. Of two of one instant the one that arrived later is in force after it. */
  push(atMs: number, bid: number, ask: number): void {
    this.#insert(atMs, bid, ask, 0)
  }

  /** Nothing is known after an instant, or after the last quote where that is later, until the next one. */
  cut(atMs: number): void {
    if (this.isLacking) return
    const lastMs = this.#atMs[this.#place(this.#count - 1)] ?? atMs
    this.#insert(Math.max(atMs, lastMs), Number.NaN, Number.NaN, 1)
  }

  /**
   * A quote that was the latest when it was requested, while listening: whatever was missed before, it has been in
   * force since its own time.
   */
  confirm(atMs: number, bid: number, ask: number): void {
    if (!this.isLacking) return
    const before = this.#count > 0 ? this.#place(this.#count - 1) : -1
    if (before >= 0 && (this.#atMs[before] ?? 0) > atMs) {
      const last = this.#count > 1 ? (this.#atMs[this.#place(this.#count - 2)] ?? 0) : 0
      // The vendor's latest is older than what it streamed: that is no latest quote.
      if (last > atMs) return
      this.#count--
    }
    this.#insert(atMs, bid, ask, 0)
  }

  /** The last quote strictly before an instant; null where it is not known. */
  before(atMs: number): PastQuote | null {
    const next = firstNotBefore(this.#count, (index) => (this.#atMs[this.#place(index)] ?? 0) < atMs)
    if (next === 0) return null
    const place = this.#place(next - 1)
    if (this.#isCut[place] === 1) return null
    return {
      atMs: this.#atMs[place] ?? Number.NaN,
      bid: this.#bid[place] ?? Number.NaN,
      ask: this.#ask[place] ?? Number.NaN,
    }
  }

  #place(index: number): number {
    return (this.#start + index) & (this.#atMs.length - 1)
  }

  #insert(atMs: number, bid: number, ask: number, isCut: 0 | 1): void {
    if (this.#count === this.#atMs.length && !this.#makeRoom(atMs)) return
    let index = this.#count++
    for (; index > 0; index--) {
      const earlier = this.#place(index - 1)
      if ((this.#atMs[earlier] ?? 0) <= atMs) break
      this.#copy(earlier, this.#place(index))
    }
    const place = this.#place(index)
    this.#atMs[place] = atMs
    this.#bid[place] = bid
    this.#ask[place] = ask
    this.#isCut[place] = isCut
  }

  /** Grows, or forgets the oldest; false for one that is older than all of a full ring. */
  #makeRoom(atMs: number): boolean {
    if (this.#atMs.length < this.#most) {
      this.#grow()
      return true
    }
    if ((this.#atMs[this.#place(0)] ?? 0) > atMs) return false
    this.#start = this.#place(1)
    this.#count--
    return true
  }

  #grow(): void {
    const order = Uint32Array.from({ length: this.#count }, (_, index) => this.#place(index))
    const larger = (column: Float64Array) => {
      const copy = new Float64Array(2 * column.length)
      for (const [index, place] of order.entries()) copy[index] = column[place] ?? Number.NaN
      return copy
    }
    const isCut = new Uint8Array(2 * this.#isCut.length)
    for (const [index, place] of order.entries()) isCut[index] = this.#isCut[place] ?? 0
    this.#atMs = larger(this.#atMs)
    this.#bid = larger(this.#bid)
    this.#ask = larger(this.#ask)
    this.#isCut = isCut
    this.#start = 0
  }

  #copy(from: number, to: number): void {
    this.#atMs[to] = this.#atMs[from] ?? Number.NaN
    this.#bid[to] = this.#bid[from] ?? Number.NaN
    this.#ask[to] = this.#ask[from] ?? Number.NaN
    this.#isCut[to] = this.#isCut[from] ?? 0
  }
}
