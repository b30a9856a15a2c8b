/**
 * Rank of a value among previous values: a histogram of fixed bins with cumulative sums (Fenwick tree), so that a rank or
 * an insertion costs a few additions. Sketches of equal range can be merged, decayed and serialized.
 */

export interface SketchRange {
  readonly low: number
  readonly high: number
}

/** A bin is about a hundredth of a typical range; the outer bins include values beyond it. */
export const SKETCH_BINS = 96
/** Sum `i` of the tree, from 1, follows the weights of the bins at this place plus `i`. */
const SUMS = SKETCH_BINS - 1
/** First step of the binary search through the cumulative sums. */
const TREE_TOP = 64

export class RankSketch {
  readonly range: SketchRange
  readonly #perUnit: number
  /** The weights of the bins, then the sums: one array, because a session has hundreds of sketches. */
  readonly #numbers = new Float64Array(2 * SKETCH_BINS)
  #total = 0

  constructor(range: SketchRange) {
    this.range = range
    this.#perUnit = SKETCH_BINS / (range.high - range.low)
  }

  get #weights(): Float64Array {
    return this.#numbers.subarray(0, SKETCH_BINS)
  }

  get total(): number {
    return this.#total
  }

  /** NaN is ignored; values outside the range are clamped. */
  add(value: number, weight = 1): void {
    if (Number.isNaN(value)) return
    this.#addToBin(this.#binOf(value), weight)
  }

  #addToBin(bin: number, weight: number): void {
    const numbers = this.#numbers
    numbers[bin] = (numbers[bin] ?? 0) + weight
    for (let i = bin + 1; i <= SKETCH_BINS; i += i & -i) numbers[SUMS + i] = (numbers[SUMS + i] ?? 0) + weight
    this.#total += weight
  }

  #binOf(value: number): number {
    const bin = Math.floor((value - this.range.low) * this.#perUnit)
    return bin < 0 ? 0 : bin >= SKETCH_BINS ? SKETCH_BINS - 1 : bin
  }

  /** Share of the weight below a value, 0 to 1, monotonic; NaN for NaN, and for an empty sketch. */
  rank(value: number): number {
    if (Number.isNaN(value) || this.#total <= 0) return Number.NaN
    const place = (value - this.range.low) * this.#perUnit
    if (place <= 0) return 0
    if (place >= SKETCH_BINS) return 1
    const bin = Math.floor(place)
    const within = (this.#numbers[bin] ?? 0) * (place - bin)
    return Math.min((this.#below(bin) + within) / this.#total, 1)
  }

  #below(bin: number): number {
    let sum = 0
    for (let i = bin; i > 0; i -= i & -i) sum += this.#numbers[SUMS + i] ?? 0
    return sum
  }

  /** The value below which a share of the weight lies, accurate to a bin; NaN for an empty sketch. */
  quantile(share: number): number {
    if (this.#total <= 0) return Number.NaN
    let rest = Math.min(Math.max(share, 0), 1) * this.#total
    let bin = 0
    for (let step = TREE_TOP; step > 0; step >>= 1) {
      const next = bin + step
      if (next <= SKETCH_BINS && (this.#numbers[SUMS + next] ?? 0) < rest) {
        bin = next
        rest -= this.#numbers[SUMS + next] ?? 0
      }
    }
    const weight = bin < SKETCH_BINS ? (this.#numbers[bin] ?? 0) : 0
    return this.range.low + (bin + (weight > 0 ? Math.min(rest / weight, 1) : 0)) / this.#perUnit
  }

  /** Adds the weights of another sketch of the same range, multiplied by a decay factor. */
  merge(other: RankSketch, factor = 1): void {
    for (let bin = 0; bin < SKETCH_BINS; bin++) {
      const weight = other.#numbers[bin] ?? 0
      if (weight > 0) this.#addToBin(bin, factor * weight)
    }
  }

  /** A sketch of the same weights, which changes by itself; a session has hundreds of them. */
  copy(): RankSketch {
    const copy = new RankSketch(this.range)
    const weights = this.#weights
    copy.#numbers.set(weights)
    // Sums in the order of the bins, as `merge` adds them.
    for (let i = 1; i <= SKETCH_BINS; i++) {
      let sum = 0
      for (let bin = i - (i & -i); bin < i; bin++) sum += weights[bin] ?? 0
      copy.#numbers[SUMS + i] = sum
    }
    for (const weight of weights) copy.#total += weight
    return copy
  }

  /** Spreads a weight evenly between two values. */
  addBetween(from: number, to: number, weight: number): void {
    const first = this.#binOf(from)
    const last = this.#binOf(to)
    for (let bin = first; bin <= last; bin++) {
      const low = Math.max(from, this.range.low + bin / this.#perUnit)
      const high = bin === last ? to : this.range.low + (bin + 1) / this.#perUnit
      this.#addToBin(bin, first === last ? weight : (weight * (high - low)) / (to - from))
    }
  }

  /** The weights of the bins, rounded to thousandths; the inverse of `ofWeights`. */
  toWeights(): number[] {
    return Array.from(this.#weights, (weight) => Math.round(1000 * weight) / 1000)
  }

  static ofWeights(range: SketchRange, weights: readonly number[]): RankSketch {
    const sketch = new RankSketch(range)
    for (const [bin, weight] of weights.slice(0, SKETCH_BINS).entries()) if (weight > 0) sketch.#addToBin(bin, weight)
    return sketch
  }
}
