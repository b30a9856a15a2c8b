/** Pages of flow rows. The cursor names a row, so paging stays correct while rows are added. */

import { cursorParts, type PageRequest } from '../../catalogue/row-page.ts'
import { invalid } from '../../lib/errors.ts'
import { firstNotBefore } from '../../lib/math/first-not-before.ts'
import { writeCursor } from '../../lib/text/cursor.ts'
import { admitsSymbol, type FlowFilters, flowMatcher, withoutSymbols } from '../domain/flow-filter.ts'
import { comparePlaces, type FlowPlace, type FlowSort, flowPlace, isBehind } from '../domain/flow-order.ts'
import type { FlowRow } from '../domain/flow-row.ts'
import { addRow, addSums, type FlowSums, inUsd, noFlow } from '../domain/sums/flow-sums.ts'
import type { SessionFlow } from './flow-sessions.ts'

export interface FlowPage {
  readonly rows: readonly FlowRow[]
  readonly nextCursor: string | null
  /** Of all matching rows, on all pages, USD. */
  readonly sums: FlowSums
}

export interface FlowPageRequest extends PageRequest {
  readonly sort: FlowSort
}

export function flowPage(flows: readonly SessionFlow[], filters: FlowFilters, request: FlowPageRequest): FlowPage {
  const first = new FirstRows(request.sort, placeOf(request), request.limit + 1)
  const test = flowMatcher(withoutSymbols(filters))
  const found = noFlow()
  for (const { symbol, rows, sums } of flows) {
    if (!admitsSymbol(filters, symbol)) continue
    if (test) {
      const matching = rows.filter(test)
      for (const row of matching) addRow(found, row)
      first.addAll(matching)
    } else {
      addSums(found, sums)
      first.addAll(rows)
    }
  }
  return { ...firstPage(first.rows, request), sums: inUsd(found) }
}

/** A page from sorted rows; `rows` must have one more than `limit` if there is a next page. */
export function firstPage(
  rows: readonly FlowRow[],
  { sort, limit }: Omit<FlowPageRequest, 'cursor'>,
): Omit<FlowPage, 'sums'> {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, nextCursor: last && rows.length > limit ? cursorOf(last, sort) : null }
}

function cursorOf(row: FlowRow, sort: FlowSort): string {
  const { value, executedAtMs, symbol, sequence } = flowPlace(row, sort)
  return writeCursor([sort, String(value), String(executedAtMs), symbol, String(sequence)])
}

/** The place that the cursor of a request names. */
export function placeOf({ cursor, sort }: Pick<FlowPageRequest, 'cursor' | 'sort'>): FlowPlace | undefined {
  const parts = cursorParts(cursor, 5)
  if (!parts) return undefined
  const [ownSort, value, ms, symbol = '', sequence] = parts
  if (ownSort !== sort) throw invalid([{ path: 'cursor', message: `belongs to a list with sort ${ownSort}` }])
  return { value: Number(value), executedAtMs: Number(ms), symbol, sequence: Number(sequence) }
}

/** The first rows after a place in an order. */
class FirstRows {
  readonly #sort: FlowSort
  readonly #after: FlowPlace | undefined
  readonly #count: number
  readonly #found: { readonly row: FlowRow; readonly place: FlowPlace }[] = []

  constructor(sort: FlowSort, after: FlowPlace | undefined, count: number) {
    this.#sort = sort
    this.#after = after
    this.#count = count
  }

  get rows(): FlowRow[] {
    return this.#found.map(({ row }) => row)
  }

  /** Rows in the order of their tape: from its end, because the newest rows leave the others behind at once. */
  addAll(rows: readonly FlowRow[]): void {
    for (let i = rows.length - 1; i >= 0; i--) {
      const row = rows[i]
      if (row) this.#add(row)
    }
  }

  #add(row: FlowRow): void {
    const last = this.#found.length === this.#count ? this.#found.at(-1)?.place : undefined
    if (last && isBehind(row, this.#sort, last)) return
    const place = flowPlace(row, this.#sort)
    if (this.#after && comparePlaces(place, this.#after) <= 0) return
    if (last && comparePlaces(place, last) > 0) return
    this.#found.splice(this.#indexOf(place), 0, { row, place })
    if (this.#found.length > this.#count) this.#found.pop()
  }

  #indexOf(place: FlowPlace): number {
    return firstNotBefore(this.#found.length, (index) => {
      const other = this.#found[index]
      return other !== undefined && comparePlaces(other.place, place) < 0
    })
  }
}
