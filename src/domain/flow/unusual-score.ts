/**
 * From ranks to points. A factor gives its largest points × clamp((rank − 0.5)/0.499, 0, 1)²: nothing for what is usual,
 * all for one print in a thousand. Patterns set a floor. Points are whole and add up to the score.
 */
import { clamp } from '../../lib/numbers.ts'
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

/** What a rare combination of ranks adds, as far as the score has room. */
export const COMBINATION_POINTS = 20

export const SCORE_FACTORS = [...FACTORS, 'combination', 'alert_rule'] as const

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

/** Below this a premium is no sign of anything, however rare in its class. */
const LEAST_PREMIUM = ALERT_THRESHOLDS.aggressive.premium

/** Points of the eight factors and of their combination, not rounded: 0 to 100 together. */
export function factorPoints(evidence: readonly number[], premium: number): number[] {
  const points = LARGEST.map((largest, index) => pointsOf(evidence[EVIDENCE.rank + index] ?? Number.NaN, largest))
  if (!(premium >= LEAST_PREMIUM)) points[PREMIUM] = 0
  const total = points.reduce((sum, each) => sum + each, 0)
  const combination = combinationPoints(evidence[EVIDENCE.joint] ?? Number.NaN)
  return [...points, Math.min(combination, HIGHEST - total)]
}

/** The sum of `factorPoints`. */
export function rarityOf(evidence: readonly number[], premium: number): number {
  let total = 0
  for (let i = 0; i < LARGEST.length; i++) {
    if (i === PREMIUM && !(premium >= LEAST_PREMIUM)) continue
    total += pointsOf(evidence[EVIDENCE.rank + i] ?? Number.NaN, LARGEST[i] ?? 0)
  }
  return Math.min(total + combinationPoints(evidence[EVIDENCE.joint] ?? Number.NaN), HIGHEST)
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
