const CENSORED = '[redacted]'
const MAX_DEPTH = 4

/**
 * The object itself if none of its fields has one of the (lower-case) names, otherwise a copy with those fields
 * censored. Covers plain objects and lists, four levels deep; this service does not log deeper ones.
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
  if (typeof field !== 'object' || field === null || depth >= MAX_DEPTH) return field
  if (Array.isArray(field)) {
    const entries = field.map((entry) => redactField(entry, names, depth + 1))
    return entries.every((entry, index) => entry === field[index]) ? field : entries
  }
  return Object.getPrototypeOf(field) === Object.prototype ? redactFields(field, names, depth + 1) : field
}
