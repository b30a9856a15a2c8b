import { forgetUnusedTables, limitExerciseTables } from '../../analytics/domain/valuation/exercise-table-cache.ts'
import { later } from '../../lib/node/later.ts'

/** A table is solved again in two milliseconds; a service that nobody calls would keep hundreds of them. */
const REST_MS = 30_000

/**
 * Gives the early-exercise tables of this thread their share of memory, and forgets those that nobody has used for
 * `restMs`, or at the latest for twice as long.
 */
export function boundExerciseTables(maxBytes: number, restMs = REST_MS): Disposable {
  limitExerciseTables(maxBytes)
  let next = later(rest, restMs)
  function rest(): void {
    forgetUnusedTables()
    next = later(rest, restMs)
  }
  return { [Symbol.dispose]: () => next[Symbol.dispose]() }
}
