/** How long a rule can be snoozed. A snoozed rule raises nothing. */

import { newYorkDate } from '../../market/domain/calendar/new-york-time.ts'
import { nextTradingDay, sessionOn } from '../../market/domain/calendar/trading-calendar.ts'

export const SNOOZE_LENGTHS = ['one_hour', 'rest_of_session', 'next_open', 'custom'] as const
export type SnoozeLength = (typeof SNOOZE_LENGTHS)[number]

/** A rule that should be silent for longer is switched off. */
export const MAX_SNOOZE_DAYS = 30

const HOUR_MS = 3_600_000

export interface SnoozeEnds {
  readonly one_hour: number
  /** The close of the session that is under way; null outside of regular hours. */
  readonly rest_of_session: number | null
  /** The open of the first session on a later New York date. */
  readonly next_open: number
}

/** When a snooze that begins at an instant would end. Instants are epoch milliseconds. */
export function snoozeEnds(nowMs: number): SnoozeEnds {
  const today = newYorkDate(nowMs)
  const session = sessionOn(today)
  const isOpen = session !== null && session.openMs <= nowMs && nowMs < session.closeMs
  const next = sessionOn(nextTradingDay(today))
  if (!next) throw new RangeError(`No trading session after ${today}`)
  return {
    one_hour: nowMs + HOUR_MS,
    rest_of_session: isOpen ? session.closeMs : null,
    next_open: next.openMs,
  }
}

/** The instant until which a rule is still snoozed; null where the snooze has ended or there is none. */
export function activeSnooze(snoozedUntil: string | null, now: Date): string | null {
  return snoozedUntil !== null && Date.parse(snoozedUntil) > now.getTime() ? snoozedUntil : null
}
