import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemContent } from '../../../src/notifications/domain/contents.ts'
import { deleteOldNotifications } from '../../../src/notifications/workers/retention.ts'
import { anAccount } from '../../support/market/rows.ts'
import { type Answered, type NotifyCall, notifyCaller } from '../../support/notifications/notify-caller.ts'
import { ACCOUNT, type NotifyWorld, notifyWorld } from '../../support/notifications/notify-world.ts'

let world: NotifyWorld
let call: NotifyCall
const raise = async (title: string, change = {}) => {
  const [result] = await world.raise({ content: { ...systemContent(title, 'Body.', false), ...change } })
  return result?.raised ? result.notification.id : ''
}
const titles = async (input = {}) =>
  (await call('list_notifications', input))['data'].map(({ title }: { title: string }) => title)
const events = async () => (await world.store.feedEvents.after([{ accountId: ACCOUNT, seq: 0 }], 1_000))[0] ?? []

describe('the archive', () => {
  beforeEach(async () => {
    world = await notifyWorld()
    call = notifyCaller(world)
  })
  afterEach(() => world[Symbol.asyncDispose]())

  it('takes notifications out of the list and the count, and gives them back as they were', async () => {
    const [one, two] = [await raise('one'), await raise('two')]
    await raise('three')
    await call('mark_notification_read', { id: two })

    const archived = await call('archive_notifications', { ids: [one, two, 'unknown'] })
    expect(archived).toEqual({
      changed: 2,
      unread_count: 1,
      undo: { id: expect.any(String), until: '2026-11-20T15:10:00.000Z' },
    })
    expect(await titles()).toEqual(['three'])
    const shelf = await call('list_notifications', { archived: true })
    expect(shelf).toMatchObject({ total: 2, unread_count: 1 })
    expect(shelf['data']).toMatchObject([
      { title: 'two', status: 'read', archived_at: '2026-11-20T15:00:00.000Z' },
      { title: 'one', status: 'unread' },
    ])
    expect(await call('archive_notifications', { ids: [one] })).toEqual({ changed: 0, unread_count: 1, undo: null })

    expect(await call('restore_notifications', { ids: [one, two] })).toMatchObject({ changed: 2, unread_count: 2 })
    expect(await titles()).toEqual(['three', 'two', 'one'])
    expect((await events()).slice(-2)).toMatchObject([
      { kind: 'archived', ids: [one, two] },
      { kind: 'restored', ids: [one, two] },
    ])
  })

  it('counts nothing that is read, unread or deleted in it', async () => {
    const ids = [await raise('one'), await raise('two')]
    await call('archive_notifications', { ids })
    await call('mark_notification_read', { id: ids[0] })
    await call('mark_notification_unread', { id: ids[0] })
    await call('delete_notification', { id: ids[1] })
    await call('mark_all_notifications_read')

    expect(await call('unread_count')).toEqual({ unread_count: 0 })
    expect(await world.store.notifications.countUnread(ACCOUNT)).toBe(0)
    expect((await call('list_notifications', { archived: true }))['data']).toMatchObject([{ status: 'unread' }])
  })

  it('is kept as long as the list', async () => {
    await call('archive_notifications', { ids: [await raise('old')] })
    const age = (days: number) => world.clock.advance(days * 86_400_000)
    const clean = async () => {
      const parts = { store: world.store, notifier: world.notifier, now: world.clock.now }
      while (await deleteOldNotifications(parts, new AbortController().signal));
    }
    age(89)
    await clean()
    expect(await titles({ archived: true })).toEqual(['old'])
    age(2)
    await clean()
    expect(await titles({ archived: true })).toEqual([])
  })

  it('keeps a notification that grows, and rings for nothing in it', async () => {
    const group = { key: 'g', grown: (it: object) => ({ ...it, title: 'grown' }), rings: { max: 1, since: '2026' } }
    const id = await raise('first')
    await call('archive_notifications', { ids: [id] })
    await world.store.notifications.setEvents(
      [{ accountId: ACCOUNT, eventKey: 'g', notificationId: id }],
      world.clock.now(),
    )
    const [raised] = await world.raise({ group: group as never })

    expect(raised).toMatchObject({ raised: false, because: 'grown' })
    expect(await titles()).toEqual([])
    expect(await titles({ archived: true })).toEqual(['grown'])
  })
})

