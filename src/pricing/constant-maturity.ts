/**
 * Volatility at a fixed number of calendar days, linear in total variance between the two expirations around it, as in
 * Cboe, VIX Mathematics Methodology, 2022.
 */
import type { WithWarnings } from '../lib/with-warnings.ts'

export interface VariancePoint {
  /** Years of 365 days. */
  readonly yearsToExpiry: number
  /** σ²T; NaN when the expiration has no volatility. */
  readonly variance: number
  readonly expirationDate: string
}

/**
 * Decimal volatility; NaN outside the range of the points, because nothing is extrapolated. A later expiration with less
 * total variance is calendar arbitrage from stale quotes: it is raised to the earlier variance, with a warning.
 */
export function constantMaturity(points: readonly VariancePoint[], days: number): WithWarnings<number> {
  const target = days / 365
  const known = points.filter(({ variance }) => variance > 0).sort((a, b) => a.yearsToExpiry - b.yearsToExpiry)
  const after = known.find(({ yearsToExpiry }) => yearsToExpiry >= target)
  const before = known.findLast(({ yearsToExpiry }) => yearsToExpiry <= target)
  if (!before || !after) return { answer: Number.NaN, warnings: [] }
  const falling = after.variance < before.variance
  const end = falling ? before.variance : after.variance
  const width = after.yearsToExpiry - before.yearsToExpiry
  const share = width > 0 ? (target - before.yearsToExpiry) / width : 0
  return {
    answer: Math.sqrt((before.variance + (end - before.variance) * share) / target),
    warnings: falling
      ? [`Total variance falls from ${before.expirationDate} to ${after.expirationDate}; it is held flat in between.`]
      : [],
  }
}
