/**
 * Many small records of numbers in two blocks outside of the heap: an object with a dozen numbers takes several hundred
 * bytes of the heap, and the collector visits each. Places of removed records are used again.
 */

const MIN_ROOM = 64

export class NumberRecords {
  readonly #realsEach: number
  readonly #wholesEach: number
  #reals: Float64Array
  #wholes: Int32Array
  #room = MIN_ROOM
  #used = 0
  readonly #free: number[] = []

  /** Numbers of each record that may have fractions, be large or NaN; and those that fit into 32 bits. */
  constructor(realsEach: number, wholesEach: number) {
    this.#realsEach = realsEach
    this.#wholesEach = wholesEach
    this.#reals = new Float64Array(MIN_ROOM * realsEach)
    this.#wholes = new Int32Array(MIN_ROOM * wholesEach)
  }

  /** Place of a record whose numbers are yet to be set. */
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

  whole(place: number, column: number): number {
    return this.#wholes[place * this.#wholesEach + column] ?? 0
  }

  setWhole(place: number, column: number, value: number): void {
    this.#wholes[place * this.#wholesEach + column] = value
  }

  #grow(): void {
    // By an eighth: at most a ninth of a block is not in use.
    this.#room += this.#room >> 3
    const [reals, wholes] = [this.#reals, this.#wholes]
    this.#reals = new Float64Array(this.#room * this.#realsEach)
    this.#wholes = new Int32Array(this.#room * this.#wholesEach)
    this.#reals.set(reals)
    this.#wholes.set(wholes)
  }
}
