/**
 * The wall clock of an IANA time zone and back. Offsets come from the time-zone database through `Intl`, once per zone
 * and year; after that a conversion is arithmetic.
 */
export interface ZoneTime {
  /** Milliseconds that the zone's wall clock is ahead of UTC at an instant. */
  offsetMs(ms: number): number
  /** The first instant after `ms`, and before `beforeMs`, at which the offset changes; null when there is none. */
  changeBetween(ms: number, beforeMs: number): number | null
  /** The instant at which the wall clock shows a time, given as if it were UTC. */
  instantOf(wallMs: number): WallInstant
}

export interface WallInstant {
  /** Of a time that the clock shows twice the first; of one that it skips, as far behind the gap as it lay inside it. */
  readonly ms: number
  /** Where the clock skips the time: the gap in wall-clock time, its end not included; else null. */
  readonly gap: { readonly fromMs: number; readonly toMs: number } | null
}

interface Stretch {
  readonly fromMs: number
  readonly offsetMs: number
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** No zone has changed its offset twice within fewer days and back since 1970. */
const STEP_MS = 5 * DAY_MS
/** Widest distance of a wall clock from UTC, with room. */
const WIDEST_MS = 27 * 3_600_000

const zones = new Map<string, ZoneTime>()

/** A name that this runtime does not know is read as UTC. */
export function zoneTime(zone: string): ZoneTime {
  const known = zones.get(zone)
  if (known) return known
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
  const years = new Map<number, readonly Stretch[]>()
  const stretchesOf = (year: number): readonly Stretch[] => {
    const known = years.get(year)
    if (known) return known
    const found = findStretches(clock, Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1))
    years.set(year, found)
    return found
  }
  const offsetMs = (ms: number): number => {
    let offset = 0
    for (const stretch of stretchesOf(new Date(ms).getUTCFullYear())) {
      if (stretch.fromMs > ms) break
      offset = stretch.offsetMs
    }
    return offset
  }
  const changeBetween = (ms: number, beforeMs: number): number | null => {
    const offset = offsetMs(ms)
    const lastYear = new Date(beforeMs).getUTCFullYear()
    for (let year = new Date(ms).getUTCFullYear(); year <= lastYear; year++) {
      const change = stretchesOf(year).find((it) => it.fromMs > ms && it.offsetMs !== offset)
      if (change) return change.fromMs < beforeMs ? change.fromMs : null
    }
    return null
  }
  return { offsetMs, changeBetween, instantOf: (wallMs) => instantOf({ offsetMs, changeBetween }, wallMs) }
}

function instantOf(zone: Omit<ZoneTime, 'instantOf'>, wallMs: number): WallInstant {
  let fromMs = wallMs - WIDEST_MS
  const lastMs = wallMs + WIDEST_MS
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

function findStretches(clock: Intl.DateTimeFormat, startMs: number, endMs: number): Stretch[] {
  const stretches = [{ fromMs: startMs, offsetMs: askOffsetMs(clock, startMs) }]
  for (let beforeMs = startMs; beforeMs < endMs; ) {
    const afterMs = Math.min(beforeMs + STEP_MS, endMs)
    const before = askOffsetMs(clock, beforeMs)
    const after = askOffsetMs(clock, afterMs)
    if (after !== before) {
      const changeMs = findChange(clock, beforeMs, afterMs)
      if (changeMs < endMs) stretches.push({ fromMs: changeMs, offsetMs: after })
    }
    beforeMs = afterMs
  }
  return stretches
}

/** The whole minute at which the offset of `lowMs` ends. */
function findChange(clock: Intl.DateTimeFormat, lowMs: number, highMs: number): number {
  const before = askOffsetMs(clock, lowMs)
  let low = lowMs
  let high = highMs
  while (high - low > MINUTE_MS) {
    const middle = Math.floor((low + high) / 2 / MINUTE_MS) * MINUTE_MS
    if (askOffsetMs(clock, middle) === before) low = middle
    else high = middle
  }
  return high
}

function askOffsetMs(clock: Intl.DateTimeFormat, ms: number): number {
  const field: Record<string, number> = {}
  for (const part of clock.formatToParts(ms)) field[part.type] = Number(part.value)
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = field
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000
}
