/**
 * A value that is made again after the garbage collector has taken it: for what a burst of work reads again and again, and
 * hardly anybody later. `make` must be pure: how often it is called depends on the collector.
 */
export function heldWeakly<Value extends object>(make: () => Value): () => Value {
  let held: WeakRef<Value> | undefined
  return () => {
    const known = held?.deref()
    if (known) return known
    const value = make()
    held = new WeakRef(value)
    return value
  }
}
