const MAX_NAMED = 5

/** One sentence about all that is wrong in one way, with the first of them; none where nothing is. */
export function named(what: string, items: Iterable<unknown>): string[] {
  const all = [...items]
  if (all.length === 0) return []
  const more = all.length > MAX_NAMED ? ` and ${all.length - MAX_NAMED} more` : ''
  return [`${what}: ${all.slice(0, MAX_NAMED).join(', ')}${more}`]
}

/** Those that are there more than once. */
export function repeated<T>(items: Iterable<T>): Set<T> {
  const seen = new Set<T>()
  const twice = new Set<T>()
  for (const item of items) (seen.has(item) ? twice : seen).add(item)
  return twice
}
