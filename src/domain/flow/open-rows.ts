/**
 * Rows that a later leg may still join, in the order in which they came: only when their half second is over do others
 * get compared with them. Bounded, so that a burst within one millisecond cannot fill the memory.
 */
import type { Draft } from './draft.ts'
import { SWEEP_WINDOW_MS } from './sweep-groups.ts'

const MOST_OPEN = 4_096

interface OpenRow {
  readonly draft: Draft
  readonly untilMs: number
}

export class OpenRows {
  #rows: OpenRow[] = []
  #first = 0

  add(draft: Draft, nowMs: number): void {
    this.#rows.push({ draft, untilMs: nowMs + SWEEP_WINDOW_MS })
  }

  /** Hands on the rows that no leg can join any more. */
  settle(nowMs: number, settled: (draft: Draft) => void): void {
    while (this.#first < this.#rows.length) {
      const open = this.#rows[this.#first]
      const crowded = this.#rows.length - this.#first > MOST_OPEN
      if (!open || (open.untilMs >= nowMs && !crowded)) break
      settled(open.draft)
      this.#first++
    }
    if (this.#first < MOST_OPEN) return
    this.#rows = this.#rows.slice(this.#first)
    this.#first = 0
  }

  settleAll(settled: (draft: Draft) => void): void {
    this.settle(Number.POSITIVE_INFINITY, settled)
  }
}
