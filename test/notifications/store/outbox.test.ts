import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/app/store/open-store.ts'
import { engines } from '../../support/engines.ts'
import { anAccount } from '../../support/market/rows.ts'
import { aDelivery, aNotification } from '../../support/notifications/notification-rows.ts'

const now = new Date('2026-11-20T15:00:00.000Z')
const later = (ms: number) => new Date(now.getTime() + ms)
const lease = { now, until: later(15_000) }
const ACCOUNT = anAccount().id

let store: Store
let seqBase: number

function startAfresh(open: () => Promise<Store>): void {
  beforeEach(async () => {
    seqBase = 0
    store = await open()
    await store.accounts.add(anAccount())
  })
  afterEach(() => store[Symbol.asyncDispose]())
}

async function fill(count: number, change: Parameters<typeof aDelivery>[0] = {}): Promise<string[]> {
  const ids = Array.from(
    { length: count },
    (_, index) => `d${String(index).padStart(4, '0')}${change.endpointId ?? ''}`,
  )
  for (const [index, id] of ids.entries()) {
    const notificationId = `n-${id}`
    await store.notifications.add([aNotification({ id: notificationId, seq: index + 1 + seqBase })])
    await store.deliveries.add([aDelivery({ id, notificationId, ...change })])
  }
  seqBase += count
  return ids
}

describe.each(engines)('the outbox on %s', (_name, open) => {
  startAfresh(open)

  it('gives each row to one claimer, with its attempt counted', async () => {
    const ids = await fill(40)
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        store.transaction(async ({ outbox }) => {
          const due = await outbox.due(now, 'normal', 8)
          return outbox.lease(due, `i${index}.1`, lease)
        }),
      ),
    )
    const taken = claims.flat()

    expect(taken.map(({ id }) => id).sort()).toEqual(ids)
    expect(taken.every((row) => row.attempts === 1 && row.leaseUntil === '2026-11-20T15:00:15.000Z')).toBe(true)
  })

  it('hops from endpoint to endpoint, however many rows one of them has', async () => {
    await fill(30, { endpointId: 'busy' })
    await fill(2, { endpointId: 'calm' })
    await fill(1, { endpointId: 'held', batchKey: 'k' })

    expect(await store.outbox.endpointsAfter('', 9)).toEqual(['busy', 'calm'])
    expect(await store.outbox.endpointsAfter('busy', 9)).toEqual(['calm'])
    expect(await store.outbox.endpointsAfter('', 1)).toEqual(['busy'])
    const due = await store.outbox.dueOfEndpoints(['calm', 'busy', 'held', 'none'], now, 1)
    expect(due.map(({ endpointId }) => endpointId)).toEqual(['calm', 'busy'])
  })

  it('knows when the next row of any kind is due', async () => {
    expect(await store.outbox.nextDueMs()).toBeNull()
    await fill(1, { dueAt: later(5_000).toISOString() })
    await fill(1, { endpointId: 'x', dueAt: later(3_000).toISOString(), batchKey: 'k' })

    expect(await store.outbox.nextDueMs()).toBe(later(3_000).getTime())
  })

  it('counts attempts against limits from the newest back', async () => {
    for (let n = 1; n <= 5; n++) {
      const startedAt = later(n * 1_000).toISOString()
      const row = {
        deliveryId: `d${n}`,
        n: 1,
        cause: 'auto',
        counted: n !== 3,
        accountId: ACCOUNT,
        channel: 'sms',
      } as const
      const open = { startedAt, ms: null, outcome: null, httpStatus: null, errorCode: null, responseHead: null }
      await store.deliveries.putAttempts([{ ...row, ...open }])
    }

    const instants = [5, 4, 2, 1].map((second) => later(second * 1_000).getTime())
    const sms = { accountId: ACCOUNT, channel: 'sms' } as const
    expect(
      await store.outbox.countedSends([
        { ...sms, offset: 0, count: 9 },
        { ...sms, offset: 3, count: 2 },
        { ...sms, channel: 'email', offset: 0, count: 1 },
      ]),
    ).toEqual([instants, [instants[3]], []])
    expect(await store.outbox.countedSince(ACCOUNT, 'sms', later(1_000))).toBe(3)
  })

  it('writes what became of an attempt over its beginning', async () => {
    const open = {
      deliveryId: 'd',
      n: 1,
      cause: 'auto',
      counted: true,
      accountId: ACCOUNT,
      channel: 'webhook',
      startedAt: now.toISOString(),
    } as const
    const nothing = { ms: null, outcome: null, httpStatus: null, errorCode: null, responseHead: null }
    await store.deliveries.putAttempts([{ ...open, ...nothing }])
    await store.deliveries.putAttempts([
      { ...open, ms: 12.6, outcome: 'failed', httpStatus: 503, errorCode: 'http_503', responseHead: 'no' },
    ])

    expect(await store.deliveries.attemptsOf(['d'])).toEqual([
      { ...open, ms: 13, outcome: 'failed', httpStatus: 503, errorCode: 'http_503', responseHead: 'no' },
    ])
    expect(await store.deliveries.nextAttempt('d')).toBe(2)
  })

  it('lets the members of a summary share its end', async () => {
    const members = await fill(2, { batchKey: 'daily:x', channel: 'email' })
    await store.deliveries.add([aDelivery({ id: 's', notificationId: null, channel: 'email' })])
    await store.deliveries.join(members, 's', now)
    await store.outbox.lease([aDelivery({ id: 's' })], 'i.1', lease)

    await store.outbox.settle(
      [{ id: 's', isSummary: true, leaseOwner: 'i.1', event: 'acknowledged', dueMs: null, reason: null }],
      later(1_000),
    )

    const rows = await store.deliveries.ofNotifications(members.map((id) => `n-${id}`))
    expect(rows.map(({ status, reason }) => [status, reason?.code])).toEqual([
      ['sent', 'in_summary'],
      ['sent', 'in_summary'],
    ])
  })

  it('refuses a second delivery of one notification to one endpoint', async () => {
    const [id = ''] = await fill(1)

    const again = aDelivery({ id: 'again', notificationId: `n-${id}` })
    await expect(store.deliveries.add([again])).rejects.toThrow(/already exists|duplicate key/)
  })

  it('forgets everything with the account', async () => {
    const [id = ''] = await fill(1)
    await store.accounts.remove(ACCOUNT)

    expect(await store.deliveries.byId(ACCOUNT, id)).toBeUndefined()
    expect(await store.outbox.nextDueMs()).toBeNull()
  })
})

