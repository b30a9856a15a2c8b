import { LastMade } from './last-made.ts'

type Warned = { readonly warnings: readonly string[] }

/** Adds a warning to the value of a key; the same object for as long as the value and the warning are the same. */
export function withWarning<Value extends Warned>(
  limit: number,
): (key: string, value: Value, warning: string | null) => Value {
  const made = new LastMade<Value>(limit)
  return (key, value, warning) => {
    if (warning === null) {
      made.delete(key)
      return value
    }
    const from = [value, warning]
    return made.get(key, from) ?? made.set(key, from, { ...value, warnings: [...value.warnings, warning] })
  }
}
