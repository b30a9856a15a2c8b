import { describe, expect, it } from 'vitest'
import { whaleContent } from '../../../src/alerts/domain/alert-contents.ts'
import { raisingRule } from '../../../src/alerts/operations/triggers.ts'
import { WEEKDAYS } from '../../../src/notifications/domain/delivery/weekdays.ts'
import { aFlowRule, aPrint } from '../../support/notifications/notification-rows.ts'
import { ACCOUNT, type NotifyWorld, notifyWorld, only } from '../../support/notifications/notify-world.ts'

const NIGHT = { start: '22:00', end: '06:00', days: [...WEEKDAYS] }
const whale = (premium: number) => ({ content: whaleContent(aPrint({ premium })) })

async function slackWorld(start: string): Promise<NotifyWorld> {
  const world = await notifyWorld({ start })
  await world.settings({ channels: only('slack') })
  await world.endpoint('slack', '/hook')
  return world
}

async function flushAndSend(world: NotifyWorld): Promise<{ title: string; body: string; items: string[] }[]> {
  const before = world.sink.calls.length
  while (await world.flush());
  await world.dispatcher.run()
  return world.sink.calls.slice(before).map(({ body }) => JSON.parse(body))
}

describe('quiet hours', () => {
  it('hold what is normal until they end, and then send one summary, the largest first', async () => {
    await using world = await slackWorld('2026-11-21T04:00:00.000Z')
    await world.settings({ quietHours: [NIGHT] })
    for (const premium of [1e6, 3e6, 2e6]) await world.raise(whale(premium))
    expect(await flushAndSend(world)).toEqual([])
    world.clock.set('2026-11-21T10:59:59.999Z')
    expect(await flushAndSend(world)).toEqual([])
    world.clock.set('2026-11-21T11:00:00.000Z')
    const sent = await flushAndSend(world)

    expect(sent).toMatchObject([
      {
        title: 'While you were away: 3 notifications',
        body: '3 whale trades.',
        items: [
          'Whale trade: NVDA 200 call, $3M',
          'Whale trade: NVDA 200 call, $2M',
          'Whale trade: NVDA 200 call, $1M',
        ],
      },
    ])
    const ways = await world.store.deliveries.list(ACCOUNT, {}, { limit: 9 })
    expect(ways.map(({ status, attempts }) => [status, attempts])).toHaveLength(4)
    expect(ways.every(({ status }) => status === 'sent')).toBe(true)
    expect(ways.filter(({ reason }) => reason?.code === 'in_summary')).toHaveLength(3)
    expect(await world.store.outbox.countedSince(ACCOUNT, 'slack', new Date(0))).toBe(1)
  })

  it('20 let what is high pass at once', async () => {
    await using world = await slackWorld('2026-11-21T04:00:00.000Z')
    await world.settings({ quietHours: [NIGHT], frequency: 'daily' })
    await world.raise({ content: { ...whaleContent(aPrint()), priority: 'high' } })

    expect(await flushAndSend(world)).toHaveLength(1)
  })

  it('hold what goes to programs row by row', async () => {
    await using world = await notifyWorld({ start: '2026-11-21T04:00:00.000Z' })
    await world.settings({ channels: only('webhook'), quietHours: [NIGHT], frequency: 'daily' })
    await world.endpoint('webhook', '/hook')
    await world.raise({}, {})
    expect(await flushAndSend(world)).toEqual([])
    world.clock.set('2026-11-21T11:00:00.000Z')

    expect(await flushAndSend(world)).toHaveLength(2)
  })

  it('28 hold a retry that falls into them, and spend no attempt', async () => {
    await using world = await slackWorld('2026-11-21T02:59:55.000Z')
    await world.settings({ quietHours: [NIGHT] })
    world.sink.script('/hook', 503, 200)
    await world.raise(whale(1e6))
    await world.dispatcher.run()
    world.clock.advance(10_000)
    await world.dispatcher.run()
    const [held] = await world.store.deliveries.list(ACCOUNT, {}, { limit: 1 })

    expect(held).toMatchObject({
      status: 'pending',
      attempts: 1,
      dueAt: '2026-11-21T11:00:00.000Z',
      reason: { code: 'quiet_hours' },
    })
    world.clock.set('2026-11-21T11:00:00.000Z')
    await world.dispatcher.run()
    expect(await world.store.deliveries.list(ACCOUNT, {}, { limit: 1 })).toMatchObject([
      { status: 'sent', attempts: 2 },
    ])
  })
})

