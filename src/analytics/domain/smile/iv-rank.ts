/**
 * Position of today's IV30 in the past year. Rank uses the range, percentile the frequency; some platforms publish one
 * under the name of the other.
 */
import { orNull } from '../../../lib/math/numbers.ts'
import type { WithWarnings } from '../../../lib/with-warnings.ts'

const FULL_YEAR = 252
const FEWEST = 60

export interface IvRank {
  readonly iv_rank: number | null
  readonly iv_percentile: number | null
}

/**
 * `history` has one IV30 per trading day in date order, the present one last. Earlier NaN values are skipped; if the last
 * is NaN, or fewer than 60 values are known, both results are null. Rank = 100 (now − min)/(max − min) over the last 252
 * values including the present one; null when all are equal. Percentile = share in % of the 252 values before the present
 * that are strictly lower.
 */
export function ivRank(history: readonly number[]): WithWarnings<IvRank> {
  const current = history.at(-1) ?? Number.NaN
  const known = history.filter((value) => !Number.isNaN(value))
  if (Number.isNaN(current)) return { answer: { iv_rank: null, iv_percentile: null }, warnings: [] }
  if (known.length < FEWEST) {
    return {
      answer: { iv_rank: null, iv_percentile: null },
      warnings: [`iv_rank and iv_percentile need ${FEWEST} sessions of IV30; there are ${known.length}.`],
    }
  }
  const year = known.slice(-FULL_YEAR)
  const low = Math.min(...year)
  const high = Math.max(...year)
  const before = known.slice(-FULL_YEAR - 1, -1)
  const below = before.filter((value) => value < current).length
  return {
    answer: {
      // This order of operations gives exactly 0 and 100 at the ends of the range.
      iv_rank: orNull(100 * ((current - low) / (high - low))),
      iv_percentile: (100 * below) / before.length,
    },
    warnings:
      known.length < FULL_YEAR
        ? [`iv_rank and iv_percentile use ${known.length} sessions of IV30 instead of ${FULL_YEAR}.`]
        : [],
  }
}
