/** A tape that grows at its top: what arrived is laid over what is kept. */

export interface TapeRow {
  readonly id: string
  readonly executed_at: string
  readonly size: number
  readonly unusual_score: number
}

/** A sweep of several exchanges is one row that can still grow, and reports come late: this much is asked for again. */
const OVERLAP_MS = 2_000

/** From when on to ask for more, so that nothing between two questions is missed; null of an empty tape: for all. */
export function sinceOf(rows: readonly TapeRow[]): string | null {
  const newest = rows[0]
  return newest ? new Date(Date.parse(newest.executed_at) - OVERLAP_MS).toISOString() : null
}

/**
 * Both newest first, as the result, of which the oldest are let go. Rows that did not change stay the same objects, and
 * the list stays the same when none did, so that nothing is drawn again.
 */
export function mergedTape<Row extends TapeRow>(
  kept: readonly Row[],
  arrived: readonly Row[],
  most: number,
): readonly Row[] {
  const before = new Map(kept.map((row) => [row.id, row]))
  const fresh = arrived.filter((row) => !isSame(before.get(row.id), row))
  if (fresh.length === 0) return kept
  const replaced = new Set(fresh.map(({ id }) => id))
  const rest = kept.filter(({ id }) => !replaced.has(id))
  return [...fresh, ...rest].sort(newestFirst).slice(0, most)
}

/** How many rows have come on top of those that are shown. */
export function newRows(shown: readonly TapeRow[], all: readonly TapeRow[]): number {
  const known = new Set(shown.map(({ id }) => id))
  return all.filter(({ id }) => !known.has(id)).length
}

function isSame(before: TapeRow | undefined, row: TapeRow): boolean {
  return before !== undefined && before.size === row.size && before.unusual_score === row.unusual_score
}

/** Instants in ISO 8601 with the same precision are in the order of their texts; the sort keeps the order of equals. */
function newestFirst(a: TapeRow, b: TapeRow): number {
  if (a.executed_at === b.executed_at) return 0
  return a.executed_at < b.executed_at ? 1 : -1
}
