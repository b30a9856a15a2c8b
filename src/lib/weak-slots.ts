/**
 * Values by a small index, each made again after the garbage collector has taken it. For what a burst of work reads again
 * and again, and hardly anybody later: the memory is then free without a bound that the burst would exceed.
 */
export class WeakSlots<Value extends object> {
  readonly #slots: (WeakRef<Value> | undefined)[] = []

  /** `make` must be pure: how often it is called depends on the collector. */
  get(index: number, make: () => Value): Value {
    const known = this.#slots[index]?.deref()
    if (known) return known
    const value = make()
    this.#slots[index] = new WeakRef(value)
    return value
  }
}
