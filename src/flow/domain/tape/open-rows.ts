/**
 * FIFO of rows that a later leg may still join. They become final after the sweep window. Bounded, so that a burst within
 * one millisecond cannot exhaust memory.
 */
import type { PendingRow } from './pending-row.ts'
import { SWEEP_WINDOW_MS } from './sweep-groups.ts'

const MAX_OPEN = 4_096
/** Final rows are dropped together, so that each is moved only a few times. */
const MIN_DROPPED = 32

interface OpenRow {
  readonly row: PendingRow
  readonly untilMs: number
}

export class OpenRows {
  #rows: OpenRow[] = []
  #first = 0

  add(row: PendingRow, nowMs: number): void {
    this.#rows.push({ row, untilMs: nowMs + SWEEP_WINDOW_MS })
  }

  /** Calls back for each row that no leg can join any more. */
  finalize(nowMs: number, finalized: (row: PendingRow) => void): void {
    while (this.#first < this.#rows.length) {
      const open = this.#rows[this.#first]
      const crowded = this.#rows.length - this.#first > MAX_OPEN
      if (!open || (open.untilMs >= nowMs && !crowded)) break
      finalized(open.row)
      this.#first++
    }
    // Often enough that final rows, which nothing else needs, do not stay in memory.
    if (this.#first < MIN_DROPPED || 2 * this.#first < this.#rows.length) return
    this.#rows = this.#rows.slice(this.#first)
    this.#first = 0
  }

  finalizeAll(finalized: (row: PendingRow) => void): void {
    this.finalize(Number.POSITIVE_INFINITY, finalized)
  }
}
