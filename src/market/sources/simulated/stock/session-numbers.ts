/**
 * Some numbers of each session, in blocks outside of the heap: as objects in a map, a thousand sessions of 54 symbols
 * take four times as much. A block is never copied into a larger one, which would take a seventh of the time of all bars.
 */
const NUMBERS_A_BLOCK = 640

export class SessionNumbers {
  readonly #each: number
  readonly #sessions: number
  readonly #blocks: (Float64Array | undefined)[] = []

  /** How many numbers a session has. */
  constructor(each: number) {
    this.#each = each
    this.#sessions = Math.ceil(NUMBERS_A_BLOCK / each)
  }

  /** Those of a session, which `write` sets at the first call. The first of them must be a number: NaN is not known. */
  of(index: number, write: (numbers: Float64Array) => void): Float64Array {
    const block = Math.floor(index / this.#sessions)
    const from = (index - block * this.#sessions) * this.#each
    const numbers = (this.#blocks[block] ?? this.#add(block)).subarray(from, from + this.#each)
    if (Number.isNaN(numbers[0])) write(numbers)
    return numbers
  }

  #add(block: number): Float64Array {
    const numbers = new Float64Array(this.#sessions * this.#each).fill(Number.NaN)
    this.#blocks[block] = numbers
    return numbers
  }
}
