import { describe, expect, it } from 'vitest'
import { CHANNELS } from '../../../src/domain/notifications/channels.ts'
import { NEVER_MS } from '../../../src/domain/notifications/digest.ts'
import { type DeliveryFacts, firstState } from '../../../src/domain/notifications/first-state.ts'

const now = Date.parse('2026-11-20T15:10:00Z')
const facts: DeliveryFacts = {
  accountId: 'ada',
  channel: 'email',
  priority: 'normal',
  plan: 'vega',
  enabled: true,
  chosen: true,
  configured: true,
  endpoint: 'usable',
  taken: false,
  digest: { frequency: 'realtime', timeZone: 'America/New_York', digestTime: '09:00' },
  quietUntilMs: null,
  nowMs: now,
}
const hourly = { ...facts.digest, frequency: 'hourly' as const }
const quiet = { quietUntilMs: now + 3_600_000 }
const due = { row: 'pending', dueMs: now, batch: null, reason: null }

describe('the first state of a delivery', () => {
  it.each<[string, Partial<DeliveryFacts>, unknown]>([
    ['a nothing when switched off, high too', { enabled: false, priority: 'high', plan: 'delta' }, { row: 'none' }],
    ['b nothing when not chosen', { chosen: false, plan: 'delta' }, { row: 'none' }],
    [
      'c failed when the plan lacks it',
      { channel: 'webhook', plan: 'theta', configured: false },
      { row: 'failed', reason: { code: 'plan', channel: 'webhook' } },
    ],
    [
      'd failed when the server lacks it',
      { configured: false, endpoint: 'unverified' },
      { row: 'failed', reason: { code: 'not_configured', channel: 'email' } },
    ],
    [
      'e failed without an address',
      { endpoint: 'missing', taken: true },
      { row: 'failed', reason: { code: 'no_address', channel: 'email' } },
    ],
    [
      'e failed when not verified',
      { endpoint: 'unverified' },
      { row: 'failed', reason: { code: 'not_verified', channel: 'email' } },
    ],
    [
      'e failed when disabled',
      { endpoint: 'disabled', priority: 'high' },
      { row: 'failed', reason: { code: 'endpoint_disabled' } },
    ],
    ['f nothing when the same print goes there', { taken: true, priority: 'high' }, { row: 'none' }],
    ['g high at once, in quiet hours and with a digest', { priority: 'high', digest: hourly, ...quiet }, due],
    [
      'h in the digest, in quiet hours too',
      { digest: hourly, ...quiet },
      {
        row: 'pending',
        dueMs: Date.parse('2026-11-20T16:00Z'),
        batch: {
          kind: 'hourly',
          key: 'hourly:ada:email:2026-11-20T16:00:00.000Z',
          dueMs: Date.parse('2026-11-20T16:00Z'),
        },
        reason: { code: 'digest', kind: 'hourly', atMs: Date.parse('2026-11-20T16:00Z') },
      },
    ],
    ['h never a program in a digest', { channel: 'webhook', digest: hourly }, due],
    [
      'i held by quiet hours, for people in one summary',
      quiet,
      {
        row: 'pending',
        dueMs: now + 3_600_000,
        batch: { kind: 'catch_up', key: 'catch_up:ada:email:2026-11-20T16:10:00.000Z', dueMs: now + 3_600_000 },
        reason: { code: 'quiet_hours', atMs: now + 3_600_000 },
      },
    ],
    [
      'i held by quiet hours, for programs one by one',
      { channel: 'webhook', ...quiet },
      { row: 'pending', dueMs: now + 3_600_000, batch: null, reason: { code: 'quiet_hours', atMs: now + 3_600_000 } },
    ],
    ['j at once', {}, due],
  ])('%s', (_name, change, expected) => {
    expect(firstState({ ...facts, ...change })).toEqual(expected)
  })

  it('is held for ever by windows without an end, at an instant that can be stored', () => {
    expect(firstState({ ...facts, channel: 'webhook', quietUntilMs: Number.POSITIVE_INFINITY })).toMatchObject({
      dueMs: NEVER_MS,
    })
  })

  it.each(CHANNELS)('needs the Gamma plan on %s at least', (channel) => {
    expect(firstState({ ...facts, channel, plan: 'delta' })).toMatchObject({ row: 'failed', reason: { code: 'plan' } })
  })
})
