import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { whaleContent } from '../../../src/alerts/domain/alert-contents.ts'
import { sealedBox } from '../../../src/lib/node/sealed-box.ts'
import { WEEKDAYS } from '../../../src/notifications/domain/delivery/weekdays.ts'
import type { ChannelName } from '../../../src/notifications/domain/notification.ts'
import { newEndpoint, openEndpoint } from '../../../src/notifications/operations/settings/endpoint-parts.ts'
import type { SinkAnswer } from '../../support/http/sink.ts'
import { anAccount } from '../../support/market/rows.ts'
import { aPrint } from '../../support/notifications/notification-rows.ts'
import { type NotifyCall, notifyCaller, onPlan } from '../../support/notifications/notify-caller.ts'
import { ACCOUNT, type NotifyWorld, notifyWorld, only } from '../../support/notifications/notify-world.ts'

const SINCE_MS = Date.parse('2026-11-20T15:00:00.000Z')
const NIGHT = { start: '22:00', end: '06:00', days: [...WEEKDAYS] }

let world: NotifyWorld
let call: NotifyCall
function startAfresh(): void {
  beforeEach(async () => {
    world = await notifyWorld({ start: '2026-11-20T16:00:00.000Z' })
    call = notifyCaller(world)
  })
  afterEach(() => world[Symbol.asyncDispose]())
}

const change = (input: Record<string, unknown>) => call('change_notification_settings', input)
const shown = () => call('show_notification_settings')

describe('addresses that were stored under another SESSION_SECRET', () => {
  startAfresh()
  const path = '/hook'
  const earlier = sealedBox('t'.repeat(32), 'endpoints', randomBytes)

  const deliveries = () => world.store.deliveries.list(ACCOUNT, { channel: 'slack' }, { limit: 9 })

  async function storedBefore(channel: ChannelName): Promise<void> {
    const address = channel === 'email' ? 'ada@example.com' : world.sink.url + path
    const made = { id: world.newId(), accountId: ACCOUNT, channel, address, label: address, at: world.clock.now() }
    await world.store.endpoints.put(
      newEndpoint(earlier, { ...made, secret: channel === 'webhook' ? 'whsec_earlier' : null, verified: true }),
    )
    await world.settings({ channels: only(channel) })
  }

  it('are entered again by their owner, to whom the settings say so', async () => {
    await storedBefore('webhook')
    const before = await shown()

    expect(before['warnings']).toEqual([expect.stringMatching(/^Webhook, .*cannot be read.* Enter it again\.$/)])
    expect(before['channels'].webhook.signing_secret_hint).toBeNull()
    await expect(call('reveal_webhook_secret')).rejects.toMatchObject({ code: 'not_found' })
    expect(await call('test_notification_channel', { channel: 'webhook' })).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('Enter it again.'),
    })
    const after = await change({ channels: { webhook: { url: world.sink.url + path } } })
    expect(after['warnings']).toEqual([])
    expect(after['channels'].webhook.signing_secret).toMatch(/^whsec_/)
    expect(await call('test_notification_channel', { channel: 'webhook' })).toMatchObject({ status: 'sent' })
  })

  it('keep what waits for them until the address can be read', async () => {
    await storedBefore('slack')
    await world.raise({})
    await world.dispatcher.run()
    const [waiting] = await deliveries()
    expect(waiting).toMatchObject({ status: 'pending', reason: { code: 'retry', error: 'unreadable_address' } })

    await change({ channels: { slack: { url: world.sink.url + path } } })
    await call('test_notification_channel', { channel: 'slack' })
    world.clock.advance(60_000)
    await world.dispatcher.run()
    expect((await deliveries()).map(({ status }) => status)).toEqual(['sent'])
  })

  it('are no obstacle to e-mail, which goes to the address of the account', async () => {
    await storedBefore('email')
    const opened = openEndpoint(world.notifier.box, (await world.store.endpoints.ofAccount(ACCOUNT))[0]!, new Date())

    expect(opened?.address).toBe('ada@example.com')
    expect((await shown())['warnings']).toEqual([])
  })
})

