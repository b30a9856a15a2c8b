import { lastSessionBefore, tradingDaysBetween } from '../../../market/domain/calendar/trading-calendar.ts'
import type { ScoreHorizon } from './measured-idea.ts'

/** The session of an instant (Unix milliseconds), or the last one before it, YYYY-MM-DD. */
export function decisionSession(decidedMs: number): string {
  return lastSessionBefore(decidedMs).date
}

/**
 * The block of each session of decisions: as many sessions as the horizon has, from the first one on. Decisions of one
 * block share days of the market.
 */
export function sessionBlocks(sessions: readonly string[], horizon: ScoreHorizon): (session: string) => number {
  const sorted = [...sessions].sort()
  const [first, last] = [sorted[0], sorted.at(-1)]
  const days = first === undefined || last === undefined ? [] : tradingDaysBetween(first, last)
  const places = new Map(days.map((date, place) => [date, place]))
  return (session) => Math.floor((places.get(session) ?? 0) / horizon)
}
