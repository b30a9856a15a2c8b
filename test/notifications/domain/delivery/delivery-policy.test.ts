import { describe, expect, it } from 'vitest'
import { CHANNELS } from '../../../../src/notifications/domain/delivery/channels.ts'
import {
  CHECKS,
  type DeliveryFacts,
  decide,
  firstState,
  UNTRIED,
} from '../../../../src/notifications/domain/delivery/delivery-policy.ts'
import { NEVER_MS } from '../../../../src/notifications/domain/delivery/digest.ts'
import type { RequestedStage } from '../../../../src/notifications/domain/delivery/stage.ts'

const now = Date.parse('2026-11-20T15:10:00Z')
const facts: DeliveryFacts = {
  ...UNTRIED,
  accountId: 'ada',
  channel: 'webhook',
  plan: 'vega',
  endpoint: 'usable',
  nowMs: now,
  maxInFlight: 4,
}

const full = (freeAtMs: number) => ({ free: false, window: 'hour', limit: 50, freeAtMs }) as const
const failed = { act: 'move', event: 'gave_up', dueMs: null } as const
const held = { act: 'move', event: 'held' } as const
const cooling = { state: 'cooling', failures: 5, firstFailureMs: now, openUntilMs: now + 60_000 } as const

describe('the checks before an attempt', () => {
  it.each<[string, Partial<DeliveryFacts>, unknown]>([
    ['send', {}, { act: 'send' }],
    ['remove what nobody needs any more', { enabled: false }, { act: 'remove' }],
    ['go on with what was tried, whatever the switch says', { enabled: false, attempts: 1 }, { act: 'send' }],
    ['fail for a suspended account', { suspended: true }, { ...failed, reason: { code: 'standing' } }],
    ['fail after a downgrade', { plan: 'theta' }, { ...failed, reason: { code: 'plan', channel: 'webhook' } }],
    ['fail at a disabled endpoint', { endpoint: 'disabled' }, { ...failed, reason: { code: 'endpoint_disabled' } }],
    [
      'fail what may have been sent',
      { maybeSent: true, attempts: 1 },
      { ...failed, reason: { code: 'outcome_unknown' } },
    ],
    ['fail at the instant of expiry', { expiresMs: now }, { ...failed, reason: { code: 'expired' } }],
    ['send a millisecond before it', { expiresMs: now + 1 }, { act: 'send' }],
    [
      'fail after eight attempts',
      { attempts: 8, lastCode: 'http_503' },
      { ...failed, reason: { code: 'gave_up', error: 'http_503', attempts: 8 } },
    ],
    ['go on after eight attempts that ended with the process', { attempts: 8, interrupted: 8 }, { act: 'send' }],
    ['go on where some of eight attempts did', { attempts: 8, interrupted: 1, lastCode: 'http_503' }, { act: 'send' }],
    [
      'fail where the delivery itself seems to end the process',
      { attempts: 16, interrupted: 16 },
      { ...failed, reason: { code: 'gave_up', error: 'interrupted', attempts: 8 } },
    ],
    [
      'fail after four refusals',
      { attempts: 4, lastCode: 'http_404' },
      { ...failed, reason: { code: 'gave_up', error: 'http_404', attempts: 4 } },
    ],
    [
      '28 hold a retry in quiet hours without an attempt',
      { attempts: 2, lastCode: 'http_503', quietUntilMs: now + 5 },
      { ...held, dueMs: now + 5, batchKey: null, reason: { code: 'quiet_hours', atMs: now + 5 } },
    ],
    ['let high pass quiet hours', { priority: 'high', quietUntilMs: now + 5 }, { act: 'send' }],
    [
      'throttle until a slot is free within the hour',
      { limit: full(now + 3_600_000) },
      {
        act: 'move',
        event: 'limit_reached',
        dueMs: now + 3_600_000,
        reason: { code: 'limit', window: 'hour', limit: 50, atMs: now + 3_600_000 },
      },
    ],
    [
      'drop when the slot is further away',
      { limit: full(now + 3_600_001) },
      { act: 'move', event: 'dropped', dueMs: null, reason: { code: 'limit_dropped', window: 'hour', limit: 50 } },
    ],
    ['let a retry pass a full window', { limit: full(now + 5), attempts: 1 }, { act: 'send' }],
    [
      'hold while the endpoint cools',
      { health: cooling },
      { ...held, dueMs: now + 60_000, batchKey: null, reason: { code: 'cooling', failures: 5, atMs: now + 60_000 } },
    ],
    ['send one probe after that', { health: { ...cooling, openUntilMs: now } }, { act: 'send' }],
    ['and only one', { health: { ...cooling, openUntilMs: now }, inFlight: 1 }, { act: 'later' }],
    ['leave what is over the cap for later', { inFlight: 4 }, { act: 'later' }],
  ])('%s', (_name, change, expected) => {
    expect(decide('claim', { ...facts, ...change })).toEqual(expected)
  })

  it('makes held messages for people members of the catch-up', () => {
    const verdict = decide('claim', { ...facts, channel: 'email', quietUntilMs: now + 60_000 })

    expect(verdict).toMatchObject({
      ...held,
      dueMs: now + 60_000,
      batchKey: 'catch_up:ada:email:2026-11-20T15:11:00.000Z',
    })
  })
})

