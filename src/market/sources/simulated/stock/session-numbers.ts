/**
 * Some numbers of each session, in one block outside of the heap: as objects in a map, a thousand sessions of 54 symbols
 * take four times as much.
 */
const MIN_ROOM = 64

export class SessionNumbers {
  readonly #each: number
  #numbers = new Float64Array(0)
  #known = new Uint8Array(0)

  /** How many numbers a session has. */
  constructor(each: number) {
    this.#each = each
  }

  /** Those of a session, which `write` sets at the first call; it must not read another session here. */
  of(index: number, write: (numbers: Float64Array) => void): Float64Array {
    if (index >= this.#known.length) this.#grow(index)
    const numbers = this.#numbers.subarray(index * this.#each, (index + 1) * this.#each)
    if (this.#known[index] === 0) {
      write(numbers)
      this.#known[index] = 1
    }
    return numbers
  }

  #grow(index: number): void {
    const room = Math.max(MIN_ROOM, index + 1 + (index >> 3))
    const [numbers, known] = [new Float64Array(room * this.#each), new Uint8Array(room)]
    numbers.set(this.#numbers)
    known.set(this.#known)
    this.#numbers = numbers
    this.#known = known
  }
}
