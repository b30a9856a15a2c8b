import type { IdeaAnalytics } from './idea-analytics.ts'

const SESSIONS_A_YEAR = 252
/** The mean true range of a day of a random walk is about 1.6 of its standard deviations (Feller 1951). */
const DEVIATIONS_IN_RANGE = 1.6

/**
 * One standard deviation of the price over some sessions, USD per share: price × iv30 × √(sessions / 252), or without
 * iv30 atr_14 / 1.6 × √sessions. Null when neither is known.
 */
export function horizonMove({ quote, metrics, trend }: IdeaAnalytics, sessions: number): number | null {
  const price = quote?.price ?? null
  if (price === null || !(price > 0)) return null
  const iv = metrics?.iv30 ?? 0
  const atr = trend?.indicators.atr_14 ?? 0
  const daily = iv > 0 ? (price * iv) / Math.sqrt(SESSIONS_A_YEAR) : atr / DEVIATIONS_IN_RANGE
  return daily > 0 ? daily * Math.sqrt(sessions) : null
}