describe('a change of all that match', () => {
  beforeEach(async () => {
    world = await notifyWorld()
    call = notifyCaller(world)
  })
  afterEach(() => world[Symbol.asyncDispose]())

  it('changes exactly what a listed page has counted, in one step', async () => {
    await raise('spy', { symbol: 'SPY', type: 'whale_trade' })
    for (let count = 0; count < 300; count++) await raise(`n${count}`)
    const page = await call('list_notifications', { type: 'system', limit: 5 })
    await raise('came meanwhile')

    const done = await call('change_matching_notifications', {
      change: 'archive',
      type: 'system',
      through_seq: page['through_seq'],
    })
    expect(done).toMatchObject({ changed: page['total'], unread_count: 2 })
    expect(await titles()).toEqual(['came meanwhile', 'spy'])
    // Clients fetch the list again instead of three hundred ids.
    expect((await events()).at(-1)).toEqual({ seq: 303, kind: 'reset', ids: [] })

    const back = await call('change_matching_notifications', { change: 'restore' })
    expect(back).toMatchObject({ changed: 300, unread_count: 302 })
    const read = await call('change_matching_notifications', { change: 'read', symbol: 'spy' })
    expect(read).toMatchObject({ changed: 1, unread_count: 301 })
  })

  it('filters by the rule that raised a notification', async () => {
    const rule = { name: 'Rule', source: 'option_flow', criteria: {}, cooldown_minutes: 0 }
    const { id } = await call('create_alert', rule)
    const raisingRule = { id, channels: [], endpointId: null, cooldownMinutes: 0, capability: 'notifications' } as const
    await world.raise({ rule: raisingRule, content: systemContent('of the rule', '', false) })
    await raise('other')

    expect(await titles({ alert_id: id })).toEqual(['of the rule'])
    expect(await call('change_matching_notifications', { change: 'read', alert_id: id })).toMatchObject({ changed: 1 })
  })
})

describe('an undo', () => {
  beforeEach(async () => {
    world = await notifyWorld()
    call = notifyCaller(world)
  })
  afterEach(() => world[Symbol.asyncDispose]())

  it('takes back what “mark all read” read, not what was read or came in another way', async () => {
    const before = await raise('read before')
    await call('mark_notification_read', { id: before })
    const [again, put] = [await raise('read again by hand'), await raise('archived meanwhile')]
    await raise('undone')
    const { undo } = await call('mark_all_notifications_read')
    await call('mark_notification_unread', { id: again })
    await call('mark_notification_read', { id: again })
    await call('archive_notifications', { ids: [put] })
    await call('mark_notification_read', { id: await raise('came later') })

    expect(await call('undo_notification_change', { id: undo.id })).toEqual({ undone: 2, unread_count: 1 })
    expect(await titles({ status: 'unread' })).toEqual(['undone'])
    expect(await titles({ status: 'unread', archived: true })).toEqual(['archived meanwhile'])
    expect(await call('undo_notification_change', { id: undo.id })).toEqual({ undone: 0, unread_count: 1 })
  })

  it('ends after ten minutes, and is of its own account', async () => {
    await raise('one')
    const { undo } = await call('mark_all_notifications_read')
    await world.store.accounts.add(anAccount({ id: 'bob', email: 'bob@example.com' }))
    const bob = notifyCaller(world, { accountId: 'bob' })
    await expect(bob('undo_notification_change', { id: undo.id })).rejects.toMatchObject({ code: 'not_found' })
    world.clock.set(undo.until)
    await expect(call('undo_notification_change', { id: undo.id })).rejects.toMatchObject({ code: 'not_found' })
    expect(await call('unread_count')).toEqual({ unread_count: 0 })
  })

  it('agrees with a small model, whatever is done in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { maxLength: 30 }), async (steps) => {
        await using own = await notifyWorld()
        await walk(own, steps)
      }),
      { numRuns: 40 },
    )
  }, 120_000)
})

describe('the pages of the list', () => {
  beforeEach(async () => {
    world = await notifyWorld()
    call = notifyCaller(world)
    for (let day = 1; day <= 9; day++) {
      world.clock.set(`2026-11-0${day}T15:00:00.000Z`)
      for (const name of ['a', 'b']) await raise(`${day}${name}`)
    }
  })
  afterEach(() => world[Symbol.asyncDispose]())

  const page = async (input: object): Promise<Answered> => {
    const { data, ...rest } = await call('list_notifications', { limit: 4, ...input })
    return { shown: data.map(({ title }: Answered) => title).join(' '), ...rest }
  }

  it('lead forth and back, each with its place among all', async () => {
    const first = await page({})
    expect(first).toMatchObject({ shown: '9b 9a 8b 8a', offset: 0, total: 18, previous_cursor: null })
    const second = await page({ cursor: first['next_cursor'] })
    expect(second).toMatchObject({ shown: '7b 7a 6b 6a', offset: 4 })
    const third = await page({ cursor: second['next_cursor'] })
    expect(await page({ cursor: third['previous_cursor'] })).toEqual(second)
    expect(await page({ cursor: second['previous_cursor'] })).toEqual(first)
  })

  it('start at a date of the zone of the account, with all filters', async () => {
    const jumped = await page({ at_date: '2026-11-05' })
    expect(jumped).toMatchObject({ shown: '5b 5a 4b 4a', offset: 8, total: 18 })
    expect(await page({ cursor: jumped['previous_cursor'] })).toMatchObject({ shown: '7b 7a 6b 6a', offset: 4 })
    expect(await page({ at_date: '2026-12-24' })).toMatchObject({ shown: '9b 9a 8b 8a', offset: 0 })
    // Nothing is that old: the oldest page.
    expect(await page({ at_date: '2026-10-01' })).toMatchObject({ shown: '2b 2a 1b 1a', next_cursor: null })
    expect(await page({ at_date: '2026-11-05', status: 'read' })).toMatchObject({ shown: '', offset: 0, total: 0 })
  })

  it('end full at the newest, and refuse a date beside a cursor', async () => {
    const { next_cursor: cursor } = await page({ limit: 3 })
    const second = await page({ cursor })
    expect(second).toMatchObject({ shown: '8a 7b 7a 6b', offset: 3 })
    expect(await page({ cursor: second['previous_cursor'] })).toMatchObject({ shown: '9b 9a 8b 8a', offset: 0 })
    await expect(page({ cursor, at_date: '2026-11-05' })).rejects.toMatchObject({ code: 'invalid' })
  })
})

