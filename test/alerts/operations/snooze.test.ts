import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ruleIndex } from '../../../src/alerts/domain/rule-index.ts'
import { flowTriggers } from '../../../src/alerts/operations/triggers.ts'
import { anAccount } from '../../support/market/rows.ts'
import { aPrint } from '../../support/notifications/notification-rows.ts'
import { type NotifyCall, notifyCaller } from '../../support/notifications/notify-caller.ts'
import { ACCOUNT, type NotifyWorld, notifyWorld, only } from '../../support/notifications/notify-world.ts'

describe('a snoozed rule', () => {
  let world: NotifyWorld
  let call: NotifyCall
  let id: string
  beforeEach(async () => {
    world = await notifyWorld()
    call = notifyCaller(world)
    await world.settings({ channels: only('webhook', 'email') })
    await world.endpoint('webhook', '/hook')
    const rule = { name: 'Big calls', source: 'option_flow', criteria: { symbols: ['NVDA'] }, cooldown_minutes: 0 }
    id = (await call('create_alert', rule))['id']
  })
  afterEach(() => world[Symbol.asyncDispose]())

  let count = 0
  /** Raises what a new print matches, as the live feed does; the results by rule. */
  const print = async () => {
    const rules = ruleIndex(await world.store.alerts.allEnabled())
    return world.raise(...flowTriggers(aPrint({ id: `print ${count++}` }), { rules, watchers: [] }))
  }
  const titles = async () => (await call('list_notifications'))['data'].map((it: { title: string }) => it.title)

  it('raises nothing on any channel, and says until when', async () => {
    const snoozed = await call('snooze_alert', { id, for: 'one_hour' })
    expect(snoozed).toMatchObject({ id, enabled: true, snoozed_until: '2026-11-20T16:00:00.000Z' })
    const before = await world.store.feedEvents.head(ACCOUNT)

    expect(await print()).toEqual([{ raised: false, because: 'snoozed' }])
    await world.dispatcher.run()
    expect(world.sink.calls).toEqual([])
    expect(await titles()).toEqual([])
    expect(await world.store.feedEvents.head(ACCOUNT)).toEqual(before)
    expect(await call('show_alert', { id })).toMatchObject({ snoozed_until: '2026-11-20T16:00:00.000Z', cooling: [] })
    expect((await call('list_alerts'))['data']).toMatchObject([{ snoozed_until: '2026-11-20T16:00:00.000Z' }])
  })

  it('notifies again at the instant of the clock of the service', async () => {
    await call('snooze_alert', { id, for: 'rest_of_session' })
    world.clock.set('2026-11-20T20:59:59.999Z')
    expect(await print()).toMatchObject([{ raised: false }])
    world.clock.set('2026-11-20T21:00:00.000Z')
    expect(await print()).toMatchObject([{ raised: true }])
    expect(await call('show_alert', { id })).toMatchObject({ snoozed_until: null })
    expect(await call('snoozed_alerts')).toMatchObject({ data: [] })
  })

  it('notifies again when the snooze is ended early, also twice', async () => {
    await call('snooze_alert', { id, for: 'custom', until: '2026-12-01T00:00:00Z' })
    expect(await call('end_alert_snooze', { id })).toMatchObject({ snoozed_until: null })
    expect(await call('end_alert_snooze', { id })).toMatchObject({ snoozed_until: null })
    expect(await print()).toMatchObject([{ raised: true }])
    expect((await call('list_notifications'))['data']).toMatchObject([{ alert_id: id }])
  })

  it('leaves the other rules alone, and stays snoozed when it is changed', async () => {
    await call('create_alert', { name: 'Other', source: 'option_flow', criteria: {}, cooldown_minutes: 0 })
    await call('snooze_alert', { id, for: 'next_open' })
    await call('change_alert', { id, cooldown_minutes: 5 })

    expect((await print()).map(({ raised }) => raised).sort()).toEqual([false, true])
    expect(await titles()).toMatchObject([expect.stringMatching(/^Other/)])
    expect(await call('snoozed_alerts')).toEqual({
      data: [{ id, name: 'Big calls', snoozed_until: '2026-11-23T14:30:00.000Z' }],
      ends: {
        one_hour: '2026-11-20T16:00:00.000Z',
        rest_of_session: '2026-11-20T21:00:00.000Z',
        next_open: '2026-11-23T14:30:00.000Z',
      },
    })
  })

  it('is reported in the feed, each change with a place of its own', async () => {
    await call('snooze_alert', { id, for: 'one_hour' })
    await call('end_alert_snooze', { id })
    const [events = []] = await world.store.feedEvents.after([{ accountId: ACCOUNT, seq: 0 }], 10)
    expect(events).toEqual([
      { seq: 1, kind: 'rules', ids: [id] },
      { seq: 2, kind: 'rules', ids: [id] },
    ])
  })

  it.each([
    [{ for: 'custom' }, 'until'],
    [{ for: 'one_hour', until: '2026-11-20T16:00:00Z' }, 'until'],
    [{ for: 'custom', until: '2026-11-20T15:00:00Z' }, 'until'],
    [{ for: 'custom', until: '2026-12-20T15:00:01Z' }, 'until'],
    [{ for: 'ever' }, 'for'],
  ])('refuses %j and names %s', async (input, path) => {
    await expect(call('snooze_alert', { id, ...input })).rejects.toMatchObject({
      code: 'invalid',
      details: { issues: [expect.objectContaining({ path })] },
    })
  })

  it('has no rest of the session outside of it, and is of its own account', async () => {
    world.clock.set('2026-11-21T15:00:00.000Z')
    await expect(call('snooze_alert', { id, for: 'rest_of_session' })).rejects.toMatchObject({ code: 'invalid' })
    await world.store.accounts.add(anAccount({ id: 'bob', email: 'bob@example.com' }))
    const bob = notifyCaller(world, { accountId: 'bob' })
    for (const name of ['snooze_alert', 'end_alert_snooze']) {
      const input = { id, ...(name === 'snooze_alert' && { for: 'one_hour' }) }
      await expect(bob(name, input)).rejects.toMatchObject({ code: 'not_found' })
    }
    expect(await bob('snoozed_alerts')).toMatchObject({ data: [] })
  })
})
