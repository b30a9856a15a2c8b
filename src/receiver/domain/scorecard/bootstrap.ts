/**
 * Intervals by the bootstrap over clusters. Decisions of one session share its market, and windows that overlap share
 * their days, so whole blocks of sessions are drawn and never single decisions: Efron and Tibshirani, An Introduction to
 * the Bootstrap, 1993, chapters 8 and 13 (percentile interval).
 */

/** Fewer decisions say nothing. */
export const MIN_DECISIONS = 30
/** A percentile interval over fewer blocks is far too narrow. */
export const MIN_BLOCKS = 8
const DRAWS = 1000
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

interface BlockSum {
  sum: number
  count: number
}

/**
 * The 95 % interval of the mean; null for fewer than `MIN_DECISIONS` values or `MIN_BLOCKS` blocks. `random` gives
 * numbers from 0 to 1, 1 excluded.
 */
export function meanInterval(values: readonly Clustered[], random: () => number): Interval | null {
  const blocks = sumsByBlock(values)
  if (values.length < MIN_DECISIONS || blocks.length < MIN_BLOCKS) return null
  const means = Array.from({ length: DRAWS }, () => drawnMean(blocks, random)).sort((a, b) => a - b)
  return { low: quantile(means, TAIL), high: quantile(means, 1 - TAIL) }
}

export function mean(values: readonly Clustered[]): number {
  return values.reduce((sum, { value }) => sum + value, 0) / values.length
}

function sumsByBlock(values: readonly Clustered[]): readonly BlockSum[] {
  const sums = new Map<number, BlockSum>()
  for (const { block, value } of values) {
    const known = sums.get(block) ?? { sum: 0, count: 0 }
    known.sum += value
    known.count++
    sums.set(block, known)
  }
  return [...sums.values()]
}

/** The mean over as many blocks as there are, each drawn from all of them. */
function drawnMean(blocks: readonly BlockSum[], random: () => number): number {
  let sum = 0
  let count = 0
  for (let draw = 0; draw < blocks.length; draw++) {
    const block = blocks[Math.floor(random() * blocks.length)]
    if (!block) continue
    sum += block.sum
    count += block.count
  }
  return sum / count
}

/** Of ascending values, between the neighbours. */
function quantile(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length - 1)
  const [below = Number.NaN, above = below] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return below + (above - below) * (place - Math.floor(place))
}
