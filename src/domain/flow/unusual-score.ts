/**
 * From ranks to points. A factor gives its largest points × clamp((rank − 0.5)/0.499, 0, 1)²: nothing for what is usual,
 * all for one print in a thousand. Rare combinations and the steady buying of one contract add to them, patterns set a
 * floor. Points are whole and add up to the score.
 */
import { clamp } from '../../lib/numbers.ts'
import { persistenceOf } from './accumulation.ts'
import { ALERT_THRESHOLDS } from './alert-rules.ts'
import { EVIDENCE, FACTORS, type Factor } from './rarity-features.ts'

export const FACTOR_POINTS: Readonly<Record<Factor, number>> = {
  size: 17,
  premium: 17,
  volume_oi: 17,
  history: 17,
  execution: 10,
  order_type: 10,
  timing: 8,
  strike: 4,
}

/**
 * What a rare combination of ranks adds, as far as the score has room: so much that the rarest prints pass the floors of
 * the patterns, which otherwise fill the top of the score with what is merely large.
 */
export const COMBINATION_POINTS = 30

/**
 * What the steady buying of one contract adds to each further buy, as far as the score has room: more than any factor,
 * because the evidence of all its buys stands behind it.
 */
export const ACCUMULATION_POINTS = 60

export const SCORE_FACTORS = [...FACTORS, 'combination', 'accumulation', 'alert_rule'] as const

const HIGHEST = 100
const LARGEST = FACTORS.map((factor) => FACTOR_POINTS[factor])
const PREMIUM = FACTORS.indexOf('premium')

function pointsOf(rank: number, largest: number): number {
  if (Number.isNaN(rank)) return 0
  const rare = clamp((rank - 0.5) / 0.499, 0, 1)
  return largest * rare * rare
}

/** One print in ten gives none, one in ten thousand all, evenly by orders of magnitude: it tells the rarest apart. */
function combinationPoints(rank: number): number {
  if (Number.isNaN(rank)) return 0
  return COMBINATION_POINTS * clamp((-Math.log10(1 - rank) - 1) / 3, 0, 1)
}

/** Persistence from which on points are given, and at which all are: by chance one contract in fifteen, one in 700. */
const PERSISTENCE = { least: 1.5, all: 3 } as const
/** Contracts bought on top over open interest at which all points are given. */
const ALL_OVER_OPEN_INTEREST = 0.25

/** Both that the buying is one-sided, and that it is much for the contract. None where the row does not buy more of it. */
function accumulationPoints(evidence: readonly number[]): number {
  const persistence = persistenceOf(evidence[EVIDENCE.buys] ?? Number.NaN, evidence[EVIDENCE.sells] ?? Number.NaN)
  const over = evidence[EVIDENCE.overOpenInterest] ?? Number.NaN
  if (!(persistence > PERSISTENCE.least && over > 0)) return 0
  const steady = (persistence - PERSISTENCE.least) / (PERSISTENCE.all - PERSISTENCE.least)
  return ACCUMULATION_POINTS * Math.min(steady, 1) * Math.min(over / ALL_OVER_OPEN_INTEREST, 1)
}

/** Below this a premium is no sign of anything, however rare in its class. */
const LEAST_PREMIUM = ALERT_THRESHOLDS.aggressive.premium

/** Points of the eight factors, of their combination and of the accumulation, not rounded: 0 to 100 together. */
export function factorPoints(evidence: readonly number[], premium: number): number[] {
  const points = LARGEST.map((largest, index) => pointsOf(evidence[EVIDENCE.rank + index] ?? Number.NaN, largest))
  if (!(premium >= LEAST_PREMIUM)) points[PREMIUM] = 0
  let room = Math.max(HIGHEST - points.reduce((sum, each) => sum + each, 0), 0)
  for (const more of [combinationPoints(evidence[EVIDENCE.joint] ?? Number.NaN), accumulationPoints(evidence)]) {
    points.push(Math.min(more, room))
    room -= Math.min(more, room)
  }
  return points
}

/** The sum of `factorPoints`. */
export function rarityOf(evidence: readonly number[], premium: number): number {
  let total = combinationPoints(evidence[EVIDENCE.joint] ?? Number.NaN) + accumulationPoints(evidence)
  for (let i = 0; i < LARGEST.length; i++) {
    if (i === PREMIUM && !(premium >= LEAST_PREMIUM)) continue
    total += pointsOf(evidence[EVIDENCE.rank + i] ?? Number.NaN, LARGEST[i] ?? 0)
  }
  return Math.min(total, HIGHEST)
}

export function scoreOf(rarity: number, base: number): number {
  return Math.max(Math.round(rarity), base)
}

/** Whole numbers that add up to `total`, each the floor of its own or one more: the largest remainders are rounded up. */
export function roundToSum(values: readonly number[], total: number): number[] {
  const rounded = values.map(Math.floor)
  let missing = total - rounded.reduce((sum, value) => sum + value, 0)
  const byRemainder = values
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index)
  for (const { index } of byRemainder) {
    if (missing <= 0) break
    rounded[index] = (rounded[index] ?? 0) + 1
    missing--
  }
  return rounded
}
