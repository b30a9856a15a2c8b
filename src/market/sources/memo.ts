import { LRUCache } from 'lru-cache'

/** When values that nobody asks for are forgotten. */
export interface Rest {
  /** After this time a value that was not asked for again is forgotten, and at the latest after twice as long. */
  readonly afterMs: number
  /** Runs `work` once in `ms`. It keeps no process alive. */
  readonly later: (work: () => void, ms: number) => unknown
}

/** LRU memo of a pure function of a string key. */
export class Memo<Value extends object> {
  readonly #values: LRUCache<string, Value>
  readonly #rest: Rest | undefined
  /** Keys that were asked for since the last look. */
  #asked = new Set<string>()
  #isScheduled = false

  constructor(limit: number, rest?: Rest) {
    this.#values = new LRUCache({ max: limit })
    this.#rest = rest
  }

  get(key: string, make: () => Value): Value {
    if (this.#rest) this.#note(key, this.#rest)
    const known = this.#values.get(key)
    if (known) return known
    const value = make()
    this.#values.set(key, value)
    return value
  }

  #note(key: string, rest: Rest): void {
    this.#asked.add(key)
    if (this.#isScheduled) return
    this.#isScheduled = true
    rest.later(() => this.#forget(rest), rest.afterMs)
  }

  #forget(rest: Rest): void {
    const asked = this.#asked
    this.#asked = new Set()
    for (const key of [...this.#values.keys()]) if (!asked.has(key)) this.#values.delete(key)
    this.#isScheduled = this.#values.size > 0
    if (this.#isScheduled) rest.later(() => this.#forget(rest), rest.afterMs)
  }
}
