import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { whaleContent } from '../../../src/alerts/domain/alert-contents.ts'
import { systemContent } from '../../../src/notifications/domain/contents.ts'
import { anAccount } from '../../support/market/rows.ts'
import { aPrint } from '../../support/notifications/notification-rows.ts'
import { type NotifyCall, notifyCaller, onPlan } from '../../support/notifications/notify-caller.ts'
import { ACCOUNT, type NotifyWorld, notifyWorld } from '../../support/notifications/notify-world.ts'

describe('the bell', () => {
  let world: NotifyWorld
  let call: NotifyCall
  beforeEach(async () => {
    world = await notifyWorld()
    call = notifyCaller(world)
  })
  afterEach(() => world[Symbol.asyncDispose]())

  const titles = async (input = {}) =>
    (await call('list_notifications', input))['data'].map(({ title }: { title: string }) => title)
  const raise = async (title: string, change = {}) => {
    const [result] = await world.raise({ content: { ...systemContent(title, 'Body.', false), ...change } })
    return result?.raised ? result.notification.id : ''
  }

  it('lists records as the API documents them, with every way they took', async () => {
    await world.settings({
      channels: { ...(await world.store.notificationSettings.of(ACCOUNT))!.channels, webhook: true },
    })
    await world.endpoint('webhook', '/hook')
    await world.raise({ content: whaleContent(aPrint()) })
    await world.dispatcher.run()

    expect(await call('list_notifications')).toEqual({
      data: [
        {
          id: expect.any(String),
          seq: 1,
          type: 'whale_trade',
          title: 'Whale trade: NVDA 200 call, $600K',
          body: '1200 contracts of NVDA 200 call 2026-12-04 (14 days) for $600K, At Ask. Unusual score 82.',
          symbol: 'NVDA',
          priority: 'normal',
          status: 'unread',
          details: {
            activity_type: 'whale_trade',
            symbol: 'NVDA',
            option_symbol: 'NVDA  261204C00200000',
            option_type: 'call',
            strike: 200,
            expiration_date: '2026-12-04',
            premium: 600_000,
            unusual_score: 82,
            side: 'at_ask',
            side_label: 'At Ask',
            dte: 14,
            size: 1_200,
            triggered_at: '2026-11-20T15:00:00.000Z',
          },
          created_at: '2026-11-20T15:00:00.000Z',
          read_at: null,
          archived_at: null,
          alert_id: null,
          deliveries: [
            { channel: 'webhook', status: 'sent', reason: null, attempts: 1, updated_at: '2026-11-20T15:00:00.000Z' },
          ],
        },
      ],
      next_cursor: null,
      previous_cursor: null,
      offset: 0,
      total: 1,
      through_seq: 1,
      unread_count: 1,
    })
  })

  it('filters by type, status and symbol, and by days of the zone of the account', async () => {
    world.clock.set('2026-11-19T04:59:59.999Z')
    await raise('last of the 18th in New York')
    world.clock.set('2026-11-19T05:00:00.000Z')
    await raise('first of the 19th')
    world.clock.set('2026-11-20T15:00:00.000Z')
    const read = await raise('today', { type: 'account' })
    await raise('of a symbol', { type: 'whale_trade', symbol: 'SPY' })
    await call('mark_notification_read', { id: read })

    expect(await titles({ date: 'today' })).toEqual(['of a symbol', 'today'])
    expect(await titles({ date: 'custom', from: '2026-11-19', to: '2026-11-19' })).toEqual(['first of the 19th'])
    expect(await titles({ date: 'custom', to: '2026-11-18' })).toEqual(['last of the 18th in New York'])
    expect(await titles({ date: 'last_7_days', type: 'system' })).toHaveLength(3)
    expect(await titles({ symbol: 'spy' })).toEqual(['of a symbol'])
    expect(await titles({ status: 'read' })).toEqual(['today'])
    expect(await titles({ type: 'whale_trade', status: 'unread' })).toEqual(['of a symbol'])
  })

  it('pages without loss or double while new ones arrive', async () => {
    for (let count = 1; count <= 5; count++) await raise(`n${count}`)
    const first = await call('list_notifications', { limit: 2 })
    await raise('new')
    const second = await call('list_notifications', { limit: 2, cursor: first['next_cursor'] })
    const third = await call('list_notifications', { limit: 2, cursor: second['next_cursor'] })

    const seen = [first, second, third].flatMap((it) => it['data'].map(({ title }: { title: string }) => title))
    expect(seen).toEqual(['n5', 'n4', 'n3', 'n2', 'n1'])
    expect(third['next_cursor']).toBeNull()
    expect(third['total']).toBe(6)
  })

  it.each([
    [{ date: 'custom' }, 'from'],
    [{ from: '2026-11-20' }, 'from'],
    [{ date: 'custom', from: '2026-11-20', to: '2026-11-19' }, 'to'],
    [{ date: 'custom', from: '2026-02-30' }, 'from'],
    [{ cursor: 'nonsense' }, 'cursor'],
    [{ type: 'fax' }, 'type'],
    [{ limit: 101 }, 'limit'],
  ])('refuses %j and names %s', async (input, path) => {
    await expect(call('list_notifications', input)).rejects.toMatchObject({
      code: 'invalid',
      details: { issues: [expect.objectContaining({ path })] },
    })
  })

  it('deletes five hundred at once and not one of ten thousand', async () => {
    const ids = (await world.raise(...Array.from({ length: 501 }, () => ({})))).flatMap((it) =>
      it.raised ? [it.notification.id] : [],
    )
    const many = Array.from({ length: 10_000 }, (_, index) => ids[index % ids.length])

    for (const asked of [ids, many]) {
      await expect(call('delete_notifications', { ids: asked })).rejects.toMatchObject({ code: 'invalid' })
    }
    expect(await call('unread_count')).toEqual({ unread_count: 501 })
    expect(await call('delete_notifications', { ids: ids.slice(1) })).toEqual({ deleted: 500, unread_count: 1 })
  })

  it('shows nothing of another account, and changes nothing there', async () => {
    const id = await raise('mine')
    await world.store.accounts.add(anAccount({ id: 'bob', email: 'bob@example.com' }))
    const bob = notifyCaller(world, { accountId: 'bob' })

    for (const name of ['mark_notification_read', 'mark_notification_unread', 'delete_notification']) {
      await expect(bob(name, { id })).rejects.toMatchObject({ code: 'not_found' })
    }
    expect(await bob('delete_notifications', { ids: [id, id] })).toEqual({ deleted: 0, unread_count: 0 })
    expect(await bob('list_notifications')).toMatchObject({ data: [], total: 0, unread_count: 0 })
    expect(await call('unread_count')).toEqual({ unread_count: 1 })
  })

  it('exports what the filters name as rows, the details in columns', async () => {
    await world.raise({ content: { ...whaleContent(aPrint()), title: '=cmd' } })
    await raise('other')
    const { data } = await call('export_notifications', { symbol: 'NVDA' })

    expect(data).toMatchObject([{ title: '=cmd', premium: 600_000, side_label: 'At Ask', alert_name: null }])
    await onPlan(world, 'theta')
    await expect(call('export_notifications')).rejects.toMatchObject({ details: { requiredPlan: 'vega' } })
  })
})