const raised: DeliveryFacts = {
  ...facts,
  channel: 'email',
  digest: { frequency: 'realtime', timeZone: 'America/New_York', digestTime: '09:00' },
}
const hourly = { ...raised.digest, frequency: 'hourly' as const }
const quiet = { quietUntilMs: now + 3_600_000 }
const due = { status: 'pending', dueMs: now, batchKey: null, reason: null }
const refused = { status: 'failed', dueMs: null, batchKey: null }

describe('the first state of a delivery', () => {
  it.each<[string, Partial<DeliveryFacts>, unknown]>([
    ['a nothing when switched off, high too', { enabled: false, priority: 'high', plan: 'delta' }, null],
    ['b nothing when not chosen', { chosen: false, plan: 'delta' }, null],
    [
      'c failed when the plan lacks it',
      { channel: 'webhook', plan: 'theta', configured: false },
      { ...refused, reason: { code: 'plan', channel: 'webhook' } },
    ],
    [
      'd failed when the server lacks it',
      { configured: false, endpoint: 'unverified' },
      { ...refused, reason: { code: 'not_configured', channel: 'email' } },
    ],
    [
      'e failed without an address',
      { endpoint: 'missing', taken: true },
      { ...refused, reason: { code: 'no_address', channel: 'email' } },
    ],
    [
      'e failed when not verified',
      { endpoint: 'unverified' },
      { ...refused, reason: { code: 'not_verified', channel: 'email' } },
    ],
    [
      'e failed when disabled',
      { endpoint: 'disabled', priority: 'high' },
      { ...refused, reason: { code: 'endpoint_disabled' } },
    ],
    ['f nothing when the same print goes there', { taken: true, priority: 'high' }, null],
    ['g high at once, in quiet hours and with a digest', { priority: 'high', digest: hourly, ...quiet }, due],
    [
      'h in the digest, in quiet hours too',
      { digest: hourly, ...quiet },
      {
        status: 'pending',
        dueMs: Date.parse('2026-11-20T16:00Z'),
        batchKey: 'hourly:ada:email:2026-11-20T16:00:00.000Z',
        reason: { code: 'digest', kind: 'hourly', atMs: Date.parse('2026-11-20T16:00Z') },
      },
    ],
    ['h never a program in a digest', { channel: 'webhook', digest: hourly }, due],
    [
      'i held by quiet hours, for people in one summary',
      quiet,
      {
        status: 'pending',
        dueMs: now + 3_600_000,
        batchKey: 'catch_up:ada:email:2026-11-20T16:10:00.000Z',
        reason: { code: 'quiet_hours', atMs: now + 3_600_000 },
      },
    ],
    [
      'i held by quiet hours, for programs one by one',
      { channel: 'webhook', ...quiet },
      {
        status: 'pending',
        dueMs: now + 3_600_000,
        batchKey: null,
        reason: { code: 'quiet_hours', atMs: now + 3_600_000 },
      },
    ],
    ['j at once', {}, due],
    ['c failed for a suspended account', { suspended: true }, { ...refused, reason: { code: 'standing' } }],
  ])('%s', (_name, change, expected) => {
    expect(firstState({ ...raised, ...change })).toEqual(expected)
  })

  it('is held indefinitely by windows without an end, at an instant that can be stored', () => {
    expect(firstState({ ...raised, channel: 'webhook', quietUntilMs: Number.POSITIVE_INFINITY })).toMatchObject({
      dueMs: NEVER_MS,
    })
  })

  it.each(CHANNELS)('needs the Gamma plan on %s at least', (channel) => {
    expect(firstState({ ...raised, channel, plan: 'delta' })).toMatchObject({ ...refused, reason: { code: 'plan' } })
  })
})

