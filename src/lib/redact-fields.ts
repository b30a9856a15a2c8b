const CENSORED = '[redacted]'
const DEEPEST = 4

/**
 * The object itself when none of its fields bears one of the names (lower-case), else a copy in which those fields are
 * censored. Looks into plain objects and lists, four levels deep: deeper ones are not logged by this service.
 */
export function redactFields<T extends object>(value: T, names: ReadonlySet<string>, depth = 0): T {
  let copy: T | undefined
  for (const [name, field] of Object.entries(value)) {
    const safe = names.has(name.toLowerCase()) ? CENSORED : redactField(field, names, depth)
    if (safe === field) continue
    copy = { ...(copy ?? value), [name]: safe }
  }
  return copy ?? value
}

function redactField(field: unknown, names: ReadonlySet<string>, depth: number): unknown {
  if (typeof field !== 'object' || field === null || depth >= DEEPEST) return field
  if (Array.isArray(field)) {
    const entries = field.map((entry) => redactField(entry, names, depth + 1))
    return entries.every((entry, index) => entry === field[index]) ? field : entries
  }
  return Object.getPrototypeOf(field) === Object.prototype ? redactFields(field, names, depth + 1) : field
}
