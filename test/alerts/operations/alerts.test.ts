import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { flowAlertContent } from '../../../src/alerts/domain/alert-contents.ts'
import { raisingRule } from '../../../src/alerts/operations/triggers.ts'
import { anAccount } from '../../support/market/rows.ts'
import { aPrint } from '../../support/notifications/notification-rows.ts'
import { type NotifyCall, notifyCaller, onPlan } from '../../support/notifications/notify-caller.ts'
import { ACCOUNT, type NotifyWorld, notifyWorld } from '../../support/notifications/notify-world.ts'

describe('alerts', () => {
  let world: NotifyWorld
  let call: NotifyCall
  beforeEach(async () => {
    world = await notifyWorld()
    call = notifyCaller(world)
  })
  afterEach(() => world[Symbol.asyncDispose]())

  const create = (change = {}) => call('create_alert', { name: 'Big calls', source: 'option_flow', ...change })

  it('are made with the defaults, listed, shown, changed and deleted', async () => {
    const made = await create({ criteria: { symbols: ['nvda'], premium_min: 500_000 } })
    const { signing_secret: secret, ...alert } = made

    expect(alert).toEqual({
      id: expect.any(String),
      name: 'Big calls',
      source: 'option_flow',
      criteria: { symbols: ['NVDA'], premium_min: 500_000 },
      channels: null,
      webhook_url: null,
      cooldown_minutes: 30,
      priority: 'normal',
      enabled: true,
      snoozed_until: null,
      created_at: '2026-11-20T15:00:00.000Z',
      updated_at: '2026-11-20T15:00:00.000Z',
      cooling: [],
    })
    expect(secret).toBeNull()
    expect(await call('show_alert', { id: alert['id'] })).toEqual(alert)
    expect((await call('list_alerts'))['data']).toEqual([alert])
    const changed = await call('change_alert', { id: alert['id'], channels: ['email'], criteria: {}, enabled: false })
    expect(changed).toMatchObject({ name: 'Big calls', channels: ['email'], criteria: {}, enabled: false })
    await call('delete_alert', { id: alert['id'] })
    await expect(call('show_alert', { id: alert['id'] })).rejects.toMatchObject({ code: 'not_found' })
  })

  it.each<[Record<string, unknown>, string]>([
    [{ criteria: { premium_minimum: 1 } }, 'criteria.premium_minimum'],
    [{ criteria: { symbols: ['TOO LONG A SYMBOL'] } }, 'criteria.symbols.0'],
    [{ criteria: { min_confidence: 0.5 } }, 'criteria.min_confidence'],
    [{ channels: ['fax'] }, 'channels.0'],
    [{ cooldown_minutes: -1 }, 'cooldown_minutes'],
    [{ source: 'weather' }, 'source'],
    [{ name: 'two\nlines' }, 'name'],
    [{ webhook_url: 'https://private.example/x' }, 'webhook_url'],
    [{ account_id: 'bob' }, 'account_id'],
  ])('refuse %j and name %s', async (change, path) => {
    await expect(create(change)).rejects.toMatchObject({
      code: 'invalid',
      details: { issues: [expect.objectContaining({ path })] },
    })
    expect((await call('list_alerts'))['data']).toEqual([])
  })

  it('ask for the plan that has what they use', async () => {
    await onPlan(world, 'gamma')
    await expect(create({ source: 'trade_idea' })).rejects.toMatchObject({ details: { requiredPlan: 'theta' } })
    await expect(create({ channels: ['webhook'] })).rejects.toMatchObject({ details: { requiredPlan: 'vega' } })
    await expect(create({ webhook_url: world.sink.url })).rejects.toMatchObject({ details: { requiredPlan: 'vega' } })

    expect(await create({ channels: ['email'] })).toMatchObject({ channels: ['email'] })
  })

  it('with a webhook of their own use that one and its secret, not that of the account', async () => {
    await call('change_notification_settings', {
      channels: { webhook: { enabled: true, url: `${world.sink.url}/account` } },
    })
    world.sink.forget()
    const made = await create({ webhook_url: `${world.sink.url}/rule?secret=s3cret` })
    const [rule] = await world.store.alerts.allEnabled()
    await world.raise({ rule: raisingRule(rule!), content: flowAlertContent(rule!, aPrint()) })
    await world.dispatcher.run()

    expect(world.sink.calls.map(({ path }) => path)).toEqual(['/rule?secret=s3cret'])
    expect(made).toMatchObject({ webhook_url: `${world.sink.url}/…`, signing_secret: expect.stringMatching(/^whsec_/) })
    expect(await call('reveal_alert_secret', { id: made['id'] })).toMatchObject({
      signing_secret: made['signing_secret'],
    })
    const rotated = await call('rotate_alert_secret', { id: made['id'] })
    expect(rotated['signing_secret']).not.toBe(made['signing_secret'])
    expect(await call('change_alert', { id: made['id'], webhook_url: null })).toMatchObject({ webhook_url: null })
    await expect(call('reveal_alert_secret', { id: made['id'] })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('show what their cooldown keeps back, and new criteria end it', async () => {
    const { id } = await create()
    const [rule] = await world.store.alerts.allEnabled()
    const fire = () => world.raise({ rule: raisingRule(rule!), content: flowAlertContent(rule!, aPrint()) })
    await fire()
    expect((await fire())[0]).toMatchObject({ raised: false, because: 'cooldown', firedMs: expect.any(Number) })

    expect((await call('show_alert', { id }))['cooling']).toEqual([
      { symbol: 'NVDA', suppressed: 1, next_possible_at: '2026-11-20T15:30:00.000Z' },
    ])
    await call('change_alert', { id, name: 'Another name' })
    expect((await fire())[0]?.raised).toBe(false)
    await call('change_alert', { id, criteria: { premium_min: 1 } })
    expect((await fire())[0]?.raised).toBe(true)
  })

  it('are nobody else’s', async () => {
    const { id } = await create({ webhook_url: `${world.sink.url}/rule` })
    await world.store.accounts.add(anAccount({ id: 'bob', email: 'bob@example.com' }))
    const bob = notifyCaller(world, { accountId: 'bob' })

    for (const name of ['show_alert', 'delete_alert', 'change_alert', 'reveal_alert_secret', 'rotate_alert_secret']) {
      await expect(bob(name, { id })).rejects.toMatchObject({ code: 'not_found' })
    }
    expect(await bob('list_alerts')).toEqual({ data: [], next_cursor: null })
  })

  it('are 200 at most', async () => {
    for (let count = 0; count < 200; count++) await create()

    await expect(create()).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('the watchlist', () => {
  it('is replaced as a whole, each symbol once, known ones alone', async () => {
    await using world = await notifyWorld()
    const call = notifyCaller(world)

    expect(await call('replace_watchlist', { symbols: ['nvda', 'SPY', 'NVDA'] })).toEqual({ symbols: ['NVDA', 'SPY'] })
    await expect(call('replace_watchlist', { symbols: ['SPY', 'NOPE'] })).rejects.toMatchObject({
      details: { issues: [expect.objectContaining({ path: 'symbols.1' })] },
    })
    expect(await call('show_watchlist')).toEqual({ symbols: ['NVDA', 'SPY'] })
    expect(await world.store.watchlists.accountsWatching('SPY')).toEqual([ACCOUNT])
  })
})