const STEP = fc.record({
  kind: fc.constantFrom('raise', 'raise', 'read', 'unread', 'archive', 'restore', 'all', 'archiveAll', 'undo', 'undo'),
  pick: fc.nat({ max: 6 }),
})

interface Modelled {
  isUnread: boolean
  isArchived: boolean
  readBy: string | null
  archivedBy: string | null
}

/** Does the steps with the service and with the model, and compares the two after each. */
async function walk(own: NotifyWorld, steps: readonly { readonly kind: string; readonly pick: number }[]) {
  const ask = notifyCaller(own)
  const rows = new Map<string, Modelled>()
  const actions: { readonly id: string; readonly kind: string }[] = []
  for (const { kind, pick } of steps) {
    await step(own, ask, { rows, actions }, kind, pick)
    const listed = async (archived: boolean) =>
      (await ask('list_notifications', { limit: 100, archived }))['data'].map(({ id, status }: Answered) => [
        id,
        status === 'unread',
      ])
    const modelled = (archived: boolean) =>
      [...rows]
        .filter(([, it]) => it.isArchived === archived)
        .map(([id, it]) => [id, it.isUnread])
        .reverse()
    expect(await listed(false)).toEqual(modelled(false))
    expect(await listed(true)).toEqual(modelled(true))
    const unread = [...rows.values()].filter((it) => it.isUnread && !it.isArchived).length
    expect(await ask('unread_count')).toEqual({ unread_count: unread })
    expect(await own.store.notifications.countUnread(ACCOUNT)).toBe(unread)
  }
}

interface Model {
  readonly rows: Map<string, Modelled>
  readonly actions: { readonly id: string; readonly kind: string }[]
}

async function step(own: NotifyWorld, ask: NotifyCall, model: Model, kind: string, pick: number): Promise<void> {
  const ids = [...model.rows.keys()]
  const id = ids[pick % Math.max(1, ids.length)]
  if (kind === 'raise') return raiseOne(own, model)
  if (kind === 'all' || kind === 'archiveAll') return changeAll(ask, model, kind === 'all' ? 'read' : 'archive')
  if (kind === 'undo') return undoOne(ask, model, pick)
  if (id !== undefined) await changeOne(ask, model, kind, id)
}

async function raiseOne(own: NotifyWorld, { rows }: Model): Promise<void> {
  const [result] = await own.raise({})
  if (!result?.raised) throw new Error('nothing was raised')
  rows.set(result.notification.id, { isUnread: true, isArchived: false, readBy: null, archivedBy: null })
}

async function changeAll(ask: NotifyCall, { rows, actions }: Model, kind: 'read' | 'archive'): Promise<void> {
  const { undo } =
    kind === 'read'
      ? await ask('mark_all_notifications_read')
      : await ask('change_matching_notifications', { change: 'archive' })
  if (undo) actions.push({ id: undo.id, kind })
  for (const it of rows.values()) {
    if (it.isArchived) continue
    if (kind === 'archive') Object.assign(it, { isArchived: true, archivedBy: undo.id })
    else if (it.isUnread) Object.assign(it, { isUnread: false, readBy: undo.id })
  }
}

async function undoOne(ask: NotifyCall, { rows, actions }: Model, pick: number): Promise<void> {
  const action = actions[pick % Math.max(1, actions.length)]
  if (!action) return
  await ask('undo_notification_change', { id: action.id })
  for (const it of rows.values()) {
    if (action.kind === 'read' && it.readBy === action.id) Object.assign(it, { isUnread: true, readBy: null })
    if (action.kind !== 'read' && it.archivedBy === action.id) {
      Object.assign(it, { isArchived: action.kind === 'restore', archivedBy: null })
    }
  }
}

async function changeOne(ask: NotifyCall, { rows, actions }: Model, kind: string, id: string): Promise<void> {
  const row = rows.get(id)
  if (!row) throw new Error('the model has no such row')
  if (kind === 'archive' || kind === 'restore') {
    const { undo } = await ask(`${kind}_notifications`, { ids: [id] })
    if (!undo) return
    actions.push({ id: undo.id, kind })
    Object.assign(row, { isArchived: kind === 'archive', archivedBy: undo.id })
    return
  }
  await ask(`mark_notification_${kind}`, { id })
  if (row.isUnread !== (kind === 'unread')) Object.assign(row, { isUnread: kind === 'unread', readBy: null })
}