describe.each(engines)('leases of the outbox on %s', (_name, open) => {
  startAfresh(open)

  it('makes a row due again when its lease has run out, and refuses what the first claimer then says', async () => {
    const [id = ''] = await fill(1)
    await store.outbox.lease([aDelivery({ id })], 'a.1', lease)

    expect(await store.outbox.due(later(14_999), 'normal', 9)).toEqual([])
    const [again] = await store.outbox.lease(await store.outbox.due(later(15_000), 'normal', 9), 'b.1', {
      now: later(15_000),
      until: later(30_000),
    })
    expect(again).toMatchObject({ attempts: 2, interrupted: 1, leaseOwner: 'b.1' })
    expect(await store.deliveries.byId(ACCOUNT, id)).toEqual(again)

    const sent = { id, isSummary: false, event: 'acknowledged', dueMs: null, reason: null } as const
    expect(await store.outbox.settle([{ ...sent, leaseOwner: 'a.1' }], now)).toEqual(new Set())
    expect(await store.deliveries.byId(ACCOUNT, id)).toMatchObject({ status: 'pending', leaseOwner: 'b.1' })
    expect(await store.outbox.settle([{ ...sent, leaseOwner: 'b.1' }], now)).toEqual(new Set([id]))
    expect(
      await store.outbox.settle([{ ...sent, leaseOwner: 'b.1', event: 'gave_up', reason: { code: 'expired' } }], now),
    ).toEqual(new Set())
    expect(await store.deliveries.byId(ACCOUNT, id)).toMatchObject({ status: 'sent', dueAt: null, leaseOwner: null })
  })

  it('gives back what a process held that is gone, and nothing of one with a similar name', async () => {
    const [first = '', second = ''] = await fill(2)
    const heartbeatAt = now.toISOString()
    await store.outbox.beat({ id: 'i1', host: 'h', pid: 1, processStartedAt: 't', heartbeatAt, sends: true })
    await store.outbox.lease([aDelivery({ id: first })], 'i1.7', lease)
    await store.outbox.lease([aDelivery({ id: second })], 'i10.1', lease)

    expect(await store.outbox.release('i1', now)).toBe(1)
    const due = await store.outbox.due(now, 'normal', 9)
    expect(due.map(({ id, attempts, interrupted }) => [id, attempts, interrupted])).toEqual([[first, 1, 1]])
    expect(await store.outbox.instances()).toEqual([])
  })

  it('counts a leased row as due when its lease ends, or later if it is not due before', async () => {
    const [first = ''] = await fill(1, { endpointId: 'x' })
    await store.outbox.lease(await store.outbox.due(now, 'normal', 9), 'a.1', lease)
    expect(await store.outbox.nextDueMs()).toBe(later(15_000).getTime())

    await fill(1, { dueAt: later(20_000).toISOString() })
    expect(await store.outbox.nextDueMs()).toBe(later(15_000).getTime())

    await store.outbox.settle(
      [{ id: first, isSummary: false, leaseOwner: 'a.1', event: 'acknowledged', dueMs: null, reason: null }],
      now,
    )
    expect(await store.outbox.nextDueMs()).toBe(later(20_000).getTime())

    await store.deliveries.take('d0000', 'manual.1', { now, until: later(9_000) })
    expect(await store.outbox.nextDueMs()).toBe(later(20_000).getTime())
    await store.deliveries.giveBack('d0000', 'manual.1')
    await store.deliveries.take('d0000', 'manual.2', { now, until: later(30_000) })
    expect(await store.outbox.nextDueMs()).toBe(later(30_000).getTime())
  })

  it('passes over leased rows of an endpoint, and gathers none that its owner sends again at the moment', async () => {
    const [first] = await fill(2, { endpointId: 'busy' })
    const [one] = await store.outbox.due(now, 'normal', 1)
    expect(one?.id).toBe(first)
    await store.outbox.lease(one ? [one] : [], 'a.1', lease)

    const others = await store.outbox.dueOfEndpoints(['busy'], now, 9)
    expect(others.map(({ id }) => id)).toEqual(['d0001busy'])
    const after = await store.outbox.dueOfEndpoints(['busy'], later(15_000), 9)
    expect(after.map(({ id }) => id)).toEqual(['d0000busy', 'd0001busy'])

    const [held = ''] = await fill(1, { endpointId: 'list', batchKey: 'k' })
    await store.deliveries.take(held, 'manual.1', { now, until: later(9_000) })
    const group = { accountId: ACCOUNT, channel: 'webhook', endpointId: 'list' } as const
    expect(await store.deliveries.dueGroups(now, 9)).toEqual([])
    expect(await store.deliveries.gatheredOf(group, now)).toEqual([])
    expect((await store.deliveries.gatheredOf(group, later(9_000))).map(({ id }) => id)).toEqual([held])
  })
})
