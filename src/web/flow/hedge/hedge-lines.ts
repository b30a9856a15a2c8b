/** The stock that hedging the prints takes, added up over the session, and how far it went in earlier sessions. */

interface Bucket {
  readonly time: string
  readonly hedge_flow?: number | null | undefined
}

/** The running total, USD; a bucket without a known hedge adds nothing. Null until the first known one. */
export function runningHedge(buckets: readonly Bucket[]): (number | null)[] {
  let total: number | null = null
  return buckets.map(({ hedge_flow: hedge }) => {
    if (hedge !== null && hedge !== undefined) total = (total ?? 0) + hedge
    return total
  })
}

export interface HedgeRange {
  readonly low: number
  readonly high: number
  readonly sessions: number
}

/** The lowest and highest total of a session, of days before `sessionDate`; null without one. */
export function hedgeRange(days: readonly Bucket[], sessionDate: string): HedgeRange | null {
  const totals = days.flatMap(({ time, hedge_flow: hedge }) =>
    time.slice(0, 10) < sessionDate && hedge !== null && hedge !== undefined ? [hedge] : [],
  )
  if (totals.length === 0) return null
  return { low: Math.min(...totals), high: Math.max(...totals), sessions: totals.length }
}
