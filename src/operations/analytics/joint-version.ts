const joined = new WeakMap<object, WeakMap<object, object>>()

/** The version of an answer that is made from two data: the same object for as long as both are the same. */
export function jointVersion(first: object, second: object): object {
  const ofFirst = joined.get(first) ?? new WeakMap<object, object>()
  joined.set(first, ofFirst)
  const known = ofFirst.get(second)
  if (known) return known
  const made = {}
  ofFirst.set(second, made)
  return made
}
