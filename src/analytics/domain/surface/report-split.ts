/**
 * Splits the variance of a chain into the part of every day and that of the next earnings report: v(T) = x·T + n(T)·e by
 * least squares over the expirations up to 120 days, weighted by 1/T, where n is 1 from the first expiration that settles
 * after the report. Two unknowns that are linear in their data, so that two expirations after the report give them exactly.
 */
import type { ValuedChain } from '../valuation/chain-valuation.ts'

const LATEST_DAYS = 120
/** Fewer expirations after the report leave its part unknown. */
const FEWEST_AFTER = 2
/** Mean of the absolute value of a normal variable. */
const MEAN_ABSOLUTE = Math.sqrt(2 / Math.PI)

export interface SplitPoint {
  readonly years: number
  /** At the money, decimal per year. */
  readonly atmIv: number
  readonly isAfterReport: boolean
}

export interface ReportSplit {
  /** Volatility of days without the report, decimal per year. */
  readonly baseIv: number
  /** One standard deviation, percent of the price; NaN where the report adds no variance. */
  readonly movePct: number
  /** Mean of its absolute value, percent. */
  readonly absoluteMovePct: number
}

/** NaN with fewer than two expirations after the report, or where the base would be negative. */
export function reportSplit(points: readonly SplitPoint[]): ReportSplit {
  const known = points
    .filter(({ years, atmIv }) => years > 0 && years * 365 <= LATEST_DAYS && atmIv > 0)
    .sort((a, b) => a.years - b.years)
  const after = known.filter(({ isAfterReport }) => isAfterReport)
  const { base, event } = after.length >= FEWEST_AFTER ? leastSquares(known) : UNKNOWN
  const movePct = event > 0 ? 100 * Math.sqrt(event) : Number.NaN
  return { baseIv: Math.sqrt(base), movePct, absoluteMovePct: MEAN_ABSOLUTE * movePct }
}

/** Change of a volatility from before a report to after it, percent: usually negative. */
export function crushPct(before: number, after: number): number {
  return 100 * (after / before - 1)
}

const UNKNOWN = { base: Number.NaN, event: Number.NaN }

/** With the weight 1/T: Σ(1/T)(xT + ne − v)² is least. */
function leastSquares(points: readonly SplitPoint[]): { readonly base: number; readonly event: number } {
  let [time, count, ratio, variance, rate] = [0, 0, 0, 0, 0]
  for (const { years, atmIv, isAfterReport } of points) {
    const total = atmIv * atmIv * years
    time += years
    variance += total
    if (!isAfterReport) continue
    count += 1
    ratio += 1 / years
    rate += total / years
  }
  const determinant = time * ratio - count * count
  if (!(determinant > 0)) return UNKNOWN
  return {
    base: (variance * ratio - rate * count) / determinant,
    event: (rate * time - variance * count) / determinant,
  }
}

/** Expirations of a chain, for a report that is out at an instant in epoch milliseconds. */
export function splitPoints({ expirations }: Pick<ValuedChain, 'expirations'>, reportMs: number): SplitPoint[] {
  return expirations
    .filter(({ expired, dte }) => !expired && dte >= 1)
    .map(({ yearsToExpiry, atmIv, settlesAtMs }) => ({
      years: yearsToExpiry,
      atmIv,
      isAfterReport: settlesAtMs > reportMs,
    }))
}
