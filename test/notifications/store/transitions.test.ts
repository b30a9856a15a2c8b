import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/app/store/open-store.ts'
import {
  afterEvent,
  type DeliveryEvent,
  type DeliveryState,
  shownStatus,
  stateOf,
} from '../../../src/notifications/domain/delivery/delivery-state.ts'
import { engines } from '../../support/engines.ts'
import { anAccount } from '../../support/market/rows.ts'
import { aDelivery, aNotification } from '../../support/notifications/notification-rows.ts'

const now = new Date('2026-11-20T15:00:00.000Z')
const dueMs = now.getTime() + 60_000
const ACCOUNT = anAccount().id
const LEASE = 'i1.1'
const STATES: readonly DeliveryState[] = ['pending', 'throttled', 'dropped', 'sent', 'failed']
const expired = { code: 'expired' } as const
const retry = { code: 'retry', error: 'http_503', text: 'Failed.', next: 2, most: 8, atMs: dueMs } as const
const row = aDelivery()
const { id, channel, endpointId } = row
const settled = { id, isSummary: false, leaseOwner: LEASE }

/** What the service does to a row for each event. A lease is there for the events that need one. */
const ACTIONS: Readonly<Record<DeliveryEvent, (store: Store) => Promise<unknown>>> = {
  leased: ({ outbox }) => outbox.lease([row], 'i2.1', { now, until: new Date(dueMs) }),
  released: ({ outbox }) => outbox.release('i1', now),
  held: ({ deliveries }) => deliveries.move(id, { event: 'held', dueMs, reason: null }, now),
  acknowledged: ({ outbox }) => outbox.settle([{ ...settled, event: 'acknowledged', dueMs: null, reason: null }], now),
  retry_scheduled: ({ outbox }) => outbox.settle([{ ...settled, event: 'retry_scheduled', dueMs, reason: retry }], now),
  gave_up: ({ deliveries }) => deliveries.move(id, { event: 'gave_up', dueMs: null, reason: expired }, now),
  limit_reached: ({ deliveries }) => deliveries.move(id, { event: 'limit_reached', dueMs, reason: null }, now),
  slot_freed: ({ outbox }) => outbox.promote([id], now),
  dropped: ({ outbox }) => outbox.drop([id], { code: 'limit_dropped', window: 'hour', limit: 50 }, now),
  redelivered: ({ deliveries }) => deliveries.markRedelivered(id, now),
  requeued: ({ deliveries }) =>
    deliveries.queueFailed(
      { accountId: ACCOUNT, channel, endpointIds: [endpointId] },
      { since: new Date(0), limit: 9, at: now },
    ),
  bounced: ({ deliveries }) => deliveries.setUndelivered(id, channel, { code: 'undelivered', text: 'Lost.' }, now),
}
const EVENTS = Object.keys(ACTIONS).filter((key): key is DeliveryEvent => key in ACTIONS)

describe.each(engines)('a delivery on %s', (_name, open) => {
  let store: Store
  beforeEach(async () => {
    store = await open()
    await store.accounts.add(anAccount())
    await store.notifications.add([aNotification()])
  })
  afterEach(() => store[Symbol.asyncDispose]())

  describe.each(STATES)('that is %s', (state) => {
    it.each(EVENTS)('moves as the table of transitions says: %s', async (event) => {
      const isOpen = state === 'pending' || state === 'throttled'
      // Also where a row of the state never has one: the state alone must decide.
      const leaseOwner = event === 'leased' ? null : LEASE
      const dueAt = isOpen ? now.toISOString() : null
      await store.deliveries.add([aDelivery({ status: shownStatus(state), dueAt, leaseOwner })])
      await ACTIONS[event](store)
      const found = await store.deliveries.byId(ACCOUNT, id)

      expect(found && stateOf(found.status, found.dueAt)).toBe(afterEvent(state, event) ?? state)
    })
  })

  it('is undelivered with its summary when the provider reports that late', async () => {
    const summary = aDelivery({ id: 's', notificationId: null, status: 'sent', dueAt: null })
    await store.deliveries.add([summary, aDelivery({ status: 'sent', dueAt: null, summaryId: 's' })])
    await store.deliveries.setUndelivered('s', channel, { code: 'undelivered', text: 'Lost.' }, now)

    expect(await store.deliveries.byId(ACCOUNT, id)).toMatchObject({
      status: 'failed',
      reason: { code: 'undelivered' },
    })
  })
})
