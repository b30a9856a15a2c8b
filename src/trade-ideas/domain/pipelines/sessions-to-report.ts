import { tradingDaysBetween } from '../../../market/domain/calendar/trading-calendar.ts'
import type { IdeaAnalytics } from './idea-analytics.ts'

/**
 * Sessions from the present one to the first that can react to the next earnings report; 0 for the present one. Null when
 * no report is known. Unknown timing counts as after the close, the later possibility.
 */
export function sessionsToReport({ sessionDate, nextEarnings }: IdeaAnalytics): number | null {
  if (!nextEarnings || nextEarnings.report_date < sessionDate) return null
  const days = tradingDaysBetween(sessionDate, nextEarnings.report_date).length - 1
  const isBefore = nextEarnings.timing === 'before_open' || nextEarnings.timing === 'during_session'
  return Math.max(days, 0) + (isBefore ? 0 : 1)
}

/** Whether the market reacts to a known report within that many sessions. */
export function reportsWithin(analytics: IdeaAnalytics, sessions: number): boolean {
  const ahead = sessionsToReport(analytics)
  return ahead !== null && ahead <= sessions
}
