/** An object with one value for each name. */
export function recordOf<Name extends string, Value extends object>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Readonly<Record<Name, Value>> {
  const made: Partial<Record<Name, Value>> = {}
  for (const name of names) made[name] = make(name)
  if (!isWhole(made, names)) throw new TypeError('A name has no value.')
  return made
}

function isWhole<Name extends string, Value>(
  made: Partial<Record<Name, Value>>,
  names: readonly Name[],
): made is Record<Name, Value> {
  return names.every((name) => made[name] !== undefined)
}
