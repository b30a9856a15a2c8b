import { z } from 'zod'
import { invalid } from '../lib/errors.ts'
import { readCursor, writeCursor } from '../lib/text/cursor.ts'

export const RowCursor = z.string().min(1).max(2000).optional().describe('The next_cursor of the previous page.')

export const NextRowCursor = z.string().nullable().describe('Pass as cursor for the next page; null on the last.')

interface RowPage<Row> {
  readonly rows: readonly Row[]
  readonly nextCursor: string | null
}

export interface PageRequest {
  readonly limit: number
  readonly cursor?: string | undefined
}

/** The sort key of a row, ascending part by part and unique. */
type SortKey = readonly string[]

/** The parts of a cursor; an unreadable one is an invalid field. */
export function cursorParts(cursor: string | undefined, count: number): readonly string[] | undefined {
  if (cursor === undefined) return undefined
  const parts = readCursor(cursor, count)
  if (parts) return parts
  throw invalid([{ path: 'cursor', message: 'must be the next_cursor of an earlier answer' }])
}

/** Sorts all rows by a key with `parts` parts, and returns the page that starts after the cursor. */
export function rowPage<Row>(
  all: readonly Row[],
  parts: number,
  keyOf: (row: Row) => SortKey,
  { limit, cursor }: PageRequest,
): RowPage<Row> {
  const sorted = all.map((row) => ({ row, key: keyOf(row) })).sort((a, b) => compare(a.key, b.key))
  const after = cursorParts(cursor, parts)
  const start = after ? sorted.findIndex(({ key }) => compare(key, after) > 0) : 0
  const found = start < 0 ? [] : sorted.slice(start, start + limit)
  const last = found.at(-1)
  const hasMore = start >= 0 && start + found.length < sorted.length
  return { rows: found.map(({ row }) => row), nextCursor: hasMore && last ? writeCursor(last.key) : null }
}

function compare(left: readonly string[], right: readonly string[]): number {
  for (const [place, part] of left.entries()) {
    const other = right[place] ?? ''
    if (part !== other) return part < other ? -1 : 1
  }
  return 0
}
