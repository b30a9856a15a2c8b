import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PLANS } from '../../../../src/accounts/domain/plan.ts'
import { DAY_MS } from '../../../../src/lib/time/duration.ts'
import { CHANNELS } from '../../../../src/notifications/domain/delivery/channels.ts'
import {
  bySlotOrder,
  HOUR_MS,
  limitsOf,
  limitVerdict,
  logOf,
  overflow,
} from '../../../../src/notifications/domain/delivery/plan-limits.ts'

describe('plan limits', () => {
  it('are those of the specification', () => {
    expect(PLANS.map((plan) => [limitsOf(plan, 'email'), limitsOf(plan, 'sms').day])).toEqual([
      [{ hour: 0, day: 0 }, 0],
      [{ hour: 50, day: 500 }, 25],
      [{ hour: 100, day: 1_000 }, 50],
      [{ hour: 200, day: 2_000 }, 100],
    ])
    expect(CHANNELS.filter((channel) => limitsOf('vega', channel).hour !== 200)).toEqual([])
  })

  it('are never exceeded in any rolling window, and refuse nothing that would fit', () => {
    const limits = { hour: 5, day: 20 }
    fc.assert(
      fc.property(fc.array(fc.nat({ max: HOUR_MS }), { maxLength: 300 }), (gaps) => {
        const sends: number[] = []
        let now = 0
        for (const gap of gaps) {
          now += gap
          const inHour = sends.filter((at) => at > now - HOUR_MS).length
          const inDay = sends.filter((at) => at > now - DAY_MS).length
          const verdict = limitVerdict(limits, logOf(limits, sends), now)

          expect(verdict.free).toBe(inHour < limits.hour && inDay < limits.day)
          if (verdict.free) sends.unshift(now)
          else expect(limitVerdict(limits, logOf(limits, sends), verdict.freeAtMs).free).toBe(true)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('free a slot exactly when a send leaves the window', () => {
    const limits = { hour: 1, day: 10 }
    const verdict = limitVerdict(limits, logOf(limits, [1_000]), 2_000)

    expect(verdict).toEqual({ free: false, window: 'hour', limit: 1, freeAtMs: HOUR_MS + 1_000 })
    expect(limitVerdict(limits, logOf(limits, [1_000]), HOUR_MS + 999).free).toBe(false)
    expect(limitVerdict(limits, logOf(limits, [1_000]), HOUR_MS + 1_000).free).toBe(true)
  })

  it('free nothing when the clock is set back, and name the day where it binds', () => {
    const limits = { hour: 2, day: 2 }

    expect(limitVerdict(limits, logOf(limits, [9_000, 8_000]), 1_000)).toMatchObject({ free: false, window: 'day' })
    expect(limitVerdict({ hour: 0, day: 0 }, logOf({ hour: 0, day: 0 }, []), 0).free).toBe(false)
  })
})

describe('those that wait for a slot', () => {
  const row = (id: string, createdAtMs: number, priority: 'normal' | 'high' = 'normal') => ({
    id,
    createdAtMs,
    priority,
  })

  it('come in the order high first, then newest', () => {
    const rows = [row('old', 1), row('new', 3), row('old high', 0, 'high'), row('mid', 2), row('new high', 1, 'high')]

    expect(rows.sort(bySlotOrder).map(({ id }) => id)).toEqual(['new high', 'old high', 'new', 'mid', 'old'])
  })

  it('are no more than the hourly limit: the oldest normal ones go, high ones for newer high ones alone', () => {
    const rows = [row('a', 1), row('b', 2), row('h1', 0, 'high'), row('c', 3)]
    const ids = (limit: number) => overflow(rows, { hour: limit, day: 99 }).map(({ id }) => id)

    expect([ids(4), ids(3), ids(1)]).toEqual([[], ['a'], ['c', 'b', 'a']])
    expect(overflow([row('h1', 0, 'high'), row('h2', 1, 'high')], { hour: 1, day: 9 }).map(({ id }) => id)).toEqual([
      'h1',
    ])
  })
})
