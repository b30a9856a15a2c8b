/** How the clock of a process runs beside the machine's: ahead of it, and from one of its instants on faster. */
export interface ClockCourse {
  /** Milliseconds; may be negative. */
  readonly aheadMs: number
  /** How many times as fast it runs from `fasterFromMs` on. */
  readonly speed: number
  /** An instant of this clock; NaN: never faster. */
  readonly fasterFromMs: number
}

/** Of CLOCK_AHEAD_MS, CLOCK_SPEED and CLOCK_FASTER_FROM_MS. */
export function clockCourse(environment: Readonly<Record<string, string | undefined>>): ClockCourse {
  return {
    aheadMs: Number(environment['CLOCK_AHEAD_MS'] ?? 0),
    speed: Number(environment['CLOCK_SPEED'] ?? 1),
    fasterFromMs: Number(environment['CLOCK_FASTER_FROM_MS'] ?? Number.NaN),
  }
}

/** What the clock shows when the machine's shows `machineMs`. */
export function shownMs({ aheadMs, speed, fasterFromMs }: ClockCourse, machineMs: number): number {
  const shown = machineMs + aheadMs
  return shown > fasterFromMs ? Math.floor(fasterFromMs + (shown - fasterFromMs) * speed) : shown
}
