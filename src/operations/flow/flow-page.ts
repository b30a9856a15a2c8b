/** Pages of flow rows, newest first: a page goes on after a row however many were added meanwhile. */
import { type FlowFilters, matchesFlow } from '../../domain/flow/flow-filter.ts'
import type { FlowRow } from '../../domain/flow/flow-row.ts'
import { writeCursor } from '../../lib/cursor.ts'
import { cursorParts, type PageQuestion } from '../analytics/row-page.ts'
import type { SessionFlow } from './session-flow.ts'

export interface FlowPage {
  readonly rows: readonly FlowRow[]
  /** All rows that pass, on all pages, in no order. */
  readonly matching: readonly FlowRow[]
  readonly nextCursor: string | null
}

export function flowPage(
  flows: readonly SessionFlow[],
  filters: FlowFilters,
  { limit, cursor }: PageQuestion,
): FlowPage {
  const after = placeOf(cursor)
  const matching: FlowRow[] = []
  const candidates: FlowRow[] = []
  for (const { rows } of flows) {
    const own = rows.filter((row) => matchesFlow(row, filters))
    for (const row of own) matching.push(row)
    candidates.push(...newestOf(own, after, limit + 1))
  }
  return { ...firstPage(candidates.sort(newestFirst), limit), matching }
}

/** Of rows in their order, one more than the page may have where there are so many. */
export function firstPage(rows: readonly FlowRow[], limit: number): Omit<FlowPage, 'matching'> {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, nextCursor: last && rows.length > limit ? writeCursor(keyOf(last)) : null }
}

/** The order of all flow: by time, then by symbol and place on the tape, backwards. */
export function newestFirst(a: Place, b: Place): number {
  if (a.executedAtMs !== b.executedAtMs) return b.executedAtMs - a.executedAtMs
  if (a.symbol !== b.symbol) return a.symbol < b.symbol ? -1 : 1
  return b.sequence - a.sequence
}

type Place = Pick<FlowRow, 'executedAtMs' | 'symbol' | 'sequence'>

function keyOf({ executedAtMs, symbol, sequence }: Place): readonly string[] {
  return [String(executedAtMs), symbol, String(sequence)]
}

export function placeOf(cursor: string | undefined): Place | undefined {
  const parts = cursorParts(cursor, 3)
  if (!parts) return undefined
  const [ms = '', symbol = '', sequence = ''] = parts
  return { executedAtMs: Number(ms), symbol, sequence: Number(sequence) }
}

/** Of rows in the order of a tape, which is that of time, the newest few after a place. */
function newestOf(rows: readonly FlowRow[], after: Place | undefined, count: number): readonly FlowRow[] {
  const found: FlowRow[] = []
  for (let i = rows.length - 1; i >= 0 && found.length < count; i--) {
    const row = rows[i]
    if (row && (!after || newestFirst(row, after) > 0)) found.push(row)
  }
  return found
}
