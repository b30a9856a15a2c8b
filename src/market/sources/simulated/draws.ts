import { mix, normal, uniform } from '../../../lib/math/seeded-random.ts'

/** Sequential random draws, for data that are always generated as a whole. */
export class Draws {
  readonly #stream: number
  #drawn = 0

  constructor(stream: number) {
    this.#stream = stream
  }

  /** Strictly between 0 and 1. */
  share(): number {
    return uniform(mix(this.#stream, this.#drawn++))
  }

  /** Standard normal. */
  normal(): number {
    return normal(mix(this.#stream, this.#drawn++))
  }

  /** An integer from `least` to `most`, both included. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.share() * (most - least + 1))
  }

  /** Exponential with a mean of 1. */
  wait(): number {
    return -Math.log(this.share())
  }
}
