import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/app/store/open-store.ts'
import { cooldownCutoffMs } from '../../../src/notifications/domain/cooldown.ts'
import { DEFAULT_SETTINGS } from '../../../src/notifications/domain/settings.ts'
import { engines } from '../../support/engines.ts'
import { anAccount } from '../../support/market/rows.ts'
import { aFlowRule, aNotification } from '../../support/notifications/notification-rows.ts'

const now = new Date('2026-11-20T15:00:00.000Z')
const ACCOUNT = anAccount().id

describe.each(engines)('notifications on %s', (_name, open) => {
  let store: Store
  beforeEach(async () => {
    store = await open()
    await store.accounts.add(anAccount())
    await store.accounts.add(anAccount({ id: 'bob', email: 'bob@example.com' }))
  })
  afterEach(() => store[Symbol.asyncDispose]())

  it('take places in the feed without holes, also when many come at once', async () => {
    const move = { accountId: ACCOUNT, unreadBy: 1 }
    const heads = await Promise.all(
      Array.from({ length: 25 }, () => store.transaction(({ feedEvents }) => feedEvents.advance([move]))),
    )

    expect(
      heads
        .flat()
        .map(({ seq }) => seq)
        .sort((a, b) => a - b),
    ).toEqual(Array.from({ length: 25 }, (_, index) => index + 1))
    expect(await store.feedEvents.head(ACCOUNT)).toEqual({ seq: 25, unreadCount: 25 })
    expect(await store.feedEvents.head('bob')).toEqual({ seq: 0, unreadCount: 0 })
  })

  it('list newest first, filtered, page by page', async () => {
    const add = (seq: number, change: Parameters<typeof aNotification>[0]) =>
      store.notifications.add([aNotification({ id: `n${seq}`, seq, ...change })])
    await add(1, { symbol: 'SPY' })
    await add(2, { type: 'system_update', symbol: null })
    await add(3, { readAt: now.toISOString() })
    await add(4, { createdAt: '2026-11-19T15:00:00.000Z' })
    await store.notifications.add([aNotification({ id: 'other', accountId: 'bob' })])
    const seqs = async (filter: Parameters<Store['notifications']['list']>[1], page = {}) =>
      (await store.notifications.list(ACCOUNT, filter, { limit: 10, ...page })).map(({ seq }) => seq)

    expect(await seqs({})).toEqual([4, 3, 2, 1])
    expect(await seqs({}, { beforeSeq: 3, limit: 1 })).toEqual([2])
    expect(await seqs({ symbol: 'SPY' })).toEqual([1])
    expect(await seqs({ types: ['system_update', 'account'] })).toEqual([2])
    expect(await seqs({ status: 'unread' })).toEqual([4, 2, 1])
    expect(await seqs({ status: 'read' })).toEqual([3])
    expect(await seqs({ since: '2026-11-20T00:00:00.000Z', until: '2026-11-21T00:00:00.000Z' })).toEqual([3, 2, 1])
    expect(await store.notifications.count(ACCOUNT, { status: 'unread' })).toBe(3)
  })

  it("change once, and never another account's", async () => {
    await store.notifications.add([aNotification()])
    const { id } = aNotification()

    expect(await store.notifications.markRead('bob', { ids: [id] }, now, null)).toEqual([])
    expect(await store.notifications.markRead(ACCOUNT, { ids: [id, 'unknown'] }, now, null)).toEqual([
      { id, isCounted: true },
    ])
    expect(await store.notifications.markRead(ACCOUNT, { ids: [id] }, now, null)).toEqual([])
    expect(await store.notifications.markUnread(ACCOUNT, { ids: [id] })).toEqual([{ id, isCounted: true }])
    expect(await store.notifications.markDeleted(ACCOUNT, [id], now)).toEqual([{ id, isCounted: true }])
    expect(await store.notifications.markDeleted(ACCOUNT, [id], now)).toEqual([])
    expect(await store.notifications.byIds(ACCOUNT, [id])).toEqual([])
  })

  it('are known by their events after they are gone', async () => {
    const event = (accountId: string, notificationId: string, eventKey = 'whale_trade:1') => {
      return { accountId, eventKey, notificationId }
    }
    const raised = [event(ACCOUNT, 'n1'), event(ACCOUNT, 'n2'), event('bob', 'n3')]

    expect(await store.notifications.addEvents(raised, now)).toEqual([true, false, true])
    expect(await store.notifications.addEvents(raised, now)).toEqual([false, false, false])
    await store.notifications.removeEvents([event(ACCOUNT, 'n2'), event('bob', 'n3')])

    const asked = [event(ACCOUNT, ''), event(ACCOUNT, '', 'x'), event('bob', '')]
    expect(await store.notifications.ofEvents(asked)).toEqual(['n1', null, null])
  })

  it('are rewritten while they are visible, and an event can raise another one', async () => {
    await store.notifications.add([aNotification({ id: 'n1', seq: 1 }), aNotification({ id: 'n2', seq: 2 })])
    await store.notifications.markDeleted(ACCOUNT, ['n2'], now)
    const grown = { title: 'Three prints', body: 'All of them.', details: { prints: 3 } }
    await store.notifications.rewrite([
      aNotification({ id: 'n1', seq: 1, ...grown }),
      aNotification({ id: 'n2', seq: 2, ...grown }),
    ])
    const event = { accountId: ACCOUNT, eventKey: 'group' }
    for (const notificationId of ['n1', 'n2']) await store.notifications.setEvents([{ ...event, notificationId }], now)

    expect(await store.notifications.inSight(['n1', 'n2'])).toMatchObject([{ id: 'n1', ...grown }])
    expect(await store.notifications.ofEvents([event])).toEqual(['n2'])
  })

  it('give the feed after a place', async () => {
    for (const seq of [1, 2, 3])
      await store.feedEvents.add([{ accountId: ACCOUNT, seq, kind: 'read', ids: [`n${seq}`] }], now)

    const places = [1, 3].map((seq) => ({ accountId: ACCOUNT, seq }))
    expect(await store.feedEvents.after(places, 9)).toEqual([
      [
        { seq: 2, kind: 'read', ids: ['n2'] },
        { seq: 3, kind: 'read', ids: ['n3'] },
      ],
      [],
    ])
  })

  it('have settings: the defaults in the zone of the account, then what was put', async () => {
    expect(await store.notificationSettings.of(ACCOUNT)).toEqual({
      ...DEFAULT_SETTINGS,
      timeZone: anAccount().timeZone,
    })
    expect(await store.notificationSettings.of('nobody')).toBeUndefined()
    const put = { ...DEFAULT_SETTINGS, enabled: false, frequency: 'daily' as const, sound: false }
    await store.notificationSettings.put(ACCOUNT, put)
    await store.notificationSettings.put(ACCOUNT, { ...put, sound: true })

    expect(await store.notificationSettings.of(ACCOUNT)).toEqual({ ...put, sound: true })
  })
})

