/**
 * New York wall time and back. The offsets come from the time-zone database through `Intl`, once per year; after that
 * a conversion is arithmetic, because asking `Intl` for every quote costs microseconds.
 */
import { dateOfDay, dayNumber } from '../../lib/civil-date.ts'

export interface NewYorkTime {
  readonly date: string
  /** Whole minutes since midnight on the wall clock, 0 to 1439. */
  readonly minuteOfDay: number
}

interface Offset {
  readonly fromMs: number
  readonly offsetMs: number
}

const MS_PER_MINUTE = 60_000
const MS_PER_DAY = 86_400_000

const wallClock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
})

const offsetsByYear = new Map<number, readonly Offset[]>()

/** Milliseconds that New York is ahead of UTC at an instant: −5 h in winter, −4 h in summer. */
export function newYorkOffsetMs(ms: number): number {
  const offsets = offsetsOfYear(new Date(ms).getUTCFullYear())
  let offsetMs = 0
  for (const offset of offsets) {
    if (offset.fromMs > ms) break
    offsetMs = offset.offsetMs
  }
  return offsetMs
}

export function newYorkTime(ms: number): NewYorkTime {
  const wallMs = ms + newYorkOffsetMs(ms)
  const day = Math.floor(wallMs / MS_PER_DAY)
  return { date: dateOfDay(day), minuteOfDay: Math.floor((wallMs - day * MS_PER_DAY) / MS_PER_MINUTE) }
}

export function newYorkDate(ms: number): string {
  return dateOfDay(Math.floor((ms + newYorkOffsetMs(ms)) / MS_PER_DAY))
}

/**
 * The instant at which the wall clock of New York shows a minute of a date. A minute that the clock shows twice
 * (autumn) is the first of the two; one that it skips (spring) is read with the offset before the jump.
 */
export function newYorkInstant(date: string, minuteOfDay: number): number {
  const wallMs = dayNumber(date) * MS_PER_DAY + minuteOfDay * MS_PER_MINUTE
  const early = wallMs - newYorkOffsetMs(wallMs - MS_PER_DAY)
  const late = wallMs - newYorkOffsetMs(wallMs + MS_PER_DAY)
  return early + newYorkOffsetMs(early) === wallMs || late + newYorkOffsetMs(late) !== wallMs ? early : late
}

function offsetsOfYear(year: number): readonly Offset[] {
  const known = offsetsByYear.get(year)
  if (known) return known
  const offsets = findOffsets(Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1))
  offsetsByYear.set(year, offsets)
  return offsets
}

/** Looks every 20 days, then halves: two changes never lie closer together than that. */
function findOffsets(startMs: number, endMs: number): Offset[] {
  const offsets = [{ fromMs: startMs, offsetMs: askOffsetMs(startMs) }]
  let beforeMs = startMs
  let before = askOffsetMs(startMs)
  for (let ms = startMs + 20 * MS_PER_DAY; beforeMs < endMs; ms += 20 * MS_PER_DAY) {
    const afterMs = Math.min(ms, endMs)
    const after = askOffsetMs(afterMs)
    if (after !== before) offsets.push({ fromMs: changeBetween(beforeMs, afterMs, before), offsetMs: after })
    beforeMs = afterMs
    before = after
  }
  return offsets
}

function changeBetween(lowMs: number, highMs: number, lowOffsetMs: number): number {
  let low = lowMs
  let high = highMs
  while (high - low > MS_PER_MINUTE) {
    const middle = Math.floor((low + high) / 2 / MS_PER_MINUTE) * MS_PER_MINUTE
    if (askOffsetMs(middle) === lowOffsetMs) low = middle
    else high = middle
  }
  return high
}

function askOffsetMs(ms: number): number {
  const field: Record<string, number> = {}
  for (const part of wallClock.formatToParts(ms)) field[part.type] = Number(part.value)
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = field
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000
}
