/**
 * Legs of one complex order on a tape without codes: nothing names the order, so prints of different contracts on one
 * exchange within a few milliseconds, whose sizes stand in a small whole ratio, count as its legs.
 */
import type { Draft } from './draft.ts'

const WINDOW_MS = 5
const MOST_RECENT = 64
/** Every pair of one-lot prints has a small ratio: it says nothing. */
const LEAST_SIZE = 2
const LARGEST_TERM = 4

export class PackageFinder {
  #recent: Draft[] = []

  /** Marks the draft and those that it makes a package with, and gives those that were not marked before. */
  join(draft: Draft): readonly Draft[] {
    const exchange = draft.exchanges[0] ?? ''
    if (exchange === '' || draft.size < LEAST_SIZE) return []
    this.#recent = this.#recent
      .filter(({ executedAtMs }) => Math.abs(draft.executedAtMs - executedAtMs) <= WINDOW_MS)
      .slice(-MOST_RECENT)
    const legs = this.#recent.filter((other) => isLegBeside(draft, other, exchange))
    this.#recent.push(draft)
    if (legs.length === 0) return []
    const added = legs.filter(({ packaged }) => !packaged)
    for (const leg of added) leg.packaged = true
    draft.packaged = true
    return added
  }
}

function isLegBeside(draft: Draft, other: Draft, exchange: string): boolean {
  if (other.contract === draft.contract || other.gone || other.swept || other.exchanges[0] !== exchange) return false
  return isSmallRatio(draft.size, other.size)
}

/** Whether two sizes stand as whole numbers up to 4. */
function isSmallRatio(a: number, b: number): boolean {
  for (let term = 1; term <= LARGEST_TERM; term++) {
    const other = (Math.max(a, b) * term) / Math.min(a, b)
    if (Number.isInteger(other) && other <= LARGEST_TERM) return true
  }
  return false
}