describe.each(engines)('rules on %s', (_name, open) => {
  let store: Store
  const at = now.getTime()
  const MINUTE = 60_000
  beforeEach(async () => {
    store = await open()
    await store.accounts.add(anAccount())
    await store.alerts.add(aFlowRule())
  })
  afterEach(() => store[Symbol.asyncDispose]())
  const { id } = aFlowRule()
  const fire = async (ms: number, cooldown = 30, symbol = 'NVDA') =>
    (await store.cooldowns.fire([{ alertId: id, symbol, cutoffMs: cooldownCutoffMs(cooldown, ms) }], ms))[0]

  it('come back as they were put, and change as a whole', async () => {
    const changed = aFlowRule({ name: 'Other', channels: ['email'], criteria: { symbols: ['SPY'] }, enabled: false })

    expect(await store.alerts.byId(ACCOUNT, id)).toEqual(aFlowRule())
    expect(await store.alerts.replace(changed)).toBe(true)
    expect(await store.alerts.byId(ACCOUNT, id)).toEqual(changed)
    expect(await store.alerts.replace({ ...changed, accountId: 'bob' })).toBe(false)
    expect(await store.alerts.allEnabled()).toEqual([])
  })

  it('let one of many simultaneous matches through', async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, () =>
        store.transaction(({ cooldowns }) =>
          cooldowns.fire(Array(2).fill({ alertId: id, symbol: 'NVDA', cutoffMs: at - 1 }), at),
        ),
      ),
    )

    expect(results.flat()).toHaveLength(40)
    expect(results.flat().filter((it) => it !== null)).toEqual([at])
  })

  it('cool down by symbol, to the millisecond', async () => {
    expect(await fire(at)).toBe(at)
    expect(await fire(at + 30 * MINUTE - 1)).toBeNull()
    expect(await fire(at, 30, 'SPY')).toBe(at)
    expect(await fire(at + 30 * MINUTE)).toBe(at + 30 * MINUTE)
  })

  it('give every match an instant of its own where there is no cooldown', async () => {
    expect([await fire(at, 0), await fire(at, 0), await fire(at, 0)]).toEqual([at, at + 1, at + 2])
    // The clock was set back.
    expect(await fire(at - 5_000, 0)).toBe(at + 3)
  })

  it('count what they kept back until the next match', async () => {
    await fire(at)
    const match = { alertId: id, symbol: 'NVDA' }
    expect(
      await store.cooldowns.suppress([
        { ...match, count: 1 },
        { ...match, count: 3 },
      ]),
    ).toEqual([at, at])

    expect(await store.cooldowns.fires(id)).toEqual([{ symbol: 'NVDA', firedMs: at, suppressed: 4 }])
    await fire(at + 31 * MINUTE)
    expect((await store.cooldowns.fires(id))[0]?.suppressed).toBe(0)
  })
})
