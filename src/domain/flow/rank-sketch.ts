/**
 * Where a value ranks among those seen before: a histogram of fixed bins with running sums (Fenwick tree), so that a rank
 * and an observation each cost a handful of additions. Sketches of equal range can be merged, faded and written down.
 */

export interface SketchRange {
  readonly low: number
  readonly high: number
}

/** Fine enough that a bin holds a hundredth of a typical range; the last bin is open to values beyond it. */
export const SKETCH_BINS = 96
/** Smallest power of two that is not below the number of bins: where the walk through the sums begins. */
const TREE_TOP = 64

export class RankSketch {
  readonly range: SketchRange
  readonly #perUnit: number
  readonly #weights = new Float64Array(SKETCH_BINS)
  readonly #sums = new Float64Array(SKETCH_BINS + 1)
  #total = 0

  constructor(range: SketchRange) {
    this.range = range
    this.#perUnit = SKETCH_BINS / (range.high - range.low)
  }

  get total(): number {
    return this.#total
  }

  /** NaN is ignored; what lies beyond the range counts at its edge. */
  add(value: number, weight = 1): void {
    if (Number.isNaN(value)) return
    this.#addToBin(this.#binOf(value), weight)
  }

  #addToBin(bin: number, weight: number): void {
    this.#weights[bin] = (this.#weights[bin] ?? 0) + weight
    for (let i = bin + 1; i <= SKETCH_BINS; i += i & -i) this.#sums[i] = (this.#sums[i] ?? 0) + weight
    this.#total += weight
  }

  #binOf(value: number): number {
    const bin = Math.floor((value - this.range.low) * this.#perUnit)
    return bin < 0 ? 0 : bin >= SKETCH_BINS ? SKETCH_BINS - 1 : bin
  }

  /** Share of the weight below a value, 0 to 1, never falling as the value rises; NaN for NaN, and without any weight. */
  rank(value: number): number {
    if (Number.isNaN(value) || this.#total <= 0) return Number.NaN
    const place = (value - this.range.low) * this.#perUnit
    if (place <= 0) return 0
    if (place >= SKETCH_BINS) return 1
    const bin = Math.floor(place)
    const within = (this.#weights[bin] ?? 0) * (place - bin)
    return Math.min((this.#below(bin) + within) / this.#total, 1)
  }

  #below(bin: number): number {
    let sum = 0
    for (let i = bin; i > 0; i -= i & -i) sum += this.#sums[i] ?? 0
    return sum
  }

  /** The value below which a share of the weight lies, to within a bin; NaN without any weight. */
  quantile(share: number): number {
    if (this.#total <= 0) return Number.NaN
    let rest = Math.min(Math.max(share, 0), 1) * this.#total
    let bin = 0
    for (let step = TREE_TOP; step > 0; step >>= 1) {
      const next = bin + step
      if (next <= SKETCH_BINS && (this.#sums[next] ?? 0) < rest) {
        bin = next
        rest -= this.#sums[next] ?? 0
      }
    }
    const weight = this.#weights[bin] ?? 0
    return this.range.low + (bin + (weight > 0 ? Math.min(rest / weight, 1) : 0)) / this.#perUnit
  }

  /** Adds the weights of another sketch of the same range, each times a factor below 1 to let it fade. */
  merge(other: RankSketch, factor = 1): void {
    for (let bin = 0; bin < SKETCH_BINS; bin++) {
      const weight = other.#weights[bin] ?? 0
      if (weight > 0) this.#addToBin(bin, factor * weight)
    }
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

  /** The weights of the bins, to a thousandth; `readSketch` makes the sketch of them again. */
  toWeights(): number[] {
    return Array.from(this.#weights, (weight) => Math.round(1000 * weight) / 1000)
  }

  static ofWeights(range: SketchRange, weights: readonly number[]): RankSketch {
    const sketch = new RankSketch(range)
    for (const [bin, weight] of weights.slice(0, SKETCH_BINS).entries()) if (weight > 0) sketch.#addToBin(bin, weight)
    return sketch
  }
}
