import { describe, expect, it } from 'vitest'
import {
  afterFailure,
  afterSuccess,
  DISABLED_AFTER_MS,
  type EndpointHealth,
  HEALTHY,
  healthAfter,
  roomAt,
} from '../../../../src/notifications/domain/delivery/endpoint-health.ts'

const start = Date.parse('2026-11-20T15:00:00Z')
const MINUTE = 60_000

function failing(times: number, everyMs = 0): EndpointHealth {
  let health = HEALTHY
  for (let count = 0; count < times; count++) health = afterFailure(health, start + count * everyMs, false)
  return health
}

describe('the breaker of an endpoint', () => {
  it('lets everything pass for four failures and opens at the fifth', () => {
    expect(failing(4)).toMatchObject({ state: 'active', failures: 4 })
    expect(failing(5)).toEqual({ state: 'cooling', failures: 5, firstFailureMs: start, openUntilMs: start + MINUTE })
  })

  it('rests a minute, then twice as long after each failed probe, up to half an hour', () => {
    let health = failing(5)
    const pauses: number[] = []
    for (let probe = 0; probe < 7; probe++) {
      const at = health.openUntilMs ?? 0
      health = afterFailure(health, at, false)
      pauses.push(((health.openUntilMs ?? 0) - at) / MINUTE)
    }

    expect(pauses).toEqual([2, 4, 8, 16, 30, 30, 30])
  })

  it('does not rest longer for what was under way when the pause began', () => {
    const late = afterFailure(failing(5), start + 1, false)

    expect(late).toMatchObject({ failures: 5, openUntilMs: start + MINUTE })
  })

  it('gives room for nothing in the pause, for one probe after it, and for all after a success', () => {
    const cooling = failing(5)

    expect(roomAt(cooling, start + MINUTE - 1, 4)).toBe(0)
    expect(roomAt(cooling, start + MINUTE, 4)).toBe(1)
    expect(roomAt(afterSuccess(cooling), start, 4)).toBe(4)
  })

  it('switches off at once what says that it is gone', () => {
    expect(afterFailure(HEALTHY, start, true).state).toBe('disabled')
  })

  it('switches off after three days and ten failures without one success, not before', () => {
    const ten = failing(10, DISABLED_AFTER_MS / 9)

    expect(failing(9, DISABLED_AFTER_MS / 8).state).toBe('cooling')
    expect(failing(10, DISABLED_AFTER_MS / 9 - 1).state).toBe('cooling')
    expect(ten.state).toBe('disabled')
    expect(roomAt(ten, Number.MAX_SAFE_INTEGER, 4)).toBe(0)
    expect(afterSuccess(ten).state).toBe('disabled')
  })
})

describe('the health after an attempt', () => {
  const answer = { ok: false, httpStatus: 503 }
  const gone = { ok: false, httpStatus: 410, disable: true }
  const takesNoTests = { ok: false, httpStatus: 422 }
  const disabled = afterFailure(HEALTHY, start, true)
  const four = failing(4)
  const next = (
    health: EndpointHealth,
    stage: 'claim' | 'redelivery' | 'test',
    result: Parameters<typeof healthAfter>[1]['result'],
  ) => healthAfter(health, { stage, channel: 'webhook', result }, start)

  it.each(['claim', 'redelivery', 'test'] as const)('is good after a success: %s', (stage) => {
    expect(next(four, stage, { ok: true, httpStatus: 200 })).toEqual(HEALTHY)
  })

  it('counts failures of the dispatcher alone', () => {
    expect(next(four, 'claim', answer)).toEqual(failing(5))
    expect(next(four, 'redelivery', answer)).toBe(four)
    expect(next(four, 'test', answer)).toBe(four)
  })

  it.each(['claim', 'redelivery', 'test'] as const)('is disabled where the peer says that it is gone: %s', (stage) => {
    expect(next(HEALTHY, stage, gone).state).toBe('disabled')
    expect(next(HEALTHY, stage, { ...gone, operator: true })).toBe(HEALTHY)
  })

  it('is enabled again by a test that reaches the peer, and by nothing else', () => {
    expect(next(disabled, 'test', { ok: true, httpStatus: 200 })).toEqual(HEALTHY)
    expect(next(disabled, 'test', takesNoTests)).toEqual(HEALTHY)
    expect(next(disabled, 'redelivery', { ok: true, httpStatus: 200 })).toBe(disabled)
    expect(next(disabled, 'claim', takesNoTests).state).toBe('disabled')
  })
})
