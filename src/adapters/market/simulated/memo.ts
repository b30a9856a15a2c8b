/**
 * Keeps the latest values of a pure function of a text key; the rest can be made again. The oldest go first, however
 * often they are read: keys name moments, so the oldest are also the first that nobody asks for.
 */
export class Memo<Value extends object> {
  readonly #values = new Map<string, Value>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: string, make: () => Value): Value {
    const known = this.#values.get(key)
    if (known) return known
    const value = make()
    this.#values.set(key, value)
    if (this.#values.size > this.#limit) this.#dropOldest()
    return value
  }

  #dropOldest(): void {
    const [oldest] = this.#values.keys()
    if (oldest !== undefined) this.#values.delete(oldest)
  }
}