describe('the bell and a small model of it', () => {
  it('never drift apart, whatever is done in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { maxLength: 40 }), async (steps) => {
        await using own = await notifyWorld()
        const ask = notifyCaller(own)
        const model = new Map<string, { unread: boolean; deleted: boolean }>()
        let seq = 0
        const alive = () => [...model].filter(([, it]) => !it.deleted)
        for (const { kind, pick } of steps) {
          const ids = [...model.keys()]
          const id = ids[pick % Math.max(1, ids.length)] ?? 'unknown'
          const state = model.get(id)
          if (kind === 'raise') {
            const [result] = await own.raise({})
            if (result?.raised) model.set(result.notification.id, { unread: true, deleted: false })
            seq++
          } else if (kind === 'all') {
            const unread = alive().filter(([, it]) => it.unread)
            expect(await ask('mark_all_notifications_read')).toMatchObject({ updated: unread.length, unread_count: 0 })
            for (const [, it] of unread) it.unread = false
            if (unread.length > 0) seq++
          } else if (kind === 'select') {
            const chosen = ids.slice(0, pick + 1)
            if (chosen.length === 0) continue
            const gone = chosen.filter((it) => model.get(it)?.deleted === false)
            expect((await ask('delete_notifications', { ids: chosen }))['deleted']).toBe(gone.length)
            for (const it of gone) model.set(it, { unread: false, deleted: true })
            if (gone.length > 0) seq++
          } else if (!state || state.deleted) {
            await expect(ask(OPERATIONS[kind], { id })).rejects.toMatchObject({ code: 'not_found' })
          } else {
            await ask(OPERATIONS[kind], { id })
            const before = `${state.unread}${state.deleted}`
            if (kind === 'delete') Object.assign(state, { unread: false, deleted: true })
            else state.unread = kind === 'unread'
            if (before !== `${state.unread}${state.deleted}`) seq++
          }
          const list = await ask('list_notifications', { limit: 100 })
          expect(list['data'].map((it: { id: string; status: string }) => [it.id, it.status])).toEqual(
            alive()
              .reverse()
              .map(([it, { unread }]) => [it, unread ? 'unread' : 'read']),
          )
          const unread = alive().filter(([, it]) => it.unread).length
          expect(list['unread_count']).toBe(unread)
          expect(await own.store.notifications.countUnread(ACCOUNT)).toBe(unread)
          expect(await own.store.feedEvents.head(ACCOUNT)).toEqual({ seq, unreadCount: unread })
        }
        const [feed = []] = await own.store.feedEvents.after([{ accountId: ACCOUNT, seq: 0 }], 1_000)
        expect(feed.map((it) => it.seq)).toEqual(Array.from({ length: seq }, (_, index) => index + 1))
      }),
      { numRuns: 40 },
    )
  }, 120_000)
})

const OPERATIONS = {
  read: 'mark_notification_read',
  unread: 'mark_notification_unread',
  delete: 'delete_notification',
} as const

const STEP = fc.record({
  kind: fc.constantFrom('raise', 'raise', 'read', 'unread', 'delete', 'all', 'select'),
  pick: fc.nat({ max: 10 }),
})
