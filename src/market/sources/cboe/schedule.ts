import { optionsCloseMs } from '../../domain/calendar/option-hours.ts'
import { lastSessionBefore } from '../../domain/calendar/trading-calendar.ts'
import { DELAY_MS } from './stamp.ts'

/** The last trades and the official close arrive for a while after the delayed close. */
const SETTLING_MS = 10 * 60_000
/** Open interest is published in the morning. */
const NIGHT_MS = 6 * 3_600_000

/**
 * Whether data that were last found current at an instant can have changed since: every `everyMs` while the delayed
 * session runs, with that of the options of a symbol where it is longer, once when it has ended, and a few times in the hours without trading.
 */
export function isDue(checkedAtMs: number, nowMs: number, everyMs: number, optionsOf = ''): boolean {
  const age = nowMs - checkedAtMs
  if (age < everyMs) return false
  const settledMs = optionsCloseMs(optionsOf, lastSessionBefore(nowMs - DELAY_MS)) + DELAY_MS + SETTLING_MS
  return nowMs < settledMs || checkedAtMs < settledMs || age >= NIGHT_MS
}
