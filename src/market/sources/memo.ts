import { LRUCache } from 'lru-cache'

/** LRU memo of a pure function of a string key. */
export class Memo<Value extends object> {
  readonly #values: LRUCache<string, Value>

  constructor(limit: number) {
    this.#values = new LRUCache({ max: limit })
  }

  get(key: string, make: () => Value): Value {
    const known = this.#values.get(key)
    if (known) return known
    const value = make()
    this.#values.set(key, value)
    return value
  }
}