describe('notification settings', () => {
  startAfresh()

  it('change in the parts that are given, and are the same when they are read again', async () => {
    const answer = await change({ frequency: 'daily', time_zone: 'Asia/Tokyo', channels: { email: { enabled: true } } })

    expect(answer).toMatchObject({
      enabled: true,
      frequency: 'daily',
      time_zone: 'Asia/Tokyo',
      digest_time: '09:00',
      channels: {
        email: { enabled: true, address: 'ada@example.com', verified: true },
        slack: { enabled: false, url: null },
      },
    })
    expect(await shown()).toEqual(answer)
    expect((await world.store.accounts.byId(ACCOUNT))?.account.timeZone).toBe('Asia/Tokyo')
  })

  it('mask a URL everywhere, and show the signing secret of a new one once', async () => {
    const url = `${world.sink.url}/hook?secret=s3cret`
    const first = await change({ channels: { webhook: { enabled: true, url } } })
    const again = await change({ channels: { webhook: { url } } })
    const secret = first['channels'].webhook.signing_secret

    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(first['channels'].webhook).toMatchObject({ url: `${world.sink.url}/…`, state: 'active' })
    expect(first['channels'].webhook.signing_secret_hint).toBe(`whsec_…${secret.slice(-4)}`)
    expect(again['channels'].webhook.signing_secret).toBeNull()
    expect(JSON.stringify([first, again, await shown()])).not.toContain('s3cret')
    expect(await call('reveal_webhook_secret')).toEqual({ signing_secret: secret, previous_valid_until: null })
    const row = (await world.store.endpoints.ofAccount(ACCOUNT))[0]
    expect(JSON.stringify(row)).not.toMatch(/s3cret|whsec/)
  })

  it('rotate a secret with a day in which both sign', async () => {
    await change({ channels: { webhook: { enabled: true, url: `${world.sink.url}/hook` } } })
    const { signing_secret: before } = await call('reveal_webhook_secret')
    const { signing_secret: after, previous_valid_until: until } = await call('rotate_webhook_secret')
    const sign = async () => {
      await world.raise({})
      await world.dispatcher.run()
      return world.sink.calls.at(-1)?.headers['x-secrets']
    }

    expect(until).toBe('2026-11-21T16:00:00.000Z')
    expect(after).not.toBe(before)
    expect(await sign()).toBe(`${after} ${before}`)
    world.clock.advance(86_400_000)
    expect(await sign()).toBe(after)
    expect(await call('reveal_webhook_secret')).toEqual({ signing_secret: after, previous_valid_until: null })
  })

  it('refuse a URL that may not be sent to before anything is changed', async () => {
    const input = { sound: false, channels: { slack: { url: 'https://private.example/x' } } }

    await expect(change(input)).rejects.toMatchObject({
      code: 'invalid',
      details: { issues: [{ path: 'channels.slack.url', message: 'must lead to a public address' }] },
    })
    expect((await shown())['sound']).toBe(true)
  })

  it('give the webhook channel to the Vega plan alone', async () => {
    await onPlan(world, 'theta')

    await expect(change({ channels: { webhook: { enabled: true } } })).rejects.toMatchObject({
      code: 'forbidden',
      details: { requiredPlan: 'vega' },
    })
    expect((await change({ channels: { slack: { enabled: true } } }))['channels'].slack.enabled).toBe(true)
  })

  it('warn of quiet hours that never end, and say until when it is quiet now', async () => {
    const always = await change({ quiet_hours: [{ start: '00:00', end: '00:00', days: [...WEEKDAYS] }] })
    expect(always).toMatchObject({ quiet_until: null, warnings: [expect.stringContaining('whole week')] })
    world.clock.set('2026-11-21T04:00:00.000Z')

    expect(await change({ quiet_hours: [NIGHT] })).toMatchObject({
      quiet_until: '2026-11-21T11:00:00.000Z',
      warnings: [],
    })
  })

  it('19 let go at once, as one message, what changed quiet hours hold no longer', async () => {
    world.clock.set('2026-11-21T04:00:00.000Z')
    await change({ quiet_hours: [NIGHT], channels: { slack: { enabled: true, url: `${world.sink.url}/hook` } } })
    world.sink.forget()
    await world.raise({ content: whaleContent(aPrint()) }, { content: whaleContent(aPrint()) })
    await change({ quiet_hours: [] })
    await world.flush()
    await world.dispatcher.run()

    expect(world.sink.calls.map(({ body }) => JSON.parse(body).title)).toEqual(['While you were away: 2 notifications'])
  })

  it('19 remove what they held when everything is switched off', async () => {
    await change({ frequency: 'hourly', channels: { slack: { enabled: true, url: `${world.sink.url}/hook` } } })
    world.sink.forget()
    await world.raise({})
    await change({ enabled: false })
    world.clock.advance(3_600_000)
    await world.flush()
    await world.dispatcher.run()

    expect(world.sink.calls).toEqual([])
    expect(await world.store.deliveries.list(ACCOUNT, {}, { limit: 9 })).toEqual([])
    expect((await call('list_notifications'))['total']).toBe(1)
  })

  it('show what is used of the limits', async () => {
    await change({ channels: { slack: { enabled: true, url: `${world.sink.url}/hook` } } })
    await world.raise({}, {})
    await world.dispatcher.run()
    world.clock.advance(3_600_000)
    await call('test_notification_channel', { channel: 'slack' })
    const { limits } = await shown()

    expect(limits.find(({ channel }: { channel: string }) => channel === 'slack')).toEqual({
      channel: 'slack',
      sent_last_hour: 1,
      limit_hour: 200,
      sent_last_day: 4,
      limit_day: 2_000,
    })
  })
})

