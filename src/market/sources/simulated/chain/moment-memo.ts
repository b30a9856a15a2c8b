interface Kept<Value> {
  readonly asOfMs: number
  readonly value: Value
}

/**
 * Memo of values that change with the instant, which is in Unix milliseconds. It keeps those of instants within
 * `windowMs` of the last request, so that nothing is left of the seconds before.
 */
export class MomentMemo<Value extends object> {
  readonly #windowMs: number
  readonly #values = new Map<string, Kept<Value>>()

  constructor(windowMs: number) {
    this.#windowMs = windowMs
  }

  get(name: string, asOfMs: number, make: () => Value): Value {
    this.#forgetFarFrom(asOfMs)
    const key = `${name} ${asOfMs}`
    const known = this.#values.get(key)
    if (known) return known.value
    const value = make()
    this.#values.set(key, { asOfMs, value })
    return value
  }

  #forgetFarFrom(asOfMs: number): void {
    for (const [key, kept] of this.#values) {
      if (Math.abs(kept.asOfMs - asOfMs) > this.#windowMs) this.#values.delete(key)
    }
  }
}
