import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Plan } from '../../../src/accounts/domain/plan.ts'
import type { Store } from '../../../src/app/store/open-store.ts'
import { idPrefixAt } from '../../../src/lib/node/ids.ts'
import type { Delivery } from '../../../src/notifications/store/delivery-rows.ts'
import { engines } from '../../support/engines.ts'

const NOW = new Date('2026-11-20T15:00:00.000Z')
const AT = NOW.toISOString()

const account = (id: string, plan: Plan, status: 'good' | 'suspended' = 'good') => ({
  id,
  email: `${id}@example.com`,
  emailVerified: true,
  plan,
  status,
  timeZone: 'UTC',
  createdAt: AT,
  passwordHash: 'x',
})

const delivery = (id: string, change: Partial<Delivery> = {}): Delivery => ({
  id: `${idPrefixAt(NOW)}${id}`,
  accountId: 'a',
  notificationId: null,
  channel: 'webhook',
  endpointId: '',
  status: 'failed',
  reason: { code: 'gave_up', error: 'HTTP 500', attempts: 8 },
  priority: 'normal',
  dueAt: null,
  expiresAt: null,
  attempts: 8,
  handedOver: false,
  leaseOwner: null,
  leaseUntil: null,
  batchKey: null,
  summaryId: null,
  body: '{}',
  redelivery: false,
  interrupted: 0,
  createdAt: AT,
  updatedAt: AT,
  ...change,
})

describe.each(engines)('what an operator reads of deliveries on %s', (_name, open) => {
  let store: Store
  beforeEach(async () => {
    store = await open()
    for (const each of [
      account('a', 'vega'),
      account('b', 'gamma'),
      account('c', 'delta'),
      account('d', 'vega', 'suspended'),
    ])
      await store.accounts.add(each)
  })
  afterEach(() => store[Symbol.asyncDispose]())

  it('counts failed ones by channel and reason, the most frequent first, and no older or others', async () => {
    const expired = { reason: { code: 'expired' } } as const
    const older = delivery('5', { id: `${idPrefixAt(new Date(NOW.getTime() - 1))}5` })
    const sent = delivery('6', { status: 'sent', reason: null })
    await store.deliveries.add([
      delivery('1', expired),
      delivery('2'),
      delivery('3', { accountId: 'b', updatedAt: '2026-11-20T15:00:01.000Z' }),
      delivery('4', { channel: 'email' }),
      older,
      sent,
    ])

    const found = await store.deliveryReports.failedSince(NOW, 2)

    expect(found[0]).toEqual({
      channel: 'webhook',
      reason: { code: 'gave_up', error: 'HTTP 500', attempts: 8 },
      count: 2,
      accounts: 2,
      lastAt: '2026-11-20T15:00:01.000Z',
    })
    expect(found).toHaveLength(2)
    expect(await store.deliveryReports.failedSince(NOW, 10)).toHaveLength(3)
  })

  it('counts the accounts of an announcement by what it would do', async () => {
    await store.notifications.addEvents([{ accountId: 'b', eventKey: 'system_update:x', notificationId: 'n' }], NOW)

    const plans: Plan[] = ['gamma', 'theta', 'vega']
    expect(await store.deliveryReports.reach('system_update:x', plans)).toEqual({ open: 1, known: 1, refused: 2 })
    expect(await store.deliveryReports.reach('system_update:y', plans)).toEqual({ open: 2, known: 0, refused: 2 })
  })

  it('finds disabled addresses, and those that cool now', async () => {
    const endpoint = (id: string, state: 'active' | 'cooling' | 'disabled', openUntilMs: number | null) => ({
      id,
      accountId: 'a',
      alertId: null,
      channel: 'webhook' as const,
      addressSealed: 'sealed',
      addressDigest: id,
      label: id,
      secretSealed: null,
      olderSecretSealed: null,
      olderSecretUntil: null,
      verifiedAt: null,
      health: { state, failures: 5, firstFailureMs: NOW.getTime(), openUntilMs },
      refusals: 0,
      createdAt: AT,
    })
    for (const each of [
      endpoint('fine', 'active', null),
      endpoint('cools', 'cooling', NOW.getTime() + 1),
      endpoint('cooled', 'cooling', NOW.getTime()),
      endpoint('off', 'disabled', null),
    ])
      await store.endpoints.put(each)

    const found = await store.deliveryReports.stoppedEndpoints(NOW, 10)

    expect(found.map(({ label, state, email }) => [label, state, email])).toEqual([
      ['off', 'disabled', 'a@example.com'],
      ['cools', 'cooling', 'a@example.com'],
    ])
  })
})
