/**
 * Intervals by the bootstrap over clusters. Decisions of one session share its market, and windows that overlap share
 * their days, so whole blocks of sessions are drawn and never single decisions: Efron and Tibshirani, An Introduction to
 * the Bootstrap, 1993, chapters 8 and 13 (percentile interval).
 */

import type { Steps } from '../../../lib/steps.ts'

/** Fewer decisions say nothing. */
export const MIN_DECISIONS = 30
/** A percentile interval over fewer blocks is far too narrow. */
export const MIN_BLOCKS = 8
const DRAWS = 1000
/** Draws between two steps: less than a millisecond for the blocks of a year of sessions. */
const DRAWS_A_STEP = 50
const TAIL = 0.025

/** One value of one decision, and the block of sessions that it is drawn with. */
export interface Clustered {
  readonly block: number
  readonly value: number
}

export interface Interval {
  readonly low: number
  readonly high: number
}

/** Sums and counts of values by block, in the same order. */
interface BlockSums {
  readonly sums: Float64Array
  readonly counts: Float64Array
}

/**
 * The 95 % interval of the mean; null for fewer than `MIN_DECISIONS` values or `MIN_BLOCKS` blocks. `random` gives
 * numbers from 0 to 1, 1 excluded.
 */
export function* meanInterval(values: readonly Clustered[], random: () => number): Steps<Interval | null> {
  const blocks = sumsByBlock(values)
  if (values.length < MIN_DECISIONS || blocks.sums.length < MIN_BLOCKS) return null
  const means = new Float64Array(DRAWS)
  for (let draw = 0; draw < DRAWS; draw++) {
    if (draw % DRAWS_A_STEP === 0) yield
    means[draw] = drawnMean(blocks, random)
  }
  means.sort()
  return { low: quantile(means, TAIL), high: quantile(means, 1 - TAIL) }
}

export function mean(values: readonly Clustered[]): number {
  return values.reduce((sum, { value }) => sum + value, 0) / values.length
}

function sumsByBlock(values: readonly Clustered[]): BlockSums {
  const places = new Map<number, number>()
  for (const { block } of values) if (!places.has(block)) places.set(block, places.size)
  const sums = new Float64Array(places.size)
  const counts = new Float64Array(places.size)
  for (const { block, value } of values) {
    const place = places.get(block) ?? 0
    sums[place] = (sums[place] ?? 0) + value
    counts[place] = (counts[place] ?? 0) + 1
  }
  return { sums, counts }
}

/** The mean over as many blocks as there are, each drawn from all of them. */
function drawnMean({ sums, counts }: BlockSums, random: () => number): number {
  let sum = 0
  let count = 0
  for (let draw = 0; draw < sums.length; draw++) {
    const place = Math.floor(random() * sums.length)
    sum += sums[place] ?? 0
    count += counts[place] ?? 0
  }
  return sum / count
}

/** Of ascending values, between the neighbours. */
function quantile(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1)
  const [below = Number.NaN, above = below] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return below + (above - below) * (place - Math.floor(place))
}
