/**
 * Latest execution time on a tape. A print before it is out of order: it becomes a row, but joins no sweep or package. If
 * many consecutive prints are before it, the clock had jumped ahead and is reset.
 */
import { newYorkInstant } from '../../../market/domain/calendar/new-york-time.ts'

const MS_PER_HOUR = 3_600_000
const DAY_HOURS = 24
/** Index options trade from 20:15 of the previous evening. */
const EVENING_HOURS = 4
const PATIENCE = 16

export class TapeClock {
  readonly #fromMs: number
  readonly #toMs: number
  #nowMs = Number.NEGATIVE_INFINITY
  #behind = 0

  constructor(sessionDate: string) {
    const midnightMs = newYorkInstant(sessionDate, 0)
    this.#fromMs = midnightMs - EVENING_HOURS * MS_PER_HOUR
    this.#toMs = midnightMs + DAY_HOURS * MS_PER_HOUR
  }

  get nowMs(): number {
    return this.#nowMs
  }

  /** Whether an instant can belong to the session. */
  isOfSession(ms: number): boolean {
    return ms >= this.#fromMs && ms < this.#toMs
  }

  advance(ms: number): 'in_order' | 'out_of_order' | 'reset' {
    if (ms >= this.#nowMs) {
      this.#nowMs = ms
      this.#behind = 0
      return 'in_order'
    }
    this.#behind++
    if (this.#behind < PATIENCE) return 'out_of_order'
    this.#nowMs = ms
    this.#behind = 0
    return 'reset'
  }
}
