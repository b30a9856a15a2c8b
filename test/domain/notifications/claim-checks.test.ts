import { describe, expect, it } from 'vitest'
import { type ClaimFacts, checkAtClaim } from '../../../src/domain/notifications/claim-checks.ts'
import { HEALTHY } from '../../../src/domain/notifications/endpoint-health.ts'

const now = Date.parse('2026-11-20T15:10:00Z')
const facts: ClaimFacts = {
  accountId: 'ada',
  channel: 'webhook',
  priority: 'normal',
  plan: 'vega',
  enabled: true,
  configured: true,
  endpoint: 'usable',
  quietUntilMs: null,
  nowMs: now,
  inGoodStanding: true,
  attempts: 0,
  redelivery: false,
  interrupted: 0,
  lastCode: null,
  maybeSent: false,
  expiresMs: null,
  isSummary: false,
  limit: { free: true },
  health: HEALTHY,
  underWay: 0,
  cap: 4,
}
const full = (freeAtMs: number) => ({ free: false, window: 'hour', limit: 50, freeAtMs }) as const
const cooling = { state: 'cooling', failures: 5, firstFailureMs: now, openUntilMs: now + 60_000 } as const

describe('the checks before an attempt', () => {
  it.each<[string, Partial<ClaimFacts>, unknown]>([
    ['send', {}, { act: 'send' }],
    ['remove what nobody needs any more', { enabled: false }, { act: 'remove' }],
    ['go on with what was tried, whatever the switch says', { enabled: false, attempts: 1 }, { act: 'send' }],
    ['fail without good standing', { inGoodStanding: false }, { act: 'fail', reason: { code: 'standing' } }],
    ['fail after a downgrade', { plan: 'theta' }, { act: 'fail', reason: { code: 'plan', channel: 'webhook' } }],
    ['fail at a disabled endpoint', { endpoint: 'disabled' }, { act: 'fail', reason: { code: 'endpoint_disabled' } }],
    [
      'fail what may have been sent',
      { maybeSent: true, attempts: 1 },
      { act: 'fail', reason: { code: 'outcome_unknown' } },
    ],
    ['fail at the instant of expiry', { expiresMs: now }, { act: 'fail', reason: { code: 'expired' } }],
    ['send a millisecond before it', { expiresMs: now + 1 }, { act: 'send' }],
    [
      'fail after eight attempts',
      { attempts: 8, lastCode: 'http_503' },
      { act: 'fail', reason: { code: 'gave_up', error: 'http_503', attempts: 8 } },
    ],
    ['go on after eight attempts that ended with the process', { attempts: 8, interrupted: 8 }, { act: 'send' }],
    ['go on where some of eight attempts did', { attempts: 8, interrupted: 1, lastCode: 'http_503' }, { act: 'send' }],
    [
      'fail where the delivery itself seems to end the process',
      { attempts: 16, interrupted: 16 },
      { act: 'fail', reason: { code: 'gave_up', error: 'interrupted', attempts: 8 } },
    ],
    [
      'fail after four refusals',
      { attempts: 4, lastCode: 'http_404' },
      { act: 'fail', reason: { code: 'gave_up', error: 'http_404', attempts: 4 } },
    ],
    [
      '28 hold a retry in quiet hours without an attempt',
      { attempts: 2, lastCode: 'http_503', quietUntilMs: now + 5 },
      { act: 'hold', dueMs: now + 5, batch: null, reason: { code: 'quiet_hours', atMs: now + 5 } },
    ],
    ['let high pass quiet hours', { priority: 'high', quietUntilMs: now + 5 }, { act: 'send' }],
    [
      'wait for a slot within the hour',
      { limit: full(now + 3_600_000) },
      {
        act: 'wait',
        dueMs: now + 3_600_000,
        reason: { code: 'limit', window: 'hour', limit: 50, atMs: now + 3_600_000 },
      },
    ],
    [
      'drop when the slot is further away',
      { limit: full(now + 3_600_001) },
      { act: 'drop', reason: { code: 'limit_dropped', window: 'hour', limit: 50 } },
    ],
    ['let a retry pass a full window', { limit: full(now + 5), attempts: 1 }, { act: 'send' }],
    [
      'hold while the endpoint cools',
      { health: cooling },
      { act: 'hold', dueMs: now + 60_000, batch: null, reason: { code: 'cooling', failures: 5, atMs: now + 60_000 } },
    ],
    ['send one probe after that', { health: { ...cooling, openUntilMs: now } }, { act: 'send' }],
    ['and only one', { health: { ...cooling, openUntilMs: now }, underWay: 1 }, { act: 'later' }],
    ['leave what is over the cap for later', { underWay: 4 }, { act: 'later' }],
  ])('%s', (_name, change, expected) => {
    expect(checkAtClaim({ ...facts, ...change })).toEqual(expected)
  })

  it('makes held messages for people members of the catch-up', () => {
    const verdict = checkAtClaim({ ...facts, channel: 'email', quietUntilMs: now + 60_000 })

    expect(verdict).toMatchObject({ act: 'hold', batch: { kind: 'catch_up', dueMs: now + 60_000 } })
  })
})
