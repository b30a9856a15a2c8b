/** Keeps the most recently used values of a pure function of a text key; the rest can be made again. */
export class Memo<Value extends object> {
  readonly #values = new Map<string, Value>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: string, make: () => Value): Value {
    const value = this.#values.get(key) ?? make()
    // The map keeps the order of use.
    this.#values.delete(key)
    this.#values.set(key, value)
    if (this.#values.size > this.#limit) this.#dropOldest()
    return value
  }

  #dropOldest(): void {
    const [oldest] = this.#values.keys()
    if (oldest !== undefined) this.#values.delete(oldest)
  }
}
