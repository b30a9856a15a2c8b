/**
 * Arrival times of orders: a Hawkes (self-exciting) process in branching form. Independent orders follow the volume
 * curve of the day; each order triggers half an order on average within seconds to minutes, recursively.
 */
import type { Draws } from '../draws.ts'
import { type Halt, haltAt } from './option-volume.ts'
import { passedShare } from './volume-curve.ts'

export interface Arrival {
  readonly atMs: number
  /** The order that this one answers. */
  readonly parent: Arrival | null
  /** Result: row of the contract, −1 for none; 1 for a buyer, −1 for a seller. */
  row: number
  side: 1 | -1
}

interface Span {
  readonly openMs: number
  readonly closeMs: number
}

/** Orders that an order draws after it. */
const BRANCHING = 0.5
const FAST_SHARE = 0.7
const FAST_MS = 3000
const SLOW_MS = 60_000
const NONE = Math.exp(-BRANCHING)

/** In order of time, inside the session and outside its halts. */
export function arrivals(
  draws: Draws,
  count: number,
  { openMs, closeMs }: Span,
  halts: readonly Halt[],
): readonly Arrival[] {
  const found: Arrival[] = []
  const add = (atMs: number, parent: Arrival | null) => {
    if (atMs < closeMs && !haltAt(halts, atMs)) found.push({ atMs, parent, row: -1, side: 1 })
  }
  const independent = Math.round(count * (1 - BRANCHING))
  for (let order = 0; order < independent; order++) {
    add(openMs + Math.floor(passedShare(draws.share()) * (closeMs - openMs)), null)
  }
  // The list grows while it is read: answers are answered too.
  for (let order = 0; order < found.length; order++) {
    const parent = found[order]
    if (!parent) break
    for (let answers = poisson(draws); answers > 0; answers--) {
      const mean = draws.share() < FAST_SHARE ? FAST_MS : SLOW_MS
      add(parent.atMs + 1 + Math.floor(mean * draws.wait()), parent)
    }
  }
  return found.sort((a, b) => a.atMs - b.atMs)
}

function poisson(draws: Draws): number {
  let answers = 0
  for (let product = draws.share(); product > NONE; product *= draws.share()) answers++
  return answers
}
