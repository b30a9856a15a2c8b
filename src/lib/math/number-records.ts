/**
 * Many small records of numbers in blocks outside of the heap: an object with a dozen numbers takes several hundred bytes
 * of the heap, and the collector visits each. Places of removed records are used again.
 */

/** Records that a block grows by at least. */
const MIN_MORE = 8

export class NumberRecords {
  readonly #realsEach: number
  readonly #wholesEach: number
  readonly #singlesEach: number
  #reals = new Float64Array(0)
  #wholes = new Int32Array(0)
  #singles = new Float32Array(0)
  #room = 0
  #used = 0
  readonly #free: number[] = []

  /**
   * Numbers of each record that may have fractions, be large or NaN; those that fit into 32 bits; and those that may have
   * fractions but were rounded to single precision.
   */
  constructor(realsEach: number, wholesEach: number, singlesEach = 0) {
    this.#realsEach = realsEach
    this.#wholesEach = wholesEach
    this.#singlesEach = singlesEach
  }

  /** Place of a record whose numbers are yet to be set; they are 0 where no record was before. */
  add(): number {
    const free = this.#free.pop()
    if (free !== undefined) return free
    if (this.#used === this.#room) this.#grow()
    return this.#used++
  }

  remove(place: number): void {
    this.#free.push(place)
  }

  real(place: number, column: number): number {
    return this.#reals[place * this.#realsEach + column] ?? Number.NaN
  }

  setReal(place: number, column: number, value: number): void {
    this.#reals[place * this.#realsEach + column] = value
  }

  addToReal(place: number, column: number, more: number): void {
    this.setReal(place, column, this.real(place, column) + more)
  }

  whole(place: number, column: number): number {
    return this.#wholes[place * this.#wholesEach + column] ?? 0
  }

  setWhole(place: number, column: number, value: number): void {
    this.#wholes[place * this.#wholesEach + column] = value
  }

  addToWhole(place: number, column: number, more: number): void {
    this.setWhole(place, column, this.whole(place, column) + more)
  }

  single(place: number, column: number): number {
    return this.#singles[place * this.#singlesEach + column] ?? Number.NaN
  }

  setSingle(place: number, column: number, value: number): void {
    this.#singles[place * this.#singlesEach + column] = value
  }

  #grow(): void {
    // By an eighth: at most a ninth of a large block is not in use.
    this.#room += Math.max(this.#room >> 3, MIN_MORE)
    const [reals, wholes, singles] = [this.#reals, this.#wholes, this.#singles]
    this.#reals = new Float64Array(this.#room * this.#realsEach)
    this.#wholes = new Int32Array(this.#room * this.#wholesEach)
    this.#singles = new Float32Array(this.#room * this.#singlesEach)
    this.#reals.set(reals)
    this.#wholes.set(wholes)
    this.#singles.set(singles)
  }
}