describe('the addresses of notification settings', () => {
  startAfresh()

  describe('send a test to a new URL before anything else', () => {
    const save = (...answers: SinkAnswer[]) => {
      if (answers.length > 0) world.sink.script('/hook', ...answers)
      return change({ channels: { webhook: { enabled: true, url: `${world.sink.url}/hook` } } })
    }
    const failed = async () => (await call('list_deliveries', { status: 'failed' }))['data']

    it('which enables it where it works, with the result in the answer', async () => {
      const answer = await save()
      await world.raise({})
      await world.dispatcher.run()

      const test = { status: 'sent', detail: 'Sent, answered with status 200.' }
      expect(answer['channels'].webhook).toMatchObject({ enabled: true, verified: true, test })
      expect(answer['channels'].slack).toMatchObject({ verified: false, test: null })
      expect((await shown())['channels'].webhook).toMatchObject({ verified: true, test: null })
      const [first, second] = world.sink.calls
      expect(JSON.parse(first?.body ?? '')).toMatchObject({ title: 'Test message', details: { test: true } })
      expect(first?.headers['x-secrets']).toBe(answer['channels'].webhook.signing_secret)
      expect(JSON.parse(second?.body ?? '').title).toMatch(/^News/)
    })

    it('and keep it without enabling it where the test fails, until another works; then send what was missed', async () => {
      const answer = await save(503, 503, 200)
      await world.raise({}, {})
      await world.dispatcher.run()

      expect(answer['channels'].webhook).toMatchObject({
        enabled: true,
        verified: false,
        url: `${world.sink.url}/…`,
        test: { status: 'failed', detail: 'HTTP 503.' },
      })
      expect(world.sink.calls).toHaveLength(1)
      expect((await failed()).map(({ reason }: { reason: string }) => reason)).toEqual(
        Array(2).fill('The Webhook URL has passed no test yet; test it to enable it'),
      )
      const again = { channel: 'webhook', since: '2026-11-20T15:00:00Z' }
      await expect(call('redeliver_failed', again)).rejects.toMatchObject({ code: 'invalid' })
      expect(await call('test_notification_channel', { channel: 'webhook' })).toMatchObject({ status: 'failed' })
      expect((await shown())['channels'].webhook.verified).toBe(false)
      expect(await call('test_notification_channel', { channel: 'webhook' })).toMatchObject({ status: 'sent' })
      expect((await shown())['channels'].webhook.verified).toBe(true)
      expect(await call('redeliver_failed', again)).toEqual({ queued: 2 })
      await world.dispatcher.run()
      expect(await failed()).toEqual([])
      expect(world.sink.calls).toHaveLength(5)
    })

    it('and enable a program that takes no tests: it has read the signed message', async () => {
      const answer = await save(422)

      expect(answer['channels'].webhook).toMatchObject({ verified: true, test: { status: 'failed' } })
      expect(answer['channels'].webhook.test.detail).toContain('the URL is enabled')
    })

    it('but not a chat that refuses the message', async () => {
      world.sink.script('/chat', 422)
      const answer = await change({ channels: { slack: { enabled: true, url: `${world.sink.url}/chat` } } })

      expect(answer['channels'].slack).toMatchObject({
        verified: false,
        test: { status: 'failed', detail: 'HTTP 422.' },
      })
    })

    it('also to the URL that takes the place of a tested one, and not to the same one again', async () => {
      await save()
      await save()
      expect(world.sink.calls).toHaveLength(1)
      world.sink.script('/other', 404)
      const answer = await change({ channels: { webhook: { url: `${world.sink.url}/other` } } })

      expect(answer['channels'].webhook).toMatchObject({ verified: false, test: { status: 'failed' } })
    })

    it('and put it off where the limit of the plan is reached, but not the change', async () => {
      await onPlan(world, 'gamma')
      await change({ channels: { slack: { enabled: true, url: `${world.sink.url}/hook` } } })
      for (let count = 1; count < 50; count++) await call('test_notification_channel', { channel: 'slack' })
      const answer = await change({ sound: false, channels: { slack: { url: `${world.sink.url}/other` } } })

      expect(answer).toMatchObject({ sound: false, channels: { slack: { verified: false } } })
      expect(answer['channels'].slack.test.detail).toBe(
        'Not tested yet: The limit of 50 per hour is reached. Test it later.',
      )
    })
  })

  it('test a channel with one real send, and switch an address on again that works', async () => {
    await change({ channels: { slack: { enabled: true, url: `${world.sink.url}/hook` } } })
    world.sink.script('/hook', 410, 500, 200)

    expect(await call('test_notification_channel', { channel: 'slack' })).toEqual({
      status: 'failed',
      detail: 'HTTP 410.',
    })
    expect((await shown())['channels'].slack.state).toBe('disabled')
    expect(await call('test_notification_channel', { channel: 'slack' })).toMatchObject({ status: 'failed' })
    expect(await call('test_notification_channel', { channel: 'slack' })).toEqual({
      status: 'sent',
      detail: 'Sent, answered with status 200.',
    })
    expect((await shown())['channels'].slack.state).toBe('active')
    await expect(call('test_notification_channel', { channel: 'discord' })).rejects.toMatchObject({ code: 'invalid' })
  })

  it('verify a phone number by code: six digits, ten minutes, five tries, three codes an hour', async () => {
    const channel = world.notifier.channels.get('sms')!
    const codes: string[] = []
    const listening = {
      ...channel,
      async send({ body }: { body: string }) {
        const { title } = JSON.parse(body)
        expect(title).toMatch(/valid for 10 min\. Nobody from us will ask you for it\.$/)
        codes.push(/\d{6}/.exec(title)?.[0] ?? '')
        return { ok: true as const, httpStatus: 201, responseHead: null }
      },
    }
    ;(world.notifier.channels as Map<string, unknown>).set('sms', listening)
    const ask = () => call('send_phone_code', { phone_number: '+12025550123' })
    const wrong = () => call('verify_phone', { code: codes.at(-1) === '000000' ? '000001' : '000000' })

    expect(await ask()).toMatchObject({ status: 'sent' })
    for (let tries = 0; tries < 5; tries++) await expect(wrong()).rejects.toMatchObject({ code: 'invalid' })
    await expect(call('verify_phone', { code: codes[0] })).rejects.toMatchObject({ code: 'invalid' })
    await ask()
    world.clock.advance(600_000)
    await expect(call('verify_phone', { code: codes[1] })).rejects.toMatchObject({ code: 'invalid' })
    await ask()
    await expect(ask()).rejects.toMatchObject({ code: 'rate_limited' })
    expect((await shown())['channels'].sms).toMatchObject({ phone_number: null, verified: false })

    expect(await call('verify_phone', { code: codes[2] })).toEqual({ phone_number: '+1…123', verified: true })
    expect((await shown())['channels'].sms).toMatchObject({ phone_number: '+1…123', verified: true })
    await expect(call('verify_phone', { code: codes[2] })).rejects.toMatchObject({ code: 'invalid' })
  })

  it('keep devices: the same one once, twenty at most, each removable', async () => {
    const add = (token: string) => call('add_push_device', { device: { kind: 'fcm', token }, label: 'Phone' })
    const { id } = await add('t0')
    expect((await add('t0'))['id']).toBe(id)
    for (let count = 1; count < 20; count++) await add(`t${count}`)
    await expect(add('t20')).rejects.toMatchObject({ code: 'conflict' })
    await call('remove_push_device', { id })
    await expect(call('remove_push_device', { id })).rejects.toMatchObject({ code: 'not_found' })

    expect((await shown())['channels'].push.devices).toHaveLength(19)
  })
})

