import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ideaAlertContent, unusualContent, whaleContent } from '../../../src/alerts/domain/alert-contents.ts'
import { ideaProgram, raisingRule } from '../../../src/alerts/operations/triggers.ts'
import type { Store } from '../../../src/app/store/open-store.ts'
import { RETRY_STEPS_S } from '../../../src/notifications/domain/delivery/retry.ts'
import { deliverDue, deliveryParts } from '../../../src/notifications/workers/delivery.ts'
import { httpChannel } from '../../support/http/http-channel.ts'
import { anAccount } from '../../support/market/rows.ts'
import { anIdea, anIdeaRule, aPrint } from '../../support/notifications/notification-rows.ts'
import { ACCOUNT, type NotifyWorld, notifyWorld, only } from '../../support/notifications/notify-world.ts'

let world: NotifyWorld
function startAfresh(): void {
  beforeEach(async () => {
    world = await notifyWorld()
    await world.settings({ channels: only('webhook') })
  })
  afterEach(() => world[Symbol.asyncDispose]())
}

const rows = () => world.store.deliveries.list(ACCOUNT, {}, { limit: 1_000 })
const first = async () => (await world.store.deliveries.list(ACCOUNT, { channel: 'webhook' }, { limit: 1 }))[0]!

describe('a delivery', () => {
  startAfresh()

  it('goes out signed with the secret of its address, is sent, and leaves its attempt in the log', async () => {
    await world.endpoint('webhook', '/hook')
    await world.raise({})
    await world.dispatcher.run()

    const row = await first()
    expect(world.sink.calls).toEqual([
      expect.objectContaining({
        path: '/hook',
        body: row.body,
        headers: expect.objectContaining({ 'webhook-id': `msg_${row.id}`, 'x-secrets': 'secret of /hook' }),
      }),
    ])
    expect(row).toMatchObject({ status: 'sent', attempts: 1, dueAt: null, leaseOwner: null, reason: null })
    expect(await world.store.deliveries.attemptsOf([row.id])).toMatchObject([
      { n: 1, cause: 'auto', counted: true, outcome: 'sent', httpStatus: 200, responseHead: 'said by the peer' },
    ])
  })

  it('gives the channel what it is to say, and of a trade idea the payload with an instant of its own', async () => {
    await world.endpoint('webhook', '/hook')
    const rule = anIdeaRule({ criteria: { direction: 'bullish', min_confidence: 0.7 }, cooldownMinutes: 0 })
    await world.store.alerts.add(rule)
    const idea = {
      rule: raisingRule(rule),
      program: ideaProgram(rule, anIdea()),
      content: ideaAlertContent(rule, anIdea()),
    }
    await world.raise(idea, idea, {})
    await world.dispatcher.run()
    const messages = world.sink.calls.map(({ body }) => JSON.parse(body)).sort((a, b) => a.seq - b.seq)

    expect(messages[0].programPayload).toEqual({
      source: 'trade_idea',
      alert_name: 'Big calls',
      symbol: 'NVDA',
      direction: 'bullish',
      strategy: 'Long Call',
      model: 'pipeline-1',
      entry_price: 200,
      target_price: 220,
      triggered_at: '2026-11-20T15:00:00.000Z',
      matched_criteria: { direction: 'bullish', min_confidence: 0.7 },
    })
    expect(messages[1].programPayload.triggered_at).toBe('2026-11-20T15:00:00.001Z')
    expect(messages[2]).toMatchObject({
      programPayload: null,
      seq: 3,
      createdAt: '2026-11-20T15:00:00.000Z',
      dueAt: '2026-11-20T15:00:00.000Z',
      timeZone: 'America/New_York',
    })
  })

  it('is tried again on the schedule with the same bytes, eight times in all', async () => {
    await world.endpoint('webhook', '/hook')
    world.sink.script('/hook', 503)
    await world.raise({})
    const started = world.clock.now().getTime()
    const waits: number[] = []
    for (let attempt = 0; attempt < 20; attempt++) {
      await world.dispatcher.run()
      const due = await world.store.outbox.nextDueMs()
      if (due === null) break
      if (world.sink.calls.length > waits.length) waits.push(due - world.clock.now().getTime())
      // The breaker opens at the fifth failure: rows wait for the later of both.
      world.clock.set(new Date(due).toISOString())
    }

    expect(world.sink.calls).toHaveLength(8)
    expect(new Set(world.sink.calls.map(({ body }) => body)).size).toBe(1)
    expect(new Set(world.sink.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(waits.map((ms) => ms / 1_000)).toEqual([...RETRY_STEPS_S])
    expect(world.clock.now().getTime() - started).toBe(27_760_000)
    expect(await first()).toMatchObject({ status: 'failed', attempts: 8, reason: { code: 'gave_up', attempts: 8 } })
  })

  it.each([
    ['a redirect', 302, { code: 'refused', error: 'http_302' }],
    ['an address that is gone', 410, { code: 'refused', error: 'http_410' }],
  ])('fails at once at %s', async (_what, status, reason) => {
    await world.endpoint('webhook', '/hook')
    world.sink.script('/hook', status)
    await world.raise({})
    await world.dispatcher.run()

    expect(await first()).toMatchObject({ status: 'failed', attempts: 1, reason })
  })

  it('switches an address off that says it is gone, and tells its owner by another channel', async () => {
    const id = await world.endpoint('webhook', '/hook')
    world.sink.script('/hook', 410)
    await world.raise({})
    await world.dispatcher.run()
    world.clock.advance(1)
    await world.raise({})
    await world.dispatcher.run()

    expect((await world.store.endpoints.byIds([id]))[0]?.health.state).toBe('disabled')
    expect(world.sink.calls.filter(({ path }) => path === '/hook')).toHaveLength(1)
    const notices = await world.store.notifications.list(ACCOUNT, { types: ['account'] }, { limit: 9 })
    expect(notices).toMatchObject([{ title: 'Webhook address switched off', priority: 'high' }])
    const ways = await world.store.deliveries.ofNotifications(notices.map((it) => it.id))
    expect(ways.map(({ channel }) => channel)).toEqual(['email'])
    expect(await first()).toMatchObject({ status: 'failed', attempts: 0, reason: { code: 'endpoint_disabled' } })
  })

  it('waits as long as the peer asks', async () => {
    await world.endpoint('webhook', '/hook')
    world.sink.script('/hook', { status: 429, headers: { 'retry-after': '90' } }, 200)
    await world.raise({})
    await world.dispatcher.run()

    expect(await world.store.outbox.nextDueMs()).toBe(world.clock.now().getTime() + 90_000)
    world.clock.advance(90_000)
    await world.dispatcher.run()
    expect(await first()).toMatchObject({ status: 'sent', attempts: 2 })
  })

  it('costs a dead address one connection for each pause, and spends no attempt of the others', async () => {
    await world.endpoint('webhook', '/hook')
    world.sink.script('/hook', 'reset')
    await world.raise(...Array.from({ length: 20 }, () => ({})))
    await world.dispatcher.run()
    const before = world.sink.calls.length
    const attempts = (await rows()).reduce((sum, row) => sum + row.attempts, 0)
    world.clock.advance(60_000)
    await world.dispatcher.run()

    expect(before).toBeLessThanOrEqual(8)
    expect(attempts).toBe(before)
    expect(world.sink.calls.length).toBe(before + 1)
    world.sink.script('/hook', 200)
    world.clock.advance(120_000)
    await world.dispatcher.run()
    const sent = (await rows()).filter(({ status }) => status === 'sent')
    expect(sent.length).toBeGreaterThanOrEqual(12)
  })
})

describe('a delivery of one event among others', () => {
  startAfresh()

  it('is one message for a print that is both whale and unusual, and two in-app records', async () => {
    await world.endpoint('webhook', '/hook')
    const print = aPrint()
    const results = await world.raise(
      { eventKey: 'unusual_activity:p1', content: unusualContent(print) },
      { eventKey: 'whale_trade:p1', content: whaleContent(print) },
    )
    await world.dispatcher.run()

    expect(results.map(({ raised }) => raised)).toEqual([true, true])
    expect(await world.store.notifications.count(ACCOUNT, {})).toBe(2)
    expect(world.sink.calls.map(({ body }) => JSON.parse(body).type)).toEqual(['whale_trade'])
    expect(world.sink.calls[0]?.body).toContain('Unusual score 82')
  })

  it('is made once for an event, however often that is raised', async () => {
    const again = { eventKey: 'whale_trade:p1' }
    expect((await world.raise(again))[0]).toMatchObject({ raised: true })
    expect((await world.raise(again, again)).map((it) => it.raised || it.because)).toEqual(['known', 'known'])
    expect(await world.store.feedEvents.head(ACCOUNT)).toEqual({ seq: 1, unreadCount: 1 })
  })

  it('expires for a trade idea at the close of the session, and nothing is sent', async () => {
    await world.endpoint('webhook', '/hook')
    const rule = anIdeaRule()
    await world.store.alerts.add(rule)
    await world.raise({
      rule: raisingRule(rule),
      program: ideaProgram(rule, anIdea()),
      content: whaleContent(aPrint()),
    })
    world.clock.set('2026-11-20T21:00:00.000Z')
    await world.dispatcher.run()

    expect(world.sink.calls).toEqual([])
    expect(await first()).toMatchObject({ status: 'failed', attempts: 0, reason: { code: 'expired' } })
  })

  it('asks the plan again when it is claimed', async () => {
    await world.endpoint('webhook', '/hook')
    await world.raise({})
    await world.store.accounts.change(ACCOUNT, { plan: 'theta' })
    await world.dispatcher.run()

    expect(world.sink.calls).toEqual([])
    expect(await first()).toMatchObject({ status: 'failed', reason: { code: 'plan' } })
  })

  it('never holds up others behind a slow address', async () => {
    await world.endpoint('webhook', '/slow')
    await world.store.accounts.add(anAccount({ id: 'bob', email: 'bob@example.com' }))
    await world.endpoint('webhook', '/quick', 'bob')
    await world.store.notificationSettings.put('bob', (await world.store.notificationSettings.of(ACCOUNT))!)
    world.sink.script('/slow', 'hold')
    await world.raise(...Array.from({ length: 400 }, () => ({})))
    await world.raise(...Array.from({ length: 20 }, () => ({ accountId: 'bob' })))
    for (let step = 0; step < 40; step++) {
      await world.dispatcher.step()
      await new Promise((resolve) => setImmediate(resolve))
    }
    await expect
      .poll(() => world.sink.calls.filter(({ path }) => path === '/quick').length, { timeout: 10_000 })
      .toBeGreaterThan(0)
    for (let step = 0; step < 400 && world.sink.calls.filter(({ path }) => path === '/quick').length < 20; step++) {
      await world.dispatcher.step()
      await new Promise((resolve) => setImmediate(resolve))
    }

    expect(world.sink.calls.filter(({ path }) => path === '/quick')).toHaveLength(20)
    expect(world.sink.held()).toBe(4)
    world.sink.script('/slow', 200)
    world.sink.release()
    await world.dispatcher.parts.inFlight.idle()
  })
})

describe('a claim that fails', () => {
  it('takes no outcome with it: what was sent is written, and not sent again', async () => {
    await using world = await notifyWorld()
    await world.settings({ channels: only('webhook') })
    await world.endpoint('webhook', '/hook')
    let isBroken = false
    const { parts, logged } = world.dispatcher
    const store: Store = {
      ...world.store,
      transaction: (work) =>
        world.store.transaction((repositories) => {
          const due = () => Promise.reject(new Error('the queue cannot be read'))
          return work(isBroken ? { ...repositories, outbox: { ...repositories.outbox, due } } : repositories)
        }),
    }
    const dispatcher = deliveryParts({ ...parts, store })
    world.sink.script('/hook', 'hold')
    await world.raise({})
    await deliverDue(dispatcher)
    await expect.poll(() => world.sink.held(), { timeout: 10_000 }).toBe(1)
    isBroken = true
    world.sink.release()
    await parts.inFlight.idle()

    expect(await world.store.deliveries.list(ACCOUNT, {}, { limit: 9 })).toMatchObject([
      { status: 'sent', attempts: 1 },
    ])
    expect(logged).toEqual(['outcomes are written alone, since they could not be with a claim'])
    await expect(deliverDue(dispatcher)).rejects.toThrow('the queue cannot be read')
    expect(world.sink.calls).toHaveLength(1)
  })
})

describe('a number that the vendor does not know', () => {
  it('is verified no more after one message, and its owner is told in the bell and by e-mail', async () => {
    const sms = {
      ...httpChannel('sms'),
      send: async () => ({
        ok: false as const,
        retry: false,
        unknownRecipient: true,
        code: 'sms_21211',
        reason: 'This number cannot receive text messages.',
        httpStatus: 400,
        responseHead: null,
      }),
    }
    await using world = await notifyWorld({ channels: [sms, httpChannel('email')] })
    await world.settings({ channels: only('sms') })
    const id = await world.endpoint('sms', '/number')
    await world.raise({})
    await world.dispatcher.run()

    expect((await world.store.endpoints.byIds([id]))[0]).toMatchObject({ verifiedAt: null, refusals: 0 })
    const [notice] = await world.store.notifications.list(ACCOUNT, { types: ['account'] }, { limit: 9 })
    expect(notice).toMatchObject({ title: 'SMS address must be verified again', priority: 'high' })
    const ways = await world.store.deliveries.ofNotifications([notice?.id ?? ''])
    expect(ways.map(({ channel }) => channel)).toEqual(['email'])
  })
})

describe('the limit of a plan', () => {
  it('lets as many through as it says, throttles the rest, and gives freed slots to high, then to the newest', async () => {
    await using world = await notifyWorld()
    await world.store.accounts.change(ACCOUNT, { plan: 'gamma' })
    await world.settings({ channels: only('slack') })
    await world.endpoint('slack', '/hook')
    await world.raise({})
    await world.dispatcher.run()
    world.clock.set('2026-11-20T15:10:00.000Z')
    await world.raise(...Array.from({ length: 49 }, () => ({})))
    await world.dispatcher.run()
    expect(world.sink.calls).toHaveLength(50)

    const raised = async (title: string, priority: 'normal' | 'high') => {
      world.clock.advance(1_000)
      const content = { type: 'system_update', title, body: '', symbol: null, priority, details: {} } as const
      const [result] = await world.raise({ content })
      return result?.raised ? result.notification.id : ''
    }
    const old = await raised('Old', 'normal')
    const high = await raised('High', 'high')
    const young = await raised('Young', 'normal')
    await world.dispatcher.run()
    const shown = async (id: string) => (await world.store.deliveries.ofNotifications([id]))[0]
    const titles = () => world.sink.calls.slice(50).map(({ body }) => JSON.parse(body).title)

    expect(titles()).toEqual([])
    expect(await shown(old)).toMatchObject({
      status: 'throttled',
      attempts: 0,
      reason: { code: 'limit', window: 'hour', limit: 50, atMs: Date.parse('2026-11-20T16:00:00.000Z') },
    })
    expect(await world.store.notifications.list(ACCOUNT, { types: ['account'] }, { limit: 5 })).toMatchObject([
      { title: 'Limit of Slack messages reached' },
    ])

    world.clock.set('2026-11-20T16:00:00.000Z')
    await world.dispatcher.run()
    expect(titles()).toEqual(['High'])
    world.clock.set('2026-11-20T16:10:00.000Z')
    await world.dispatcher.run()
    expect(titles().slice(1).sort()).toEqual(['Old', 'Young'])
    expect((await shown(high))?.status).toBe('sent')
    expect(await shown(young)).toMatchObject({ status: 'sent', reason: { code: 'sent_late', minutes: 59 } })
  })

  it('drops what has waited an hour, and the oldest when too many wait', async () => {
    await using world = await notifyWorld()
    await world.store.accounts.change(ACCOUNT, { plan: 'gamma' })
    await world.settings({ channels: only('slack') })
    await world.endpoint('slack', '/hook')
    for (let minute = 0; minute < 2; minute++) {
      await world.raise(...Array.from({ length: 25 }, () => ({})))
      await world.dispatcher.run()
      world.clock.advance(50_000)
    }
    await world.raise(...Array.from({ length: 60 }, () => ({})))
    await world.dispatcher.run()
    const throttled = await world.store.deliveries.list(ACCOUNT, { status: 'throttled' }, { limit: 99 })

    expect(throttled.filter(({ dueAt }) => dueAt === null)).toHaveLength(10)
    expect(throttled.filter(({ dueAt }) => dueAt !== null)).toHaveLength(50)
    world.clock.advance(3_600_000)
    await world.dispatcher.run()
    const rest = await world.store.deliveries.list(ACCOUNT, { status: 'throttled' }, { limit: 99 })
    expect(rest).toHaveLength(60)
    expect(rest.every(({ dueAt, reason }) => dueAt === null && reason?.code === 'limit_dropped')).toBe(true)
    expect(world.sink.calls).toHaveLength(50)
  })

  it('is exact when two dispatchers claim at once, and survives a restart', async () => {
    await using world = await notifyWorld()
    await world.store.accounts.change(ACCOUNT, { plan: 'gamma' })
    await world.settings({ channels: only('slack') })
    await world.endpoint('slack', '/hook')
    await world.raise(...Array.from({ length: 80 }, () => ({})))
    const other = world.another('i2')
    await Promise.all([world.dispatcher.run(), other.run()])
    await world.another('i3').run()

    expect(world.sink.calls).toHaveLength(50)
    expect(new Set(world.sink.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(50)
    expect(await world.store.deliveries.list(ACCOUNT, { status: 'throttled' }, { limit: 99 })).toHaveLength(30)
  })
})

describe('a process that stops', () => {
  it('after a claim and before sending: another sends it once its lease ends, with the attempt counted', async () => {
    await using world = await notifyWorld()
    await world.settings({ channels: only('webhook') })
    await world.endpoint('webhook', '/hook')
    await world.raise({})
    await world.store.transaction(async ({ outbox }) => {
      const rows = await outbox.due(world.clock.now(), 'normal', 1)
      await outbox.lease(rows, 'dead.1', {
        now: world.clock.now(),
        until: new Date(world.clock.now().getTime() + 15_000),
      })
    })
    await world.dispatcher.run()
    expect(world.sink.calls).toHaveLength(0)

    expect(await world.store.outbox.release('dead', world.clock.now())).toBe(1)
    await world.dispatcher.run()
    expect(world.sink.calls).toHaveLength(1)
    expect(await world.store.deliveries.list(ACCOUNT, {}, { limit: 1 })).toMatchObject([
      { status: 'sent', attempts: 2 },
    ])
  })

  it('while the peer holds the request: it is sent again with the same bytes, and the first outcome is refused', async () => {
    await using world = await notifyWorld()
    await world.settings({ channels: only('webhook') })
    await world.endpoint('webhook', '/hook')
    world.sink.script('/hook', 'hold', 200)
    await world.raise({})
    await world.dispatcher.step()
    await expect.poll(() => world.sink.held(), { timeout: 10_000 }).toBe(1)
    world.clock.advance(15_000)
    await world.another('i2').run()
    world.sink.release()
    await world.dispatcher.parts.inFlight.idle()

    const [one, two] = world.sink.calls
    expect(world.sink.calls).toHaveLength(2)
    expect({ body: two?.body, webhookId: two?.headers['webhook-id'] }).toEqual({
      body: one?.body,
      webhookId: one?.headers['webhook-id'],
    })
    expect(world.dispatcher.logged).toEqual(['a lease was lost while its delivery was sent'])
    expect(await world.store.deliveries.list(ACCOUNT, {}, { limit: 1 })).toMatchObject([
      { status: 'sent', attempts: 2 },
    ])
  })

  it('and one that goes on does not claim again what it is sending, whatever the clock says', async () => {
    await using world = await notifyWorld()
    await world.settings({ channels: only('webhook') })
    await world.endpoint('webhook', '/hook')
    world.sink.script('/hook', 'hold')
    await world.raise({})
    await world.dispatcher.step()
    await expect.poll(() => world.sink.held(), { timeout: 10_000 }).toBe(1)
    world.clock.advance(86_400_000)
    await world.dispatcher.step()
    world.sink.release()
    await world.dispatcher.run()

    expect(world.sink.calls).toHaveLength(1)
    expect(await world.store.deliveries.list(ACCOUNT, {}, { limit: 1 })).toMatchObject([
      { status: 'sent', attempts: 1 },
    ])
  })

  it('while an SMS was handed over: it is not repeated, and says so', async () => {
    await using world = await notifyWorld()
    await world.settings({ channels: only('sms') })
    await world.endpoint('sms', '/sms')
    world.sink.script('/sms', 'hold')
    await world.raise({})
    await world.dispatcher.step()
    await expect.poll(() => world.sink.held(), { timeout: 10_000 }).toBe(1)
    world.clock.advance(15_000)
    await world.another('i2').run()

    expect(world.sink.calls).toHaveLength(1)
    expect(await world.store.deliveries.list(ACCOUNT, {}, { limit: 1 })).toMatchObject([
      { status: 'failed', reason: { code: 'outcome_unknown' } },
    ])
    world.sink.release()
    await world.dispatcher.parts.inFlight.idle()
  })

  it('in the middle of raising: nothing of it exists, and raising it again makes it once', async () => {
    await using world = await notifyWorld()
    await world.settings({ channels: only('webhook', 'slack') })
    await world.endpoint('webhook', '/hook')
    await world.endpoint('slack', '/slack')
    const broken = {
      ...world.notifier.channels.get('slack')!,
      freeze: () => {
        throw new Error('stopped here')
      },
    }
    const whole = world.notifier.channels.get('slack')!
    ;(world.notifier.channels as Map<string, unknown>).set('slack', broken)
    await expect(world.raise({ eventKey: 'k' })).rejects.toThrow('stopped here')

    expect(await world.store.feedEvents.head(ACCOUNT)).toEqual({ seq: 0, unreadCount: 0 })
    expect(await world.store.notifications.count(ACCOUNT, {})).toBe(0)
    expect(await world.store.notifications.ofEvents([{ accountId: ACCOUNT, eventKey: 'k' }])).toEqual([null])
    ;(world.notifier.channels as Map<string, unknown>).set('slack', whole)
    expect((await world.raise({ eventKey: 'k' }))[0]?.raised).toBe(true)
    expect(await world.store.deliveries.list(ACCOUNT, {}, { limit: 9 })).toHaveLength(2)
  })
})
