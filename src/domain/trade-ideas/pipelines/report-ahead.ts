import { tradingDaysBetween } from '../../market/trading-calendar.ts'
import type { IdeaAnalytics } from './idea-analytics.ts'

/**
 * Sessions from the present one to the first that trades on the next earnings report: 0 when that is the present one.
 * Null when no report is known. A report of unknown timing counts as one after the close, which is the later reading.
 */
export function sessionsToReport({ sessionDate, nextEarnings }: IdeaAnalytics): number | null {
  if (!nextEarnings || nextEarnings.report_date < sessionDate) return null
  const days = tradingDaysBetween(sessionDate, nextEarnings.report_date).length - 1
  const isBefore = nextEarnings.timing === 'before_open' || nextEarnings.timing === 'during_session'
  return Math.max(days, 0) + (isBefore ? 0 : 1)
}

/** Whether a report that is known will be traded on within some sessions. */
export function reportsWithin(analytics: IdeaAnalytics, sessions: number): boolean {
  const ahead = sessionsToReport(analytics)
  return ahead !== null && ahead <= sessions
}
