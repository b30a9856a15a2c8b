import { describe, expect, it } from 'vitest'
import { FollowedClock } from '../../../src/lib/time/followed-clock.ts'

const START = Date.parse('2026-11-20T15:00:00.000Z')

/** A clock that follows one which shows `START` when the own monotonic clock shows 1,000. */
function following() {
  let monotonicMs = 1_000
  let aheadMs = 0
  const reading = (tripMs: number, lateMs = 0) => {
    const sentMs = monotonicMs
    monotonicMs += tripMs
    return { otherMs: START + sentMs - 1_000 + tripMs / 2 + lateMs + aheadMs, sentMs, receivedMs: monotonicMs }
  }
  const clock = new FollowedClock(() => monotonicMs, reading(2))
  return {
    clock,
    /** How far it is ahead of the other clock as that was at first. */
    aheadMs: () => clock.nowMs() - START - (monotonicMs - 1_000),
    pass(ms: number) {
      monotonicMs += ms
    },
    read: (tripMs: number, lateMs = 0) => clock.follow(reading(tripMs, lateMs)),
    /** Sets the other clock. */
    set(ms: number) {
      aheadMs += ms
    },
  }
}

describe('a clock that follows another', () => {
  it('shows the time of the other, read in the middle of a round trip, and goes on without it', () => {
    const { clock, aheadMs, pass } = following()
    expect(aheadMs()).toBe(0)

    pass(86_400_000)

    expect(aheadMs()).toBe(0)
    expect(clock.unreadMs()).toBe(86_400_000)
  })

  it('makes up for a small difference in five seconds, and never goes back', () => {
    const { clock, aheadMs, pass, read, set } = following()
    pass(10_000)
    set(-1_000)
    expect(read(2)).toBe(true)
    const shown: number[] = []
    const ahead: number[] = []
    for (let second = 0; second <= 5; second++) {
      shown.push(clock.nowMs())
      ahead.push(Math.round(aheadMs()))
      pass(1_000)
    }

    expect(ahead).toEqual([0, -200, -400, -600, -800, -1_000])
    expect(shown).toEqual(shown.toSorted((a, b) => a - b))
    expect(clock.unreadMs()).toBe(6_000)
  })

  it('goes on smoothly where the next reading comes before the difference is made up for', () => {
    const { aheadMs, pass, read, set } = following()
    set(500)
    read(2)
    pass(2_498)
    const before = aheadMs()
    read(2)

    expect(before).toBeCloseTo(249.8, 2)
    expect(aheadMs()).toBeCloseTo(250, 0)
  })

  it.each([-1_001, 1_001, 3_600_000])('takes over a difference of %d ms at once', (ms) => {
    const { aheadMs, read, set } = following()
    set(ms)
    read(2)
    expect(aheadMs()).toBe(ms)
  })

  it('does not use an answer that was slow, unless all are', () => {
    const near = following()
    near.set(100)
    expect(near.read(51)).toBe(false)
    expect(near.clock.unreadMs()).toBe(51)
    expect(near.read(50)).toBe(true)

    let monotonicMs = 0
    const far = new FollowedClock(() => monotonicMs, { otherMs: START, sentMs: -200, receivedMs: 0 })
    monotonicMs = 10_000
    expect(far.follow({ otherMs: START, sentMs: 9_600, receivedMs: 10_000 })).toBe(true)
    expect(far.follow({ otherMs: START, sentMs: 9_599, receivedMs: 10_000 })).toBe(false)
  })

  it('uses a slow answer where none was of use for half a minute, and then those as slow', () => {
    const { pass, read } = following()
    pass(29_000)
    expect(read(1_000)).toBe(false)
    expect(read(1_000)).toBe(true)
    expect(read(2_000)).toBe(true)
    expect(read(2_001)).toBe(false)
  })
})
