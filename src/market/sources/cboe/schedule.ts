import { lastSessionBefore } from '../../domain/calendar/trading-calendar.ts'
import { DELAY_MS } from './stamp.ts'

/** The last trades and the official close arrive for a while after the delayed close. */
const SETTLING_MS = 10 * 60_000
/** Open interest is published in the morning. */
const NIGHT_MS = 6 * 3_600_000

/**
 * Whether data that were last found current at an instant can have changed since: every `everyMs` while the delayed
 * session runs, once when it has ended, and a few times in the hours without trading.
 */
export function isDue(checkedAtMs: number, nowMs: number, everyMs: number): boolean {
  const age = nowMs - checkedAtMs
  if (age < everyMs) return false
  const settledMs = lastSessionBefore(nowMs - DELAY_MS).closeMs + DELAY_MS + SETTLING_MS
  return nowMs < settledMs || checkedAtMs < settledMs || age >= NIGHT_MS
}
