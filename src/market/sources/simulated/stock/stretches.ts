import { LRUCache } from 'lru-cache'

/** Of a leg. */
export const STRETCHES = 32
/** Of a stretch. */
export const STEPS = 512

/** The present of the whole market reads some hundred and twenty. Each takes four kilobytes. */
const KEPT = 384

/** The 513 values from one node of a leg to the next, valid until as many others were read as are kept. */
export type StretchOf = (index: number) => Float64Array

/**
 * The stretches of all legs that were read last. What a new one needs is the memory of the oldest: a past session has
 * thousands of them, each read once, which would else wait for the collector as garbage.
 */
export class Stretches {
  readonly #kept: LRUCache<number, Float64Array>
  readonly #free: Float64Array[] = []
  #legs = 0

  /** `kept`: one more at least than `write` reads of other legs. */
  constructor(kept = KEPT) {
    this.#kept = new LRUCache({ max: kept, dispose: (values) => this.#free.push(values) })
  }

  /** Those of one leg. `write` sets all values; it may read a few stretches of other legs, and nothing else may matter. */
  ofLeg(write: (index: number, values: Float64Array) => void): StretchOf {
    const first = STRETCHES * this.#legs++
    return (index) => {
      const known = this.#kept.get(first + index)
      if (known) return known
      const values = this.#free.pop() ?? new Float64Array(STEPS + 1)
      write(index, values)
      this.#kept.set(first + index, values)
      return values
    }
  }
}
