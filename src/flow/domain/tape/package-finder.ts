/**
 * Recognizes multi-leg packages on a tape without condition codes: prints of different contracts on one exchange within a
 * few milliseconds, with sizes in a small integer ratio.
 */
import type { PendingRow } from './pending-row.ts'

const WINDOW_MS = 5
const MAX_RECENT = 64
/** One-lot prints always have a small ratio, so they are not evidence. */
const MIN_SIZE = 2
const LARGEST_TERM = 4

export class PackageFinder {
  #recent: PendingRow[] = []

  /** Marks the row and the other legs of its package; returns those that were not marked before. */
  join(row: PendingRow): readonly PendingRow[] {
    const exchange = row.exchanges[0] ?? ''
    if (exchange === '' || row.size < MIN_SIZE) return []
    this.#recent = this.#recent
      .filter(({ executedAtMs }) => Math.abs(row.executedAtMs - executedAtMs) <= WINDOW_MS)
      .slice(-MAX_RECENT)
    const legs = this.#recent.filter((other) => isLegBeside(row, other, exchange))
    this.#recent.push(row)
    if (legs.length === 0) return []
    const added = legs.filter(({ packaged }) => !packaged)
    for (const leg of added) leg.packaged = true
    row.packaged = true
    return added
  }
}

function isLegBeside(row: PendingRow, other: PendingRow, exchange: string): boolean {
  if (other.contract === row.contract || other.gone || other.final || other.swept || other.exchanges[0] !== exchange)
    return false
  return isSmallRatio(row.size, other.size)
}

/** Whether the ratio of two sizes is a ratio of integers up to 4. */
function isSmallRatio(a: number, b: number): boolean {
  for (let term = 1; term <= LARGEST_TERM; term++) {
    const other = (Math.max(a, b) * term) / Math.min(a, b)
    if (Number.isInteger(other) && other <= LARGEST_TERM) return true
  }
  return false
}
