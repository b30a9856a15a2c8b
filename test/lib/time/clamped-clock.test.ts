import { describe, expect, it } from 'vitest'
import { ClampedClock, type ClockState, STEADY } from '../../../src/lib/time/clamped-clock.ts'
import { DAY_MS, HOUR_MS } from '../../../src/lib/time/duration.ts'

const START = Date.parse('2026-11-20T15:00:00.000Z')
const YEAR_MS = 365 * DAY_MS

/** A clock whose machine runs since `START`, with the mark of an earlier run `offMs` before, or that of a new store. */
function machine({ offMs = 60_000 as number | null, state = STEADY } = {}) {
  let [wallMs, steadyMs, monotonicMs] = [START, 5_000, 5_000]
  const clock = new ClampedClock({
    wallMs: () => wallMs,
    steadyMs: () => steadyMs,
    monotonicMs: () => monotonicMs,
    last: offMs === null ? null : { state, seenMs: START - offMs },
  })
  return {
    clock,
    believedMs: () => clock.nowMs() - START,
    /** Time passes, and the clock is watched as it is in a service. */
    run(ms: number) {
      for (let left = ms; left > 0; left -= HOUR_MS / 2) {
        const step = Math.min(left, HOUR_MS / 2)
        wallMs += step
        steadyMs += step
        monotonicMs += step
        clock.observe()
      }
    },
    sleep(ms: number) {
      wallMs += ms
      steadyMs += ms
    },
    set(ms: number) {
      wallMs += ms
    },
  }
}

describe('a running clock', () => {
  it('follows the wall clock, its small corrections, and the sleep of the machine', () => {
    const { believedMs, run, set, sleep, clock } = machine()
    run(DAY_MS)
    set(20 * 60_000)
    run(DAY_MS)
    set(-40 * 60_000)
    sleep(9 * HOUR_MS)

    expect(believedMs()).toBe(2 * DAY_MS + 9 * HOUR_MS - 20 * 60_000)
    expect(clock.state).toEqual(STEADY)
  })

  it.each([5 * YEAR_MS, 2 * HOUR_MS, -2 * HOUR_MS, -YEAR_MS])(
    'goes on evenly at once after a jump of %d ms',
    (jump) => {
      const { believedMs, set, run, clock } = machine()
      run(DAY_MS)
      set(jump)

      expect(believedMs()).toBe(DAY_MS)
      run(HOUR_MS / 2)
      expect(believedMs()).toBe(DAY_MS + HOUR_MS / 2)
      expect(clock.state).toEqual({ standing: 'jumped', jumpMs: jump, slackMs: 0 })
    },
  )

  it('adds small steps of one day up: they are a jump together', () => {
    const { believedMs, set, run, clock } = machine()
    for (let step = 0; step < 2; step++) {
      set(40 * 60_000)
      run(60_000)
    }

    expect(clock.state.standing).toBe('jumped')
    expect(believedMs()).toBe(2 * 60_000)
  })

  it.each([5 * HOUR_MS, -5 * HOUR_MS])('believes a jump of %d ms after an hour', (jump) => {
    const { believedMs, set, run } = machine()
    set(jump)
    run(HOUR_MS / 2)
    expect(believedMs()).toBe(HOUR_MS / 2)

    run(HOUR_MS)

    expect(believedMs()).toBe(1.5 * HOUR_MS + jump)
  })

  it('waits anew after each further jump, and ends the wait when the wall clock comes back', () => {
    const { believedMs, set, run, clock } = machine()
    set(5 * HOUR_MS)
    run(HOUR_MS / 2)
    set(3 * HOUR_MS)
    run(HOUR_MS / 2)
    expect(clock.state).toMatchObject({ standing: 'jumped', jumpMs: 8 * HOUR_MS })

    set(-8 * HOUR_MS)

    expect(believedMs()).toBe(HOUR_MS)
    expect(clock.state).toEqual(STEADY)
  })

  it('believes a jump of a day or more only when it is confirmed', () => {
    const { believedMs, set, run, clock } = machine()
    set(5 * YEAR_MS)
    run(30 * DAY_MS)
    expect(believedMs()).toBe(30 * DAY_MS)

    clock.adopt(STEADY)

    expect(believedMs()).toBe(30 * DAY_MS + 5 * YEAR_MS)
  })

  it('believes what comes in the first hour of a new store: machines without a battery start with a wrong clock', () => {
    const { believedMs, set, run } = machine({ offMs: null })
    set(6 * YEAR_MS)
    expect(believedMs()).toBe(6 * YEAR_MS)
    run(2 * HOUR_MS)

    set(YEAR_MS)

    expect(believedMs()).toBe(6 * YEAR_MS + 2 * HOUR_MS)
  })
})

describe('a clock at its start', () => {
  it('believes that the machine was off for minutes or weeks', () => {
    expect(machine({ offMs: 60_000 }).clock.state).toEqual(STEADY)
    expect(machine({ offMs: 29 * DAY_MS }).clock.state).toEqual(STEADY)
  })

  it('shows the wall clock after months, but is in doubt for a day', () => {
    const { clock, believedMs, run } = machine({ offMs: 90 * DAY_MS })
    expect(clock.state.standing).toBe('gap')
    run(HOUR_MS)
    expect(believedMs()).toBe(HOUR_MS)

    run(23 * HOUR_MS)

    expect(clock.state).toEqual(STEADY)
  })

  it('believes the correction of a clock that was years ahead at the start', () => {
    const { clock, believedMs, set } = machine({ offMs: 5 * YEAR_MS })

    set(-5 * YEAR_MS + 2 * DAY_MS)

    expect(believedMs()).toBe(-5 * YEAR_MS + 2 * DAY_MS)
    expect(clock.state).toEqual(STEADY)
  })

  it('goes on from the last mark when the wall clock is before it, until the wall clock has caught up', () => {
    const { clock, believedMs, set, run } = machine({ offMs: -3 * YEAR_MS })
    run(60_000)
    expect(believedMs()).toBe(3 * YEAR_MS + 60_000)

    // The machine was off for two days.
    set(3 * YEAR_MS + 2 * DAY_MS)

    expect(believedMs()).toBe(3 * YEAR_MS + 2 * DAY_MS + 60_000)
    expect(clock.state).toEqual(STEADY)
  })

  it('goes on with a jump that still waited, and believes a wall clock that came back meanwhile', () => {
    const jumped: ClockState = { standing: 'jumped', jumpMs: 5 * YEAR_MS, slackMs: 0 }
    const stillJumped = machine({ offMs: 5 * YEAR_MS + 60_000, state: jumped })
    expect(stillJumped.believedMs()).toBe(-5 * YEAR_MS)
    expect(stillJumped.clock.state.standing).toBe('jumped')

    expect(machine({ offMs: 60_000, state: jumped }).clock.state).toEqual(STEADY)
  })
})
