/**
 * Prints of one contract and side within half a second are one order when they come from two exchanges or all bear the
 * code of a sweep: they become one row, with their sizes summed and the price weighted by them.
 */
import { type Draft, priceOf } from './draft.ts'
import { directionOf, sideOf } from './print-side.ts'

export interface SweepGroup {
  readonly firstMs: number
  /** In the order of the tape; once merged the first stands for the others. */
  readonly drafts: Draft[]
}

/** Legs of one order come within this time of its first. */
export const SWEEP_WINDOW_MS = 500

export interface Merge {
  /** The row that the draft is part of now: itself, or the first of its group. */
  readonly head: Draft
  /** Those that stopped being rows of their own. */
  readonly merged: readonly Draft[]
}

/** Adds a draft to the open group of its side. */
export function joinSweep(draft: Draft): Merge {
  if (draft.direction === 0) return { head: draft, merged: [] }
  const { contract } = draft
  const bought = draft.direction > 0
  const group = bought ? contract.buying : contract.selling
  const ageMs = draft.executedAtMs - (group?.firstMs ?? Number.NaN)
  // A clock that was set back leaves groups behind that lie in the future.
  if (group === null || group.drafts.length === 0 || !(ageMs >= 0 && ageMs <= SWEEP_WINDOW_MS)) {
    const opened = { firstMs: draft.executedAtMs, drafts: [draft] }
    if (bought) contract.buying = opened
    else contract.selling = opened
    return { head: draft, merged: [] }
  }
  group.drafts.push(draft)
  const [head = draft] = group.drafts
  return isOneOrder(group.drafts) ? { head, merged: mergeAll(head, group.drafts) } : { head: draft, merged: [] }
}

/** Takes a draft that turned out to be a leg of a package, or was cancelled, out of the open groups. */
export function leaveSweep(draft: Draft): void {
  for (const group of [draft.contract.buying, draft.contract.selling]) {
    const place = group?.drafts.indexOf(draft) ?? -1
    if (place >= 0) group?.drafts.splice(place, 1)
  }
}

function isOneOrder(drafts: readonly Draft[]): boolean {
  if (drafts.every(({ coded }) => coded)) return true
  let known = ''
  for (const { exchanges } of drafts) {
    for (const exchange of exchanges) {
      if (exchange === '') continue
      if (known !== '' && exchange !== known) return true
      known = exchange
    }
  }
  return false
}

function mergeAll(head: Draft, drafts: Draft[]): readonly Draft[] {
  const merged = drafts.splice(1)
  for (const draft of merged) merge(head, draft)
  head.side = mergedSide(head)
  return merged
}

function merge(head: Draft, draft: Draft): void {
  head.size += draft.size
  head.notional += draft.notional
  head.legs += draft.legs
  head.lastMs = Math.max(head.lastMs, draft.lastMs)
  head.volume = draft.volume
  head.swept = true
  for (const exchange of draft.exchanges) if (!head.exchanges.includes(exchange)) head.exchanges.push(exchange)
  draft.gone = true
  draft.contract.moveLegs(draft, head)
}

/** The mean price against the quote before the first leg, unless the quote moved past it meanwhile. */
function mergedSide(head: Draft): Draft['side'] {
  if (head.lowQuality) return head.side
  const side = sideOf(priceOf(head), head.bid, head.ask, 0)
  return directionOf(side) === head.direction ? side : head.side
}
