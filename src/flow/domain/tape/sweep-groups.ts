/**
 * Sweeps: prints of one contract and side are one order if all of them are coded as a sweep and lie within half a second,
 * or if they come from two or more exchanges within a few milliseconds. They become one row with the sum of sizes and the
 * volume-weighted price. A sweep takes what it meets in milliseconds; without codes a longer window would merge
 * independent prints of a busy contract.
 */
import { NO_ROWS } from './contract-state.ts'
import type { PendingRow } from './pending-row.ts'
import type { Side } from './print-side.ts'

/** Maximum time between the first and the last leg of a coded order. */
export const SWEEP_WINDOW_MS = 500
/** The same without sweep codes. */
const UNCODED_WINDOW_MS = 20
/** Bounds the work of a burst in one contract; no order has so many legs. */
const MAX_OPEN = 64

export interface Merge {
  /** The row that now contains the print: its own, or the first of its order. */
  readonly head: PendingRow
  /** Rows merged into the head. */
  readonly merged: readonly PendingRow[]
}

/** Adds a row to the open rows of its side, and merges those that are one order with it. */
export function joinSweep(row: PendingRow): Merge {
  if (row.direction === 0) return { head: row, merged: [] }
  const open = stillOpen(openBeside(row), row.executedAtMs)
  const order = open.filter((other) => isWithinWindow(other, row))
  const [head] = order
  if (head === undefined || !isOneOrder([...order, row])) {
    setOpenBeside(row, [...open, row])
    return { head: row, merged: [] }
  }
  const merged = [...order.slice(1), row]
  setOpenBeside(
    row,
    open.filter((other) => !merged.includes(other)),
  )
  for (const leg of merged) merge(head, leg)
  head.side = sideOfLegs(head)
  return { head, merged }
}

/** Removes a row that is a leg of a package, final, or was cancelled, from the open rows. */
export function leaveSweep(row: PendingRow): void {
  const open = openBeside(row)
  if (!open.includes(row)) return
  setOpenBeside(
    row,
    open.filter((other) => other !== row),
  )
}

function openBeside({ direction, contract }: PendingRow): readonly PendingRow[] {
  return direction > 0 ? contract.buying : contract.selling
}

/** Lists are replaced and not changed, as the contracts without open rows share one. */
function setOpenBeside({ direction, contract }: PendingRow, open: readonly PendingRow[]): void {
  const rows = open.length > 0 ? open : NO_ROWS
  if (direction > 0) contract.buying = rows
  else contract.selling = rows
}

/** Without rows that no leg can join any more. After a clock reset, rows can be in the future. */
function stillOpen(open: readonly PendingRow[], nowMs: number): readonly PendingRow[] {
  const isOpen = ({ executedAtMs }: PendingRow) => executedAtMs <= nowMs && nowMs - executedAtMs <= SWEEP_WINDOW_MS
  const first = open.findIndex(isOpen)
  return open.slice(Math.max(first < 0 ? open.length : first, open.length - MAX_OPEN + 1, 0))
}

function isWithinWindow(head: PendingRow, row: PendingRow): boolean {
  const ageMs = row.executedAtMs - head.executedAtMs
  return ageMs >= 0 && ageMs <= (head.coded && row.coded ? SWEEP_WINDOW_MS : UNCODED_WINDOW_MS)
}

function isOneOrder(rows: readonly PendingRow[]): boolean {
  if (rows.every(({ coded }) => coded)) return true
  let known = ''
  for (const { exchanges } of rows) {
    for (const exchange of exchanges) {
      if (exchange === '') continue
      if (known !== '' && exchange !== known) return true
      known = exchange
    }
  }
  return false
}

function merge(head: PendingRow, row: PendingRow): void {
  head.size += row.size
  head.outside += row.outside
  head.notional += row.notional
  head.legs += row.legs
  head.lastMs = Math.max(head.lastMs, row.lastMs)
  head.volume = row.volume
  head.swept = true
  for (const exchange of row.exchanges) if (!head.exchanges.includes(exchange)) head.exchanges.push(exchange)
  row.gone = true
  row.contract.movePrints(row, head)
}

/** Each leg against its own quote, since the quote moves while a sweep goes through it: the side of most contracts. */
function sideOfLegs({ direction, outside, size }: PendingRow): Side {
  const isOutside = 2 * outside > size
  if (direction > 0) return isOutside ? 'above_ask' : 'at_ask'
  return isOutside ? 'below_bid' : 'at_bid'
}
