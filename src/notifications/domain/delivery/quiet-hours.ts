/**
 * Quiet hours: windows of weekday and time as the wall clock of the account's zone shows them. Membership is never
 * decided by converting end points to instants, so a repeated hour is quiet both times, and a window that lies wholly
 * in a skipped hour does not occur that day.
 */
import { MINUTE_MS } from '../../../lib/time/duration.ts'
import { type ZoneTime, zoneTime } from '../../../lib/time/zone-time.ts'
import type { QuietWindow } from '../../contract/quiet-hours.ts'
import { WEEKDAYS } from './weekdays.ts'

export const MAX_QUIET_WINDOWS = 20

const DAY_MINUTES = 1_440
const WEEK_MINUTES = 7 * DAY_MINUTES
const WEEK_MS = WEEK_MINUTES * MINUTE_MS
/** 1970-01-01 was a Thursday. */
const MONDAY_SHIFT_MINUTES = 3 * DAY_MINUTES

/** A stretch of the week in minutes since Monday 00:00; the end may lie beyond the week's end. */
interface WeekSpan {
  readonly start: number
  readonly end: number
}

/**
 * When the quiet hours at `ms` end: the first later whole minute that is in no window. Null when `ms` is not
 * quiet, infinite when the windows cover the whole week.
 */
export function quietUntilMs(windows: readonly QuietWindow[], timeZone: string, ms: number): number | null {
  const spans = windows.flatMap(spansOf)
  if (spans.length === 0) return null
  const zone = zoneTime(timeZone)
  if (quietEnd(spans, weekMinuteAt(zone, ms)) === null) return null
  return endOfQuiet(spans, zone, Math.floor(ms / MINUTE_MS) * MINUTE_MS)
}

export function isQuiet(windows: readonly QuietWindow[], timeZone: string, ms: number): boolean {
  return quietUntilMs(windows, timeZone, ms) !== null
}

/** Whether the windows leave no minute of the week: nothing of normal priority would ever be sent. */
export function coversWholeWeek(windows: readonly QuietWindow[]): boolean {
  const spans = windows.flatMap(spansOf)
  const end = spans.length > 0 ? quietEnd(spans, 0) : null
  return end !== null && end >= WEEK_MINUTES
}

/** From one change of offset to the next the clock runs evenly, so the end of the windows there is a sum. */
function endOfQuiet(spans: readonly WeekSpan[], zone: ZoneTime, fromMs: number): number {
  const lastMs = fromMs + 3 * WEEK_MS
  for (let ms = fromMs; ms < lastMs; ) {
    const minute = weekMinuteAt(zone, ms)
    const end = quietEnd(spans, minute)
    if (end === null) return ms
    const endMs = ms + (end - minute) * MINUTE_MS
    const changeMs = zone.changeBetween(ms, endMs)
    if (changeMs === null && end - minute >= WEEK_MINUTES) return Number.POSITIVE_INFINITY
    ms = changeMs ?? endMs
  }
  return Number.POSITIVE_INFINITY
}

/** The end of the windows that join at a minute of the week, at most a week later; null when it is in none. */
function quietEnd(spans: readonly WeekSpan[], minute: number): number | null {
  let end = minute
  for (let grew = true; grew && end < minute + WEEK_MINUTES; ) {
    grew = false
    for (const span of spans) {
      const shift = Math.floor((end - span.start) / WEEK_MINUTES) * WEEK_MINUTES
      const spanEnd = span.end + shift
      if (span.start + shift <= end && spanEnd > end) {
        end = spanEnd
        grew = true
      }
    }
  }
  return end === minute ? null : Math.min(end, minute + WEEK_MINUTES)
}

function weekMinuteAt(zone: ZoneTime, ms: number): number {
  const minutes = Math.floor((ms + zone.offsetMs(ms)) / MINUTE_MS) + MONDAY_SHIFT_MINUTES
  return ((minutes % WEEK_MINUTES) + WEEK_MINUTES) % WEEK_MINUTES
}

function spansOf({ start, end, days }: QuietWindow): WeekSpan[] {
  const from = minuteOfDay(start)
  const to = minuteOfDay(end)
  const length = to > from ? to - from : to + DAY_MINUTES - from
  return days.map((day) => {
    const begin = WEEKDAYS.indexOf(day) * DAY_MINUTES + from
    return { start: begin, end: begin + length }
  })
}

/** Minutes since midnight of a `TimeOfDay`. */
export function minuteOfDay(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}
