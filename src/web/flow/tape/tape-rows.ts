/** Merges new rows into a tape. */

export interface TapeRow {
  readonly id: string
  readonly executed_at: string
  readonly size: number
  readonly unusual_score: number
}

/**
 * A sweep of several exchanges is one row that can still grow, and some reports are late, so each query overlaps the
 * last one by this much.
 */
const OVERLAP_MS = 2_000

/** Start of the next query, so that nothing is missed; null for an empty tape, which needs all rows. */
export function sinceOf(rows: readonly TapeRow[]): string | null {
  const newest = rows[0]
  return newest ? new Date(Date.parse(newest.executed_at) - OVERLAP_MS).toISOString() : null
}

/**
 * Both lists and the result are newest first; the oldest rows are dropped. Unchanged rows stay the same objects, and an
 * unchanged list stays the same list, so that nothing renders again.
 */
export function mergedTape<Row extends TapeRow>(
  current: readonly Row[],
  arrived: readonly Row[],
  maxRows: number,
): readonly Row[] {
  const before = new Map(current.map((row) => [row.id, row]))
  const fresh = arrived.filter((row) => !isSame(before.get(row.id), row))
  if (fresh.length === 0) return current
  const replaced = new Set(fresh.map(({ id }) => id))
  const rest = current.filter(({ id }) => !replaced.has(id))
  return [...fresh, ...rest].sort(newestFirst).slice(0, maxRows)
}

/** The number of rows newer than the visible ones. */
export function newRows(visible: readonly TapeRow[], all: readonly TapeRow[]): number {
  const visibleIds = new Set(visible.map(({ id }) => id))
  return all.filter(({ id }) => !visibleIds.has(id)).length
}

function isSame(before: TapeRow | undefined, row: TapeRow): boolean {
  return before !== undefined && before.size === row.size && before.unusual_score === row.unusual_score
}

/** ISO 8601 instants with the same precision sort as text; the sort is stable. */
function newestFirst(a: TapeRow, b: TapeRow): number {
  if (a.executed_at === b.executed_at) return 0
  return a.executed_at < b.executed_at ? 1 : -1
}