describe('a send that the owner requests', () => {
  it.each<[string, RequestedStage, Partial<DeliveryFacts>, unknown]>([
    ['a redelivery to a usable address', 'redelivery', {}, { act: 'send' }],
    ['a redelivery without the plan', 'redelivery', { plan: 'theta' }, { code: 'plan', channel: 'webhook' }],
    ['a redelivery to a disabled address', 'redelivery', { endpoint: 'disabled' }, { code: 'endpoint_disabled' }],
    [
      'a redelivery to an unverified URL',
      'redelivery',
      { endpoint: 'unverified', testVerifies: true },
      { code: 'not_verified', channel: 'webhook' },
    ],
    [
      'a redelivery of what is expired, used up, maybe sent, in quiet hours and at a cooling endpoint',
      'redelivery',
      { expiresMs: now, attempts: 8, redelivery: true, maybeSent: true, quietUntilMs: now + 5, health: cooling },
      { act: 'send' },
    ],
    ['a test of an unverified URL', 'test', { endpoint: 'unverified', testVerifies: true }, { act: 'send' }],
    ['a test of a disabled address', 'test', { endpoint: 'disabled' }, { act: 'send' }],
    ['a test of no address', 'test', { endpoint: 'missing' }, { code: 'no_address', channel: 'webhook' }],
    [
      'a test of an address that only its owner can verify',
      'test',
      { channel: 'sms', endpoint: 'unverified' },
      { code: 'not_verified', channel: 'sms' },
    ],
    ['a test of what is not configured', 'test', { configured: false }, { code: 'not_configured', channel: 'webhook' }],
    ['a verification of a new number', 'verification', { channel: 'sms', endpoint: 'unverified' }, { act: 'send' }],
  ])('%s', (_name, stage, change, expected) => {
    const verdict = decide(stage, { ...facts, ...change })

    expect(verdict.act === 'move' ? verdict.reason : verdict).toEqual(expected)
  })

  it.each(['redelivery', 'test', 'verification'] as const)('is counted against the limit of the plan: %s', (stage) => {
    const verdict = decide(stage, { ...facts, channel: 'sms', limit: full(now + 60_000) })

    expect(verdict).toMatchObject({ event: 'limit_reached', reason: { code: 'limit', limit: 50 } })
  })
})

describe('the delivery policy', () => {
  it('is one list, of which each stage takes its checks in order', () => {
    const at = (stage: 'raise' | 'claim' | RequestedStage) =>
      CHECKS.filter((check) => check.at.includes(stage)).map(({ name }) => name)
    const common = ['suspended', 'plan', 'not configured']

    expect(at('raise')).toEqual([
      'switched off',
      'not chosen',
      ...common,
      'endpoint',
      'same print',
      'digest',
      'quiet hours',
    ])
    expect(at('claim')).toEqual([
      'switched off',
      ...common,
      'endpoint',
      'may have been sent',
      'expired',
      'attempts used up',
      'quiet hours',
      'limit of the plan',
      'endpoint cooling or busy',
    ])
    expect(at('redelivery')).toEqual([...common, 'endpoint', 'limit of the plan'])
    expect(at('test')).toEqual([...common, 'endpoint to test', 'limit of the plan'])
    expect(at('verification')).toEqual([...common, 'limit of the plan'])
  })
})
