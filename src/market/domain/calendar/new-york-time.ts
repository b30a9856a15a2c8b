/** New York wall time and back. */

import { dateOfDay, dayNumber } from '../../../lib/time/civil-date.ts'
import { DAY_MS } from '../../../lib/time/duration.ts'
import { zoneTime } from '../../../lib/time/zone-time.ts'

export interface NewYorkTime {
  readonly date: string
  /** Whole minutes since midnight on the wall clock, 0 to 1439. */
  readonly minuteOfDay: number
}

const MS_PER_MINUTE = 60_000

/** Milliseconds that New York is ahead of UTC at an instant: −5 h in winter, −4 h in summer. */
export function newYorkOffsetMs(ms: number): number {
  return zoneTime('America/New_York').offsetMs(ms)
}

export function newYorkTime(ms: number): NewYorkTime {
  const wallMs = ms + newYorkOffsetMs(ms)
  const day = Math.floor(wallMs / DAY_MS)
  return { date: dateOfDay(day), minuteOfDay: Math.floor((wallMs - day * DAY_MS) / MS_PER_MINUTE) }
}

export function newYorkDate(ms: number): string {
  return dateOfDay(Math.floor((ms + newYorkOffsetMs(ms)) / DAY_MS))
}

/**
 * The instant at which the wall clock of New York shows a minute of a date. A minute that the clock shows twice
 * (autumn) is the first of the two; one that it skips (spring) is read with the offset before the jump.
 */
export function newYorkInstant(date: string, minuteOfDay: number): number {
  const wallMs = dayNumber(date) * DAY_MS + minuteOfDay * MS_PER_MINUTE
  const early = wallMs - newYorkOffsetMs(wallMs - DAY_MS)
  const late = wallMs - newYorkOffsetMs(wallMs + DAY_MS)
  return early + newYorkOffsetMs(early) === wallMs || late + newYorkOffsetMs(late) !== wallMs ? early : late
}