describe('deliveries', () => {
  it('are sent again on request: same bytes, same id, one attempt, counted', async () => {
    await using world = await notifyWorld()
    const call = notifyCaller(world)
    await call('change_notification_settings', {
      channels: { webhook: { enabled: true, url: `${world.sink.url}/hook` } },
    })
    world.sink.forget()
    world.sink.script('/hook', 302, 500, 200)
    await world.raise({})
    await world.dispatcher.run()
    const [failed] = (await call('list_deliveries', { status: 'failed' }))['data']

    expect(failed).toMatchObject({ channel: 'webhook', endpoint: `${world.sink.url}/…`, reason: 'HTTP 302.' })
    expect(await call('redeliver', { id: failed.id })).toEqual({ status: 'failed', detail: 'HTTP 500.' })
    expect((await call('list_deliveries', { status: 'failed' }))['data']).toHaveLength(1)
    expect(await call('redeliver', { id: failed.id })).toMatchObject({ status: 'sent' })
    const [sent] = (await call('list_deliveries', { status: 'sent' }))['data']
    expect(sent.attempts.map((it: Record<string, unknown>) => [it['cause'], it['outcome'], it['status_code']])).toEqual(
      [
        ['auto', 'failed', 302],
        ['manual', 'failed', 500],
        ['manual', 'sent', 200],
      ],
    )
    expect(new Set(world.sink.calls.map(({ body }) => body)).size).toBe(1)
    expect(new Set(world.sink.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  it('that are being sent, or wait for a try, are never sent twice at once', async () => {
    await using world = await notifyWorld()
    const call = notifyCaller(world)
    await call('change_notification_settings', {
      channels: { webhook: { enabled: true, url: `${world.sink.url}/hook` } },
    })
    world.sink.forget()
    world.sink.script('/hook', 503, 'hold')
    await world.raise({})
    await world.dispatcher.run()
    const [row] = await world.store.deliveries.list(ACCOUNT, {}, { limit: 1 })
    const asked = call('redeliver', { id: row!.id })
    await expect.poll(() => world.sink.held(), { timeout: 10_000 }).toBe(1)
    world.clock.advance(12_000)
    await world.dispatcher.run()

    await expect(call('redeliver', { id: row!.id })).rejects.toMatchObject({ code: 'invalid' })
    expect(world.sink.calls).toHaveLength(2)
    world.sink.release()
    expect(await asked).toMatchObject({ status: 'sent' })
    expect(await world.store.deliveries.list(ACCOUNT, {}, { limit: 1 })).toMatchObject([
      { status: 'sent', attempts: 1 },
    ])
  })

  it('whose process ended while it sent them on request can be sent again once the lease has ended, long before the next try', async () => {
    await using world = await notifyWorld()
    const call = notifyCaller(world)
    await call('change_notification_settings', {
      channels: { webhook: { enabled: true, url: `${world.sink.url}/hook` } },
    })
    world.sink.script('/hook', 503, 200)
    await world.raise({})
    await world.dispatcher.run()
    const [row] = await world.store.deliveries.list(ACCOUNT, {}, { limit: 1 })
    const now = world.clock.now()
    await world.store.deliveries.take(row!.id, 'manual.gone', { now, until: new Date(now.getTime() + 2_000) })

    await expect(call('redeliver', { id: row!.id })).rejects.toMatchObject({ code: 'invalid' })
    world.clock.advance(2_000)
    expect(await call('redeliver', { id: row!.id })).toMatchObject({ status: 'sent' })
  })

  it('count against the limit of the plan when they are asked for', async () => {
    await using world = await notifyWorld()
    const call = notifyCaller(world)
    await onPlan(world, 'gamma')
    await call('change_notification_settings', {
      channels: { slack: { enabled: true, url: `${world.sink.url}/hook` } },
    })
    // The test of the new URL counts too.
    for (let count = 1; count < 50; count++) await call('test_notification_channel', { channel: 'slack' })

    await expect(call('test_notification_channel', { channel: 'slack' })).rejects.toMatchObject({
      code: 'rate_limited',
      details: { retryAfterS: 3_600 },
    })
    expect(world.sink.calls).toHaveLength(50)
  })

  describe('that failed since an instant', () => {
    const SINCE = '2026-11-20T15:00:00.000Z'

    async function failing(count: number, ...answers: SinkAnswer[]) {
      const world = await notifyWorld()
      const call = notifyCaller(world)
      await world.settings({ channels: only('webhook') })
      await world.endpoint('webhook', '/hook')
      world.sink.script('/hook', ...answers)
      await world.raise(...Array.from({ length: count }, () => ({})))
      await world.dispatcher.run()
      const again = (input: Record<string, unknown> = {}) => {
        return call('redeliver_failed', { channel: 'webhook', since: SINCE, ...input })
      }
      return { world, call, again }
    }

    it('go again once each, with the same bytes, counted, and end as that attempt ends', async () => {
      const { world, call, again } = await failing(3, 302)
      await using _ = world
      world.sink.script('/hook', 200, 503)

      expect(await again()).toEqual({ queued: 3 })
      await world.dispatcher.run()

      const { data } = await call('list_deliveries', {})
      const shown = data.map((it: Record<string, unknown>) => [it['status'], it['reason']])
      expect(shown.sort()).toEqual([
        ['failed', 'HTTP 503.'],
        ['failed', 'HTTP 503.'],
        ['sent', null],
      ])
      expect(data[0].attempts).toMatchObject([{ cause: 'auto' }, { cause: 'manual' }])
      expect(world.sink.calls).toHaveLength(6)
      expect(new Set(world.sink.calls.map(({ body }) => body)).size).toBe(3)
      expect(await world.store.outbox.countedSince(ACCOUNT, 'webhook', new Date(SINCE_MS - 1))).toBe(6)
      expect(await world.store.outbox.nextDueMs()).toBeNull()
    })

    it('wait for a slot where the limit of the plan is reached', async () => {
      await using world = await notifyWorld()
      const call = notifyCaller(world)
      await onPlan(world, 'gamma')
      await world.settings({ channels: only('slack') })
      const id = await world.endpoint('slack', '/chat')
      await world.store.endpoints.setVerified(id, null)
      await world.raise(...Array.from({ length: 80 }, () => ({})))
      await world.store.endpoints.setVerified(id, world.clock.now())

      expect(await call('redeliver_failed', { channel: 'slack', since: SINCE })).toEqual({ queued: 80 })
      await world.dispatcher.run()

      const of = (status: 'sent' | 'throttled') => world.store.deliveries.list(ACCOUNT, { status }, { limit: 200 })
      expect([await of('sent'), await of('throttled')].map((rows) => rows.length)).toEqual([50, 30])
    })

    it('are none that are older, that may have been sent, or of another channel or account', async () => {
      const { world, call, again } = await failing(1, 302)
      await using _ = world
      const [row] = await world.store.deliveries.list(ACCOUNT, {}, { limit: 1 })
      if (!row) throw new Error('nothing was raised')
      await world.store.accounts.add(anAccount({ id: 'bob', email: 'bob@example.com' }))
      await world.endpoint('webhook', '/bob', 'bob')

      expect(await again({ since: '2026-11-20T15:00:00.001+00:00' }).catch((error) => error.code)).toBe('invalid')
      world.clock.advance(60_000)
      expect(await again({ since: '2026-11-20T15:00:00.001Z' })).toEqual({ queued: 0 })
      expect(
        await notifyCaller(world, { accountId: 'bob' })('redeliver_failed', { channel: 'webhook', since: SINCE }),
      ).toEqual({ queued: 0 })
      await world.endpoint('slack', '/chat')
      expect(await again({ channel: 'slack' })).toEqual({ queued: 0 })
      await expect(again({ channel: 'sms' })).rejects.toMatchObject({ code: 'invalid' })
      await expect(again({ since: '2026-11-13T14:59:59Z' })).rejects.toMatchObject({ code: 'invalid' })
      await world.store.deliveries.remove([row.id])
      await world.store.deliveries.add([{ ...row, reason: { code: 'outcome_unknown' } }])
      expect(await again()).toEqual({ queued: 0 })
      expect((await call('list_deliveries', { status: 'failed' }))['data']).toHaveLength(1)
    })
  })
})
