import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SlidingWindow } from '../../../src/lib/async/sliding-window.ts'

const limits = { limit: 3, windowMs: 1000, maxKeys: 10 }

describe('SlidingWindow', () => {
  it('lets through exactly the limit and says when there is room again', () => {
    const window = new SlidingWindow(limits)

    const answers = [0, 100, 200, 300].map((now) => window.take('a', now))

    expect(answers.map((it) => [it.allowed, it.remaining, it.resetMs])).toEqual([
      [true, 2, 1000],
      [true, 1, 900],
      [true, 0, 800],
      [false, 0, 700],
    ])
  })

  it('makes room after exactly the window, not a millisecond before', () => {
    const window = new SlidingWindow({ ...limits, limit: 1 })
    window.take('a', 0)

    expect(window.take('a', 999.9).allowed).toBe(false)
    expect(window.take('a', 1000).allowed).toBe(true)
  })

  it('agrees with counting all events of every window', () => {
    const steps = fc.array(fc.record({ key: fc.constantFrom('a', 'b'), stepMs: fc.integer({ min: 0, max: 600 }) }))

    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 20 }), (events, limit) => {
        const window = new SlidingWindow({ ...limits, limit })
        const admitted: { key: string; at: number }[] = []
        let now = 0
        for (const { key, stepMs } of events) {
          now += stepMs
          const inWindow = admitted.filter((it) => it.key === key && it.at > now - limits.windowMs)

          const peeked = window.peek(key, now)
          const taken = window.take(key, now)

          expect(peeked.allowed).toBe(inWindow.length < limit)
          expect(taken.allowed).toBe(inWindow.length < limit)
          if (taken.allowed) inWindow.push({ key, at: now })
          if (taken.allowed) admitted.push({ key, at: now })
          expect(taken.remaining).toBe(limit - inWindow.length)
          expect(taken.resetMs).toBe((inWindow[0]?.at ?? Number.NaN) + limits.windowMs - now)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('frees nothing when the clock runs backwards', () => {
    const window = new SlidingWindow({ ...limits, limit: 1 })
    window.take('a', 5000)

    expect(window.take('a', 0).allowed).toBe(false)
    expect(window.take('a', 5999).allowed).toBe(false)
    expect(window.take('a', 6000).allowed).toBe(true)
  })

  it('forgets keys unused for long rather than grow without bound, never one in use', () => {
    const window = new SlidingWindow({ ...limits, limit: 1, maxKeys: 10 })
    window.take('in use', 0)
    window.take('unused', 0)

    for (let index = 0; index < 1000; index++) {
      window.take(`stranger ${index}`, 1)
      window.take('in use', 1)
      expect(window.size).toBeLessThanOrEqual(10)
    }

    expect(window.peek('in use', 1).allowed).toBe(false)
    expect(window.peek('unused', 1).allowed).toBe(true)
  })

  it('counts nothing when it is only asked', () => {
    const window = new SlidingWindow({ ...limits, limit: 1 })

    expect([window.peek('a', 0), window.peek('a', 0)].map((it) => it.remaining)).toEqual([1, 1])
    expect(window.size).toBe(0)
  })
})
