import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { INTERESTS } from '../../../src/alerts/domain/interests.ts'
import { ALL_ACCOUNTS } from '../../../src/alerts/domain/shard.ts'
import type { Store } from '../../../src/app/store/open-store.ts'
import { idPrefixAt } from '../../../src/lib/node/ids.ts'
import { HEALTHY } from '../../../src/notifications/domain/delivery/endpoint-health.ts'
import type { Endpoint } from '../../../src/notifications/store/endpoints.ts'
import { engines } from '../../support/engines.ts'
import { anAccount } from '../../support/market/rows.ts'
import { aDelivery, aFlowRule, aNotification, watching } from '../../support/notifications/notification-rows.ts'

const now = new Date('2026-11-20T15:00:00.000Z')
const later = (ms: number) => new Date(now.getTime() + ms)
const ACCOUNT = anAccount().id

function anEndpoint(change: Partial<Endpoint> = {}): Endpoint {
  return {
    id: 'e1',
    accountId: ACCOUNT,
    alertId: null,
    channel: 'webhook',
    addressSealed: 'sealed',
    addressDigest: 'digest',
    label: 'https://hooks.example/…',
    secretSealed: 'secret',
    olderSecretSealed: null,
    olderSecretUntil: null,
    verifiedAt: now.toISOString(),
    health: HEALTHY,
    refusals: 0,
    createdAt: now.toISOString(),
    ...change,
  }
}

let store: Store

function startAfresh(open: () => Promise<Store>): void {
  beforeEach(async () => {
    store = await open()
    await store.accounts.add(anAccount())
  })
  afterEach(() => store[Symbol.asyncDispose]())
}

describe.each(engines)('what belongs to notifications on %s', (_name, open) => {
  startAfresh(open)

  it('keeps addresses, by account or by rule, with their health', async () => {
    await store.alerts.add(aFlowRule())
    await store.endpoints.put(anEndpoint())
    await store.endpoints.put(anEndpoint({ id: 'e2', alertId: aFlowRule().id }))
    const cooling = { state: 'cooling', failures: 5, firstFailureMs: 1, openUntilMs: now.getTime() } as const
    await store.endpoints.setHealth('e1', cooling)
    await store.endpoints.put(anEndpoint({ id: 'e2', alertId: aFlowRule().id, label: 'new' }))

    expect(await store.endpoints.byIds(['e1', 'e3'])).toEqual([anEndpoint({ health: cooling })])
    expect((await store.endpoints.ofAccounts([ACCOUNT, 'x'])).map(({ id, label }) => [id, label])).toEqual([
      ['e1', 'https://hooks.example/…'],
      ['e2', 'new'],
    ])
    await expect(store.endpoints.put(anEndpoint({ id: 'e3' }))).rejects.toThrow()
    expect(await store.endpoints.remove('bob', 'e1')).toBe(false)
    await store.alerts.remove(ACCOUNT, aFlowRule().id)
    expect((await store.endpoints.ofAccount(ACCOUNT)).map(({ id }) => id)).toEqual(['e1'])
  })

  it('gives a code of a phone a number of tries until it expires', async () => {
    const code = {
      id: 'c1',
      accountId: ACCOUNT,
      phoneSealed: 'p',
      codeDigest: 'd',
      createdAt: now.toISOString(),
      expiresAt: later(1_000).toISOString(),
    }
    await store.phoneCodes.add(code)

    expect(await store.phoneCodes.countSince(ACCOUNT, later(-1))).toBe(1)
    expect(await store.phoneCodes.tryLast(ACCOUNT, 2, now)).toEqual(code)
    expect(await store.phoneCodes.tryLast(ACCOUNT, 2, now)).toEqual(code)
    expect(await store.phoneCodes.tryLast(ACCOUNT, 2, now)).toBeUndefined()
    expect(await store.phoneCodes.tryLast(ACCOUNT, 9, later(1_000))).toBeUndefined()
    await store.phoneCodes.expire('c1')
    expect(await store.phoneCodes.tryLast(ACCOUNT, 9, now)).toBeUndefined()
  })

  it('keeps a watchlist in its order', async () => {
    await store.watchlists.put(ACCOUNT, ['SPY', 'AAPL'])
    await store.watchlists.put(ACCOUNT, ['QQQ', 'AAPL', 'SPY'])

    expect(await store.watchlists.of(ACCOUNT)).toEqual(['QQQ', 'AAPL', 'SPY'])
    expect(await store.watchlists.accountsWatching('AAPL')).toEqual([ACCOUNT])
  })

  it('knows who watches what, of accounts in good standing', async () => {
    await store.accounts.add(anAccount({ id: 'other', email: 'other@example.com' }))
    await store.accounts.add(anAccount({ id: 'out', email: 'out@example.com', status: 'suspended' }))
    for (const id of [ACCOUNT, 'other', 'out']) await store.watchlists.put(id, id === 'out' ? ['QQQ'] : ['SPY'])

    expect(await store.watchlists.watchers()).toEqual(new Map([['SPY', watching(...[ACCOUNT, 'other'].sort())]]))
  })

  it('says that somebody asks for something else once a rule or a watchlist was written, in a transaction after its end', async () => {
    const reported: (string | null)[] = []
    store.onChange(INTERESTS, (accountId) => reported.push(accountId))
    const counts: number[] = []
    const note = () => counts.push(reported.length)
    await store.transaction(async ({ watchlists, alerts }) => {
      await watchlists.put(ACCOUNT, ['SPY'])
      await alerts.add(aFlowRule())
      expect(reported).toEqual([])
    })
    note()
    await store.alerts.replace({ ...aFlowRule(), enabled: false })
    note()
    await store.alerts.remove(ACCOUNT, aFlowRule().id)
    note()
    await store.watchlists.put(ACCOUNT, [])
    note()
    await store.watchlists.of(ACCOUNT)

    expect(counts).toEqual([2, 3, 4, 5])
    expect(new Set(reported)).toEqual(new Set([ACCOUNT]))
    expect(reported).toHaveLength(5)
  })

  it('remembers one place on the tape of each symbol', async () => {
    await store.flowPositions.put(ALL_ACCOUNTS, [{ symbol: 'SPY', sessionDate: '2026-11-19', sequence: 900 }])
    await store.flowPositions.put(ALL_ACCOUNTS, [{ symbol: 'SPY', sessionDate: '2026-11-20', sequence: -1 }])
    await store.flowPositions.put(ALL_ACCOUNTS, [{ symbol: 'QQQ', sessionDate: '2026-11-20', sequence: 3 }])
    await store.flowPositions.remove(ALL_ACCOUNTS, ['QQQ', 'KO'])
    await store.flowPositions.remove(ALL_ACCOUNTS, [])

    expect(await store.flowPositions.of(ALL_ACCOUNTS)).toEqual([
      { symbol: 'SPY', sessionDate: '2026-11-20', sequence: -1 },
    ])
  })
})

