/** Quiet hours as they are drawn: which stretches of each weekday they cover, by the function that holds messages back. */
import { MINUTE_MS } from '../../../lib/time/duration.ts'
import type { QuietWindow } from '../../../notifications/contract/quiet-hours.ts'
import { isQuiet, minuteOfDay } from '../../../notifications/domain/delivery/quiet-hours.ts'
import { WEEKDAYS } from '../../../notifications/domain/delivery/weekdays.ts'

export type Weekday = (typeof WEEKDAYS)[number]

/** Minutes since midnight; the end is not included. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

export interface QuietDay {
  readonly day: Weekday
  readonly quiet: readonly Stretch[]
}

const DAY_MINUTES = 1_440
/** A Monday, midnight: on the wall clock of a week every zone is alike. */
const MONDAY_MS = Date.UTC(1970, 0, 5)

/** Only at starts and ends of windows does it change, so that one look between them is enough. */
export function quietWeek(windows: readonly QuietWindow[]): readonly QuietDay[] {
  const bounds = [0, DAY_MINUTES, ...windows.flatMap(({ start, end }) => [minuteOfDay(start), minuteOfDay(end)])]
  const edges = [...new Set(bounds)].sort((a, b) => a - b)
  return WEEKDAYS.map((day, index) => {
    const midnightMs = MONDAY_MS + index * DAY_MINUTES * MINUTE_MS
    const quiet: Stretch[] = []
    for (const [place, from] of edges.entries()) {
      const to = edges[place + 1]
      if (to === undefined || !isQuiet(windows, 'UTC', midnightMs + from * MINUTE_MS)) continue
      const last = quiet.at(-1)
      if (last?.to === from) quiet[quiet.length - 1] = { from: last.from, to }
      else quiet.push({ from, to })
    }
    return { day, quiet }
  })
}

/** `06:00`; the end of a day is `24:00`. */
export function clockText(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

export const DAY_NAMES: Readonly<Record<Weekday, string>> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}

/** A drawn week for those who cannot see it. */
export function weekText(week: readonly QuietDay[]): string {
  const days = week.flatMap(({ day, quiet }) => {
    const spans = quiet.map(({ from, to }) => `${clockText(from)} to ${clockText(to)}`)
    return spans.length === 0 ? [] : [`${DAY_NAMES[day]} ${spans.join(' and ')}`]
  })
  return days.length === 0 ? 'No quiet hours' : `Quiet: ${days.join('; ')}`
}

/** The place of an instant in the drawn week, on the wall clock of a zone. */
export function placeInWeek(ms: number, offsetMs: number): { readonly day: Weekday; readonly minute: number } {
  const wall = Math.floor((ms + offsetMs - MONDAY_MS) / MINUTE_MS)
  const week = 7 * DAY_MINUTES
  const minute = ((wall % week) + week) % week
  return { day: WEEKDAYS[Math.floor(minute / DAY_MINUTES)] ?? 'mon', minute: minute % DAY_MINUTES }
}
