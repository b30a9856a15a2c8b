import { LRUCache } from 'lru-cache'

interface Made<Value> {
  readonly from: readonly unknown[]
  readonly value: Value
}

/**
 * Memo of the last derived value per key, until one of its inputs changes identity, so that the same data give the same
 * derived object.
 */
export class LastMade<Value extends object> {
  readonly #made: LRUCache<string, Made<Value>>

  constructor(limit: number) {
    this.#made = new LRUCache({ max: limit })
  }

  /** Undefined if the inputs differ. */
  get(key: string, from: readonly unknown[]): Value | undefined {
    const made = this.#made.get(key)
    const isSame = made?.from.length === from.length && made.from.every((each, index) => Object.is(each, from[index]))
    return isSame ? made.value : undefined
  }

  /** Replaces the value of the key. Returns the value. */
  set(key: string, from: readonly unknown[], value: Value): Value {
    this.#made.set(key, { from, value })
    return value
  }

  delete(key: string): void {
    this.#made.delete(key)
  }
}
