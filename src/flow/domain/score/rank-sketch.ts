/**
 * Rank of a value among previous values: a histogram of fixed bins. Sketches of equal range can be merged, decayed and
 * serialized. A rank adds up the bins below it, some fifty nanoseconds: cumulative sums would double the memory of the
 * hundred sketches that each symbol has.
 */

export interface SketchRange {
  readonly low: number
  readonly high: number
}

/** A bin is about a hundredth of a typical range; the outer bins include values beyond it. */
export const SKETCH_BINS = 96

/** Of a sketch in its block: the weights of its bins, their total, and the bins in a unit of its range. */
const TOTAL = SKETCH_BINS
const PER_UNIT = SKETCH_BINS + 1
const PLACES = SKETCH_BINS + 2

/**
 * A block costs half a kilobyte besides its numbers, and on average half of the last one of a room stays empty: with the hundred
 * sketches of a symbol, the sum of both is least with about a dozen.
 */
const SKETCHES_A_BLOCK = 12

/**
 * Blocks of numbers for sketches that live and die together: with an array of its own, each would take half as much
 * memory again. Only the sketches keep the blocks before the last one alive.
 */
export class SketchRoom {
  readonly #size: number
  #block = new Float64Array(0)
  #next = 0

  /** `sketches`: how many share a block. */
  constructor(sketches = SKETCHES_A_BLOCK) {
    this.#size = PLACES * sketches
  }

  /** Zeros for one more sketch, from `first` on. @internal For the sketches. */
  place(): { readonly block: Float64Array; readonly first: number } {
    if (this.#next === this.#block.length) {
      this.#block = new Float64Array(this.#size)
      this.#next = 0
    }
    const first = this.#next
    this.#next += PLACES
    return { block: this.#block, first }
  }
}

export class RankSketch {
  readonly range: SketchRange
  readonly #block: Float64Array
  readonly #first: number

  /** `room`: of sketches that live as long; one alone has its own. */
  constructor(range: SketchRange, room = new SketchRoom(1)) {
    const { block, first } = room.place()
    this.range = range
    this.#block = block
    this.#first = first
    block[first + PER_UNIT] = SKETCH_BINS / (range.high - range.low)
  }

  get total(): number {
    return this.#block[this.#first + TOTAL] ?? 0
  }

  get #perUnit(): number {
    return this.#block[this.#first + PER_UNIT] ?? 0
  }

  get #weights(): Float64Array {
    return this.#block.subarray(this.#first, this.#first + SKETCH_BINS)
  }

  #weight(bin: number): number {
    return this.#block[this.#first + bin] ?? 0
  }

  /** NaN is ignored; values outside the range are clamped. */
  add(value: number, weight = 1): void {
    if (!Number.isNaN(value)) this.#addToBin(this.#binOf(value), weight)
  }

  #addToBin(bin: number, weight: number): void {
    const block = this.#block
    const first = this.#first
    block[first + bin] = (block[first + bin] ?? 0) + weight
    block[first + TOTAL] = (block[first + TOTAL] ?? 0) + weight
  }

  #binOf(value: number): number {
    const bin = Math.floor((value - this.range.low) * this.#perUnit)
    return bin < 0 ? 0 : bin >= SKETCH_BINS ? SKETCH_BINS - 1 : bin
  }

  /** Share of the weight below a value, 0 to 1, monotonic; NaN for NaN, and for an empty sketch. */
  rank(value: number): number {
    const block = this.#block
    const first = this.#first
    const total = block[first + TOTAL] ?? 0
    if (Number.isNaN(value) || total <= 0) return Number.NaN
    const place = (value - this.range.low) * (block[first + PER_UNIT] ?? 0)
    if (place <= 0) return 0
    if (place >= SKETCH_BINS) return 1
    const bin = Math.floor(place)
    const end = first + bin
    let below = 0
    for (let i = first; i < end; i++) below += block[i] ?? 0
    return Math.min((below + (block[end] ?? 0) * (place - bin)) / total, 1)
  }

  /** The value below which a share of the weight lies, accurate to a bin; NaN for an empty sketch. */
  quantile(share: number): number {
    const block = this.#block
    const first = this.#first
    const { total } = this
    if (total <= 0) return Number.NaN
    let rest = Math.min(Math.max(share, 0), 1) * total
    let bin = 0
    for (; bin < SKETCH_BINS && (block[first + bin] ?? 0) < rest; bin++) rest -= block[first + bin] ?? 0
    const weight = bin < SKETCH_BINS ? (block[first + bin] ?? 0) : 0
    return this.range.low + (bin + (weight > 0 ? Math.min(rest / weight, 1) : 0)) / this.#perUnit
  }

  /** Adds the weights of another sketch of the same range, multiplied by a decay factor. */
  merge(other: RankSketch, factor = 1): void {
    for (let bin = 0; bin < SKETCH_BINS; bin++) {
      const weight = other.#weight(bin)
      if (weight > 0) this.#addToBin(bin, factor * weight)
    }
  }

  /** A sketch of the same weights, which changes by itself; a session has hundreds of them, in a room of its own. */
  copy(room?: SketchRoom): RankSketch {
    const copy = new RankSketch(this.range, room)
    const to = copy.#first
    let total = 0
    // In the order of the bins, as `merge` adds them.
    for (let bin = 0; bin < SKETCH_BINS; bin++) {
      const weight = this.#weight(bin)
      copy.#block[to + bin] = weight
      total += weight
    }
    copy.#block[to + TOTAL] = total
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