describe.each(engines)('stored deliveries on %s', (_name, open) => {
  startAfresh(open)

  it('finds an address in every account, and turns what was sent into what did not arrive', async () => {
    await store.accounts.add(anAccount({ id: 'other', email: 'other@example.com' }))
    for (const accountId of [ACCOUNT, 'other']) {
      await store.endpoints.put(anEndpoint({ id: `e-${accountId}`, accountId, channel: 'sms' }))
    }
    await store.notifications.add([aNotification()])
    await store.deliveries.add([aDelivery({ id: 'd1', channel: 'sms', status: 'sent', dueAt: null })])
    const reason = { code: 'undelivered', text: 'No.' } as const

    expect((await store.endpoints.ofAddress('sms', 'digest')).length).toBe(2)
    expect(await store.endpoints.ofAddress('webhook', 'digest')).toEqual([])
    expect(await store.deliveries.setUndelivered('d1', 'email', reason, now)).toBe(false)
    expect(await store.deliveries.setUndelivered('d1', 'sms', reason, now)).toBe(true)
    expect(await store.deliveries.setUndelivered('d1', 'sms', reason, now)).toBe(false)
  })

  it('knows the recipients of many accounts at once', async () => {
    const found = await store.notificationSettings.recipients([ACCOUNT, 'nobody', ACCOUNT])

    expect([...found.keys()]).toEqual([ACCOUNT])
    expect(found.get(ACCOUNT)).toMatchObject({ account: { email: 'ada@example.com' }, settings: { enabled: true } })
  })

  it('gathers what waits for one message, and sends a key once to an address', async () => {
    const group = { accountId: ACCOUNT, channel: 'email', endpointId: 'e1' } as const
    for (const seq of [1, 2]) {
      await store.notifications.add([aNotification({ id: `n${seq}`, seq })])
      await store.deliveries.add([
        aDelivery({ id: `d${seq}`, notificationId: `n${seq}`, channel: 'email', batchKey: 'k' }),
      ])
    }

    expect(await store.deliveries.dueGroups(now, 10)).toEqual([group])
    expect((await store.deliveries.gatheredOf(group, now)).map(({ id }) => id)).toEqual(['d1', 'd2'])
    expect(await store.deliveries.heldOf(ACCOUNT)).toHaveLength(2)
    expect(await store.deliveries.addBatch('k', group, 's', now)).toBe(true)
    expect(await store.deliveries.addBatch('k', group, 's2', now)).toBe(false)
    expect(await store.deliveries.hasBatch('k', 'e1')).toBe(true)
    await store.deliveries.join(['d1', 'd2'], 's', now)
    expect(await store.deliveries.dueGroups(now, 10)).toEqual([])
  })

  it('promotes, puts off and drops what waits for a slot', async () => {
    for (const seq of [1, 2, 3]) {
      await store.notifications.add([aNotification({ id: `n${seq}`, seq })])
      await store.deliveries.add([aDelivery({ id: `d${seq}`, notificationId: `n${seq}`, status: 'throttled' })])
    }
    expect(await store.outbox.dueThrottled(now, 9)).toEqual([{ accountId: ACCOUNT, channel: 'webhook' }])
    await store.outbox.promote(['d1'], now)
    await store.outbox.postpone(['d2'], later(5_000).getTime())
    await store.outbox.drop(['d3'], { code: 'limit_dropped', window: 'hour', limit: 5 }, now)

    const states = (await store.deliveries.list(ACCOUNT, {}, { limit: 9 })).map(({ status, dueAt }) => [status, dueAt])
    expect(states).toEqual([
      ['throttled', null],
      ['throttled', '2026-11-20T15:00:05.000Z'],
      ['pending', '2026-11-20T15:00:00.000Z'],
    ])
    expect((await store.outbox.throttledOf(ACCOUNT, 'webhook')).map(({ id }) => id)).toEqual(['d2'])
  })

  it('holds a row for a redelivery, and gives it back as it was', async () => {
    await store.notifications.add([aNotification()])
    const { id } = aDelivery()
    await store.deliveries.add([aDelivery()])

    expect(await store.deliveries.take(id, 'manual.1', { now, until: later(9_000) })).toBe(true)
    expect(await store.deliveries.take(id, 'manual.2', { now, until: later(9_000) })).toBe(false)
    expect(await store.outbox.due(now, 'normal', 9)).toEqual([])
    await store.deliveries.giveBack(id, 'manual.2')
    expect(await store.outbox.due(now, 'normal', 9)).toEqual([])
    await store.deliveries.giveBack(id, 'manual.1')
    expect(await store.outbox.due(now, 'normal', 9)).toEqual([aDelivery()])
  })

  it('holds a row again for a redelivery whose process ended, once its lease has', async () => {
    await store.notifications.add([aNotification()])
    const { id } = aDelivery()
    await store.deliveries.add([aDelivery({ dueAt: later(3_600_000).toISOString() })])
    await store.deliveries.take(id, 'manual.1', { now, until: later(9_000) })

    expect(await store.deliveries.take(id, 'manual.2', { now: later(8_999), until: later(18_000) })).toBe(false)
    expect(await store.deliveries.take(id, 'manual.3', { now: later(9_000), until: later(18_000) })).toBe(true)
    expect(await store.deliveries.byId(ACCOUNT, id)).toMatchObject({ leaseOwner: 'manual.3' })
  })

  it('turns what was sent into failed when a provider reports that it did not arrive, and nothing else', async () => {
    await store.notifications.add([aNotification()])
    await store.deliveries.add([aDelivery()])
    const { id } = aDelivery()

    const reason = { code: 'undelivered', text: 'The number cannot be reached.' } as const
    expect(await store.deliveries.setUndelivered(id, 'webhook', reason, now)).toBe(false)
    await store.deliveries.markRedelivered(id, now)
    expect(await store.deliveries.setUndelivered(id, 'webhook', reason, now)).toBe(true)
    expect(await store.deliveries.byId(ACCOUNT, id)).toMatchObject({
      status: 'failed',
      reason: { code: 'undelivered' },
    })
  })

  it('takes what has grown too old, bite by bite, and nothing younger', async () => {
    const { retention } = store
    await store.notifications.add([aNotification()])
    // Rows are as old as their ids say.
    const id = `${idPrefixAt(now)}${'0'.repeat(16)}`
    await store.deliveries.add([aDelivery({ id, status: 'sent', dueAt: null })])
    const attempt = {
      deliveryId: id,
      n: 1,
      cause: 'auto',
      counted: true,
      accountId: ACCOUNT,
      channel: 'webhook',
    } as const
    const outcome = {
      startedAt: now.toISOString(),
      ms: 1,
      outcome: 'sent',
      httpStatus: 200,
      errorCode: null,
      responseHead: 'ok',
    } as const
    await store.deliveries.putAttempts([{ ...attempt, ...outcome }])
    await store.feedEvents.add([{ accountId: ACCOUNT, seq: 1, kind: 'notification', ids: ['n'] }], now)
    await store.notifications.addEvents([{ accountId: ACCOUNT, eventKey: 'k', notificationId: 'n' }], now)
    await store.deliveries.addBatch('k', { accountId: ACCOUNT, channel: 'email', endpointId: 'e' }, 's', now)
    await store.endpoints.put(anEndpoint({ olderSecretSealed: 'o', olderSecretUntil: now.toISOString() }))
    const bites = [
      async (at: Date) => (await retention.expired(at)).size,
      (at: Date) => retention.clearResponses(at),
      (at: Date) => retention.removeAttempts(at),
      (at: Date) => retention.removeDeliveries(at),
      (at: Date) => retention.removeFeedEvents(at),
      (at: Date) => retention.removeEvents(at),
      (at: Date) => retention.removeBatches(at),
    ]

    for (const bite of bites) {
      expect(await bite(now)).toBe(0)
      expect(await bite(later(1))).toBe(1)
    }
    expect(await retention.forgetOlderSecrets(later(-1))).toBe(0)
    expect(await retention.forgetOlderSecrets(now)).toBe(1)
    expect(await retention.removeDeleted()).toBe(0)
    await store.notifications.markDeleted(ACCOUNT, [aNotification().id], now)
    expect(await retention.removeDeleted()).toBe(1)
  })
})
