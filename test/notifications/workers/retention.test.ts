import { describe, expect, it } from 'vitest'
import { deleteOldFlow } from '../../../src/flow/workers/retention.ts'
import { tapeKeeper } from '../../../src/flow/workers/tape-keeper.ts'
import { type InstanceParts, keepLeases, type LiveProcesses } from '../../../src/notifications/workers/instances.ts'
import { deleteOldNotifications } from '../../../src/notifications/workers/retention.ts'
import { readFlow } from '../../support/market/read-flow.ts'
import { ACCOUNT, type NotifyWorld, notifyWorld, only } from '../../support/notifications/notify-world.ts'
import { SYMBOLS, syntheticTape } from '../../validation/synthetic-tape.ts'

const { signal } = new AbortController()
const DAY = 86_400_000

async function forget(world: NotifyWorld): Promise<string[]> {
  const told: string[] = []
  const parts = {
    store: world.store,
    now: world.clock.now,
    notifier: { feedChanged: (id: string) => void told.push(id) },
  }
  while ((await deleteOldNotifications(parts, signal)) || (await deleteOldFlow(parts, signal)));
  return told
}

describe('retention', () => {
  it('takes notifications after 90 days from list, count and feed, with their deliveries and attempts', async () => {
    await using world = await notifyWorld()
    await world.settings({ channels: only('webhook') })
    await world.endpoint('webhook', '/hook')
    await world.raise({}, {})
    await world.dispatcher.run()
    world.clock.advance(90 * DAY)
    await world.raise({})
    expect(await forget(world)).toEqual([])
    world.clock.advance(1)
    const told = await forget(world)

    expect(told).toEqual([ACCOUNT])
    expect(await world.store.notifications.count(ACCOUNT, {})).toBe(1)
    expect(await world.store.feedEvents.head(ACCOUNT)).toEqual({ seq: 4, unreadCount: 1 })
    expect(await world.store.notifications.countUnread(ACCOUNT)).toBe(1)
    expect(await world.store.deliveries.list(ACCOUNT, {}, { limit: 9 })).toHaveLength(1)
    expect(await forget(world)).toEqual([])
  })

  it('keeps a deleted notification until none of its deliveries is under way', async () => {
    await using world = await notifyWorld()
    await world.settings({ channels: only('webhook') })
    await world.endpoint('webhook', '/hook')
    world.sink.script('/hook', 503, 200)
    const [result] = await world.raise({})
    await world.dispatcher.run()
    const id = result?.raised ? result.notification.id : ''
    await world.store.notifications.markDeleted(ACCOUNT, [id], world.clock.now())
    await forget(world)
    expect(await world.store.deliveries.ofNotifications([id])).toHaveLength(1)

    world.clock.advance(10_000)
    await world.dispatcher.run()
    expect(world.sink.calls).toHaveLength(2)
    await forget(world)
    expect(await world.store.deliveries.ofNotifications([id])).toEqual([])
  })

  it('forgets what peers said after 30 days, and the feed after 7', async () => {
    await using world = await notifyWorld()
    await world.settings({ channels: only('webhook') })
    await world.endpoint('webhook', '/hook')
    await world.raise({})
    await world.dispatcher.run()
    const [row] = await world.store.deliveries.list(ACCOUNT, {}, { limit: 1 })
    world.clock.advance(7 * DAY + 1)
    await forget(world)
    expect(await world.store.feedEvents.after([{ accountId: ACCOUNT, seq: 0 }], 9)).toEqual([[]])
    expect(await world.store.deliveries.attemptsOf([row!.id])).toMatchObject([{ responseHead: 'said by the peer' }])
    world.clock.advance(23 * DAY)
    await forget(world)

    expect(await world.store.deliveries.attemptsOf([row!.id])).toMatchObject([{ responseHead: null, outcome: 'sent' }])
  })
})

describe('a process', () => {
  it('takes over at once from one of its machine that is gone, later from a silent one, never from a living one', async () => {
    await using world = await notifyWorld()
    const logged: unknown[] = []
    let living: LiveProcesses | undefined
    const beat = (id: string, host: string, pid: number, sends = true) => {
      const self = { id, host, pid, processStartedAt: 't', sends }
      const isAlive = (other: number) => other !== 66
      const parts: InstanceParts = {
        store: world.store,
        now: world.clock.now,
        self,
        isAlive,
        log: (_, fields) => logged.push(fields),
        onLive: (live) => {
          living = live
        },
      }
      return keepLeases(parts, signal)
    }
    await beat('alive', 'here', 2, false)
    await beat('silent', 'there', 1)
    await beat('dead', 'here', 66)

    expect(await beat('me', 'here', 3)).toBe(true)
    expect((await world.store.outbox.instances()).map(({ id }) => id).sort()).toEqual(['alive', 'me', 'silent'])
    const before = living
    world.clock.advance(4_999)
    expect(await beat('me', 'here', 3)).toBe(false)
    world.clock.advance(1)
    expect(await beat('me', 'here', 3)).toBe(true)
    expect((await world.store.outbox.instances()).map(({ id }) => id).sort()).toEqual(['alive', 'me'])
    expect([before, living]).toEqual([
      { all: 3, senders: 2 },
      { all: 2, senders: 1 },
    ])
    expect(logged).toEqual([
      { instance: 'dead', deliveries: 0 },
      { instance: 'silent', deliveries: 0 },
    ])
  })
})

describe('retention of flow', () => {
  it('takes rows after 30 days, tapes after 90 and minutes after 400, and leaves the sums of sessions', async () => {
    await using world = await notifyWorld()
    const { store, clock } = world
    const { prints, facts } = syntheticTape(SYMBOLS[2]!, '2026-11-20', { seed: 3, count: 700 })
    const session = readFlow(prints, { facts })
    const held = { tape: {}, prints, wholeUntilMs: 1, isFinal: true, lost: 0, warnings: [] }
    const keeper = tapeKeeper({
      store,
      source: 'alpaca',
      heldTapes: () => [held],
      heldOffExchange: () => [],
      readSession: async () => session,
      now: clock.now,
    })
    while (await keeper.step(signal));
    const { symbol } = prints
    const left = async () => [
      (await store.flowRows.session(symbol, '2026-11-20')).length,
      (await store.tapeSegments.prints(symbol, '2026-11-20'))?.prints.count ?? 0,
      (await store.flowTotals.minutes(symbol, '2026-11-20')).length > 0,
      (await store.flowTotals.day(symbol, '2026-11-20')) !== null,
    ]
    const seen: unknown[] = []
    for (const day of ['2026-12-20', '2026-12-21', '2027-02-18', '2027-02-19', '2027-12-25', '2027-12-26']) {
      clock.set(`${day}T17:00:00.000Z`)
      await forget(world)
      seen.push(await left())
    }

    const all = [session.rows.length, prints.count]
    expect(seen).toEqual([
      [...all, true, true],
      [0, prints.count, true, true],
      [0, prints.count, true, true],
      [0, 0, true, true],
      [0, 0, true, true],
      [0, 0, false, true],
    ])
  })
})
