/** Parsed JSON of unknown origin. */

export type JsonObject = Readonly<Record<string, unknown>>

/** Own keys of these names change what an object inherits wherever they are copied carelessly. */
const INERT_KEYS = new Set(['__proto__', 'constructor'])

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Whether objects and arrays nest more than `max` levels; a flat object is one level. Works level by level: a recursive
 * walk into ten thousand levels overflows the stack.
 */
export function nestsDeeper(value: unknown, max: number): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    const containers = level.filter((entry) => typeof entry === 'object' && entry !== null)
    if (containers.length > 0 && depth === max) return true
    level = containers.flatMap((entry) => Object.values(entry))
  }
  return false
}

/** A copy without the keys `__proto__` and `constructor`, at every level. Recursive: check `nestsDeeper` first. */
export function withoutInertKeys(object: JsonObject): JsonObject {
  const kept = Object.entries(object).filter(([name]) => !INERT_KEYS.has(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, copyOf(value)]))
}

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf)
  return isJsonObject(value) ? withoutInertKeys(value) : value
}
