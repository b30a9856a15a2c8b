/**
 * From ranks to points. A factor gives maximum points × clamp((rank − 0.5)/0.499, 0, 1)²: none below the median, all for
 * one print in a thousand. Rare combinations add points, and so does a trade that looks like part of an accumulation to a
 * model that learned it. The sum has no meaning of its own: the score says how few comparable prints have as many points,
 * and the breakdown divides the score in proportion to them.
 */
import { clamp } from '../../../lib/math/numbers.ts'
import { accumulationChance } from './accumulation-chance.ts'
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

/** Maximum points for a rare combination of ranks. */
export const COMBINATION_POINTS = 30

/**
 * Maximum points for a trade that belongs to an accumulation: more than all factors of one print, because it is supported
 * by all buying of the contract and the strikes near it, and reached only where the model is sure.
 */
export const ACCUMULATION_POINTS = 120

export const SCORE_FACTORS = [...FACTORS, 'combination', 'accumulation'] as const

const MAX_POINTS = FACTORS.map((factor) => FACTOR_POINTS[factor])
const PREMIUM = FACTORS.indexOf('premium')

/** What no print exceeds. */
export const MAX_POINTS_TOGETHER = MAX_POINTS.reduce((sum, max) => sum + max, COMBINATION_POINTS + ACCUMULATION_POINTS)

function pointsOf(rank: number, maxPoints: number): number {
  if (Number.isNaN(rank)) return 0
  const rare = clamp((rank - 0.5) / 0.499, 0, 1)
  return maxPoints * rare * rare
}

/** Logarithmic: none for one print in ten, all for one in ten thousand, so that the rarest prints are distinguished. */
function combinationPoints(rank: number): number {
  if (Number.isNaN(rank)) return 0
  return COMBINATION_POINTS * clamp((-Math.log10(1 - rank) - 1) / 3, 0, 1)
}

/** Logarithms of the odds for the first and for all points. */
const ODDS = { min: -6, full: 4 } as const

/** Points in proportion to the logarithm of the odds that the row belongs to an accumulation; 0 where the model says nothing. */
export function accumulationPoints(evidence: readonly number[]): number {
  const odds = evidence[EVIDENCE.accumulation] ?? Number.NaN
  if (!(odds > ODDS.min)) return 0
  return ACCUMULATION_POINTS * Math.min((odds - ODDS.min) / (ODDS.full - ODDS.min), 1)
}

/**
 * How much a print counts as one that is comparable to others: the trades of one accumulation are not independent, and
 * together count little more than one. It is the mean over the chance that the print is such a trade.
 */
export function independenceOf(evidence: readonly number[]): number {
  const chance = accumulationChance(evidence)
  return chance > 0 ? 1 - chance + chance / Math.max(evidence[EVIDENCE.buys] ?? 1, 1) : 1
}

/** A lower premium gives no points, however rare in its cell. */
const MIN_PREMIUM = ALERT_THRESHOLDS.aggressive.premium

/** Points of the eight factors, of their combination and of the accumulation, not rounded. */
export function factorPoints(evidence: readonly number[], premium: number): number[] {
  const points = MAX_POINTS.map((max, index) => pointsOf(evidence[EVIDENCE.rank + index] ?? Number.NaN, max))
  if (!(premium >= MIN_PREMIUM)) points[PREMIUM] = 0
  points.push(combinationPoints(evidence[EVIDENCE.joint] ?? Number.NaN), accumulationPoints(evidence))
  return points
}

/** The sum of `factorPoints`: 0 to `MAX_POINTS_TOGETHER`. */
export function pointsTogether(evidence: readonly number[], premium: number): number {
  let total = combinationPoints(evidence[EVIDENCE.joint] ?? Number.NaN) + accumulationPoints(evidence)
  for (let i = 0; i < MAX_POINTS.length; i++) {
    if (i === PREMIUM && !(premium >= MIN_PREMIUM)) continue
    total += pointsOf(evidence[EVIDENCE.rank + i] ?? Number.NaN, MAX_POINTS[i] ?? 0)
  }
  return total
}

/** Integers that add up to `total`: floors, plus one for the largest remainders. */
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
