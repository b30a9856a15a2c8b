import { setTimeout as wait } from 'node:timers/promises'
import { HOUR_MS } from '../../../src/lib/time/duration.ts'
import { sessionOn } from '../../../src/market/domain/calendar/trading-calendar.ts'
import { clockCourse, shownMs } from '../process/clock-course.ts'

/** A session of usual length, whenever the test runs. */
const DATE = '2026-11-20'
/** From the start of the service to the open, in which accounts and sockets are made. */
const BEFORE_OPEN_MS = 45_000

export interface SessionClock {
  /** What the service must be started with. */
  readonly settings: Record<string, string>
  readonly openMs: number
  /** What the service's clock shows. */
  now(): Date
  /** Waits until so many hours of the session have passed. */
  passed(hours: number): Promise<void>
}

/** Shows a session whose hours pass `speed` times as fast as they do, and the minute before it at the usual speed. */
export function sessionClock(speed: number): SessionClock {
  const openMs = sessionOn(DATE)?.openMs ?? Number.NaN
  const settings = {
    CLOCK_AHEAD_MS: String(openMs - BEFORE_OPEN_MS - Date.now()),
    CLOCK_SPEED: String(speed),
    CLOCK_FASTER_FROM_MS: String(openMs),
  }
  const course = clockCourse(settings)
  const nowMs = () => shownMs(course, Date.now())
  return {
    settings: { ...settings, MARKET_ALWAYS_OPEN: 'false' },
    openMs,
    now: () => new Date(nowMs()),
    async passed(hours) {
      const untilMs = openMs + hours * HOUR_MS
      // Before the open a millisecond is one, which is more than it needs.
      while (nowMs() < untilMs) await wait(Math.max(1, (untilMs - Math.max(nowMs(), openMs)) / speed))
    },
  }
}