describe('digests', () => {
  it('21 that fall into quiet hours go at their end, merged into one', async () => {
    await using world = await slackWorld('2026-11-21T02:30:00.000Z')
    await world.settings({ quietHours: [NIGHT], frequency: 'hourly' })
    await world.raise(whale(1e6))
    world.clock.set('2026-11-21T03:00:00.000Z')
    expect(await flushAndSend(world)).toEqual([])
    await world.raise(whale(2e6))
    world.clock.set('2026-11-21T04:00:00.000Z')
    expect(await flushAndSend(world)).toEqual([])
    world.clock.set('2026-11-21T11:00:00.000Z')

    expect(await flushAndSend(world)).toMatchObject([{ title: 'Hourly digest: 2 notifications' }])
  })

  it('25 leave out what was read or deleted or whose rule is gone; an empty one is not sent', async () => {
    await using world = await slackWorld('2026-11-20T15:10:00.000Z')
    await world.settings({ frequency: 'hourly' })
    const rule = aFlowRule()
    await world.store.alerts.add(rule)
    const results = await world.raise(whale(1e6), whale(2e6), { rule: raisingRule(rule), ...whale(3e6) })
    const ids = results.map((it) => (it.raised ? it.notification.id : ''))
    await world.store.notifications.markRead(ACCOUNT, { ids: [ids[0]!] }, world.clock.now(), null)
    await world.store.notifications.markDeleted(ACCOUNT, [ids[1]!], world.clock.now())
    await world.store.alerts.remove(ACCOUNT, rule.id)
    world.clock.set('2026-11-20T16:00:00.000Z')

    expect(await flushAndSend(world)).toEqual([])
    expect(await world.store.deliveries.list(ACCOUNT, {}, { limit: 9 })).toEqual([])
  })

  it('26 list twenty of five thousand, and say how many more there are', async () => {
    await using world = await slackWorld('2026-11-20T15:10:00.000Z')
    await world.settings({ frequency: 'hourly' })
    await world.raise(...Array.from({ length: 5_000 }, (_, index) => whale(1e6 + index)))
    world.clock.set('2026-11-20T16:00:00.000Z')
    const [sent] = await flushAndSend(world)

    expect(sent?.items).toHaveLength(20)
    expect(sent).toMatchObject({
      title: 'Hourly digest: 5000 notifications',
      body: '5000 whale trades. The 20 largest are listed, and 4980 more wait in the list.',
    })
  })

  it('27 that a stopped service missed go once when they are less than 12 hours late, else with the next one', async () => {
    await using world = await slackWorld('2026-11-20T13:00:00.000Z')
    await world.settings({ frequency: 'daily' })
    await world.raise(whale(1e6))
    world.clock.set('2026-11-21T01:59:59.999Z')
    expect(await flushAndSend(world)).toHaveLength(1)

    await world.raise(whale(2e6))
    world.clock.set('2026-11-22T02:00:00.000Z')
    expect(await flushAndSend(world)).toEqual([])
    expect(await world.store.outbox.nextDueMs()).toBe(Date.parse('2026-11-22T14:00:00.000Z'))
    world.clock.set('2026-11-22T14:00:00.000Z')
    expect(await flushAndSend(world)).toMatchObject([{ title: 'Daily digest: 1 notification' }])
  })

  it('go once for a date, and what comes after that goes with the next', async () => {
    await using world = await slackWorld('2026-11-20T13:00:00.000Z')
    await world.settings({ frequency: 'daily' })
    await world.raise(whale(1e6))
    world.clock.set('2026-11-20T14:00:00.000Z')
    expect(await flushAndSend(world)).toHaveLength(1)
    // The clock is set back: the date's digest seems to be still to come.
    world.clock.set('2026-11-20T13:30:00.000Z')
    await world.raise(whale(2e6))
    world.clock.set('2026-11-20T14:00:00.000Z')

    expect(await flushAndSend(world)).toEqual([])
    expect(await world.store.outbox.nextDueMs()).toBe(Date.parse('2026-11-21T14:00:00.000Z'))
  })

  it('are one message when two processes flush at once, and every member is in it', async () => {
    await using world = await slackWorld('2026-11-20T15:10:00.000Z')
    await world.settings({ frequency: 'hourly' })
    await world.raise(...Array.from({ length: 30 }, () => whale(1e6)))
    world.clock.set('2026-11-20T16:00:00.000Z')
    await Promise.all([world.flush(), world.flush(), world.flush()])

    expect(await flushAndSend(world)).toMatchObject([{ title: 'Hourly digest: 30 notifications' }])
  })
})
