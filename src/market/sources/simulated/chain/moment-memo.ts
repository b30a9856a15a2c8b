import type { Rest } from '../../memo.ts'

interface Kept<Value> {
  readonly asOfMs: number
  readonly value: Value
}

/**
 * Memo of values that change with the instant, which is in Unix milliseconds. It keeps those of instants within
 * `windowMs` of the last request, so that nothing is left of the seconds before; and with `rest` nothing at all once nobody
 * has requested any for a while.
 */
export class MomentMemo<Value extends object> {
  readonly #windowMs: number
  readonly #rest: Rest | undefined
  readonly #values = new Map<string, Kept<Value>>()
  #wasAsked = false
  #isScheduled = false

  constructor(windowMs: number, rest?: Rest) {
    this.#windowMs = windowMs
    this.#rest = rest
  }

  get(name: string, asOfMs: number, make: () => Value): Value {
    this.#wasAsked = true
    this.#lookLater()
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

  #lookLater(): void {
    if (!this.#rest || this.#isScheduled) return
    this.#isScheduled = true
    this.#rest.later(() => this.#look(), this.#rest.afterMs)
  }

  #look(): void {
    this.#isScheduled = false
    if (this.#wasAsked) this.#lookLater()
    else this.#values.clear()
    this.#wasAsked = false
  }
}
