import { describe, expect, it } from 'vitest'
import { hedgeRange, runningHedge } from '../../../../src/web/flow/hedge/hedge-lines.ts'

const bucket = (time: string, hedge_flow?: number | null) => ({ time, hedge_flow })

describe('the hedge of a session', () => {
  it('is added up from the first known bucket on', () => {
    const buckets = [bucket('a', null), bucket('b', 5), bucket('c'), bucket('d', -8)]

    expect(runningHedge(buckets)).toEqual([null, 5, 5, -3])
  })

  it('is compared with the lowest and highest total of the sessions before', () => {
    const days = [
      bucket('2026-11-17T14:30:00.000Z', 4),
      bucket('2026-11-18T14:30:00.000Z', -9),
      bucket('2026-11-19T14:30:00.000Z', null),
      bucket('2026-11-20T14:30:00.000Z', 99),
    ]

    expect(hedgeRange(days, '2026-11-20')).toEqual({ low: -9, high: 4, sessions: 2 })
    expect(hedgeRange(days, '2026-11-17')).toBeNull()
  })
})
