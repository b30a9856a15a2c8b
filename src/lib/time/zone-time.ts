import { DAY_MS, MINUTE_MS } from './duration.ts'

/**
 * Converts between instants and the wall clock of an IANA time zone. Offsets come from the time-zone database through
 * `Intl`, once per zone and year; after that a conversion is arithmetic.
 */
export interface ZoneTime {
  /** Milliseconds by which the zone's wall clock is ahead of UTC at an instant. */
  offsetMs(ms: number): number
  /** The first instant after `ms` and before `beforeMs` at which the offset changes; null if there is none. */
  changeBetween(ms: number, beforeMs: number): number | null
  /** The instant at which the wall clock shows a time, which is passed as if it were UTC. */
  instantOf(wallMs: number): WallInstant
}

export interface WallInstant {
  /** The first of two instants with the same wall-clock time. A skipped time moves forward by the length of the gap. */
  readonly ms: number
  /** The gap in wall-clock time, its end excluded, if the clock skips the time; otherwise null. */
  readonly gap: { readonly fromMs: number; readonly toMs: number } | null
}

interface OffsetPeriod {
  readonly fromMs: number
  readonly offsetMs: number
}

/** Since 1970 no zone has changed its offset and changed it back within five days. */
const STEP_MS = 5 * DAY_MS
/** Maximum difference between a wall clock and UTC, with a margin. */
const MAX_OFFSET_MS = 27 * 3_600_000

const zones = new Map<string, ZoneTime>()

/** An unknown name is read as UTC. */
export function zoneTime(zone: string): ZoneTime {
  const cached = zones.get(zone)
  if (cached) return cached
  const made = makeZone(wallClockOf(zone))
  zones.set(zone, made)
  return made
}

export function isKnownZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

function wallClockOf(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: isKnownZone(zone) ? zone : 'UTC',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
}

function makeZone(clock: Intl.DateTimeFormat): ZoneTime {
  const years = new Map<number, readonly OffsetPeriod[]>()
  const periodsOf = (year: number): readonly OffsetPeriod[] => {
    const cached = years.get(year)
    if (cached) return cached
    const found = findPeriods(clock, Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1))
    years.set(year, found)
    return found
  }
  const offsetMs = (ms: number): number => {
    let offset = 0
    for (const period of periodsOf(new Date(ms).getUTCFullYear())) {
      if (period.fromMs > ms) break
      offset = period.offsetMs
    }
    return offset
  }
  const changeBetween = (ms: number, beforeMs: number): number | null => {
    const offset = offsetMs(ms)
    const lastYear = new Date(beforeMs).getUTCFullYear()
    for (let year = new Date(ms).getUTCFullYear(); year <= lastYear; year++) {
      const change = periodsOf(year).find((it) => it.fromMs > ms && it.offsetMs !== offset)
      if (change) return change.fromMs < beforeMs ? change.fromMs : null
    }
    return null
  }
  return { offsetMs, changeBetween, instantOf: (wallMs) => instantOf({ offsetMs, changeBetween }, wallMs) }
}

function instantOf(zone: Omit<ZoneTime, 'instantOf'>, wallMs: number): WallInstant {
  let fromMs = wallMs - MAX_OFFSET_MS
  const lastMs = wallMs + MAX_OFFSET_MS
  let gap: WallInstant | null = null
  for (;;) {
    const offset = zone.offsetMs(fromMs)
    const change = zone.changeBetween(fromMs, lastMs)
    const candidate = wallMs - offset
    if (candidate >= fromMs && (change === null || candidate < change)) return { ms: candidate, gap: null }
    if (change === null) break
    const skippedFrom = change + offset
    const skippedTo = change + zone.offsetMs(change)
    if (wallMs >= skippedFrom && wallMs < skippedTo) {
      gap = { ms: candidate, gap: { fromMs: skippedFrom, toMs: skippedTo } }
    }
    fromMs = change
  }
  return gap ?? { ms: wallMs - zone.offsetMs(wallMs), gap: null }
}

function findPeriods(clock: Intl.DateTimeFormat, startMs: number, endMs: number): OffsetPeriod[] {
  const periods = [{ fromMs: startMs, offsetMs: offsetFromIntlMs(clock, startMs) }]
  for (let beforeMs = startMs; beforeMs < endMs; ) {
    const afterMs = Math.min(beforeMs + STEP_MS, endMs)
    const before = offsetFromIntlMs(clock, beforeMs)
    const after = offsetFromIntlMs(clock, afterMs)
    if (after !== before) {
      const changeMs = findChange(clock, beforeMs, afterMs)
      if (changeMs < endMs) periods.push({ fromMs: changeMs, offsetMs: after })
    }
    beforeMs = afterMs
  }
  return periods
}

/** The whole minute at which the offset of `lowMs` ends. */
function findChange(clock: Intl.DateTimeFormat, lowMs: number, highMs: number): number {
  const before = offsetFromIntlMs(clock, lowMs)
  let low = lowMs
  let high = highMs
  while (high - low > MINUTE_MS) {
    const middle = Math.floor((low + high) / 2 / MINUTE_MS) * MINUTE_MS
    if (offsetFromIntlMs(clock, middle) === before) low = middle
    else high = middle
  }
  return high
}

function offsetFromIntlMs(clock: Intl.DateTimeFormat, ms: number): number {
  const field: Record<string, number> = {}
  for (const part of clock.formatToParts(ms)) field[part.type] = Number(part.value)
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = field
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000
}
