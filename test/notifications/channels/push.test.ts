import { describe, expect, it } from 'vitest'
import { pushChannel } from '../../../src/notifications/channels/push/index.ts'
import { readServiceAccount } from '../../../src/notifications/channels/push/service-account.ts'
import { type TestClock, testClock } from '../../support/clock.ts'
import { faultSink } from '../../support/http/fault-sink.ts'
import { HOSTILE, message, summary } from '../../support/notifications/messages.ts'
import { fault, fcmPeer } from '../../support/push/fcm-peer.ts'
import { pushService } from '../../support/push/push-service.ts'
import { vapidKeys } from '../../support/push/vapid-keys.ts'
import { channelConformance } from './channel-conformance.ts'
import { clientFor, type HttpRig, httpRig } from './http-rig.ts'

const TOKEN = 'canary-registration-token'
const never = () => new AbortController().signal
const vapid = vapidKeys()

const isMessage = (path: string) => path !== '/token'

async function openPhone(timeoutMs: number, clock: TestClock = testClock()) {
  const peer = await fcmPeer(clock.now)
  const { sink } = peer
  const client = clientFor(sink, timeoutMs, clock.now)
  const channel = pushChannel({
    client,
    now: clock.now,
    fcm: { serviceAccount: peer.serviceAccount, baseUrl: sink.origin },
  })
  const address = JSON.stringify({ kind: 'fcm', token: TOKEN })
  const close = async () => {
    await channel.close()
    await client.close()
  }
  const endpoint = { id: 'endpoint-1', address, secrets: [] }
  const rig = httpRig({ sink, channel, endpoint, secrets: [TOKEN, peer.accessToken], isMessage, close })
  return { ...rig, peer }
}

/** Only the sending goes wrong: a token is had before. */
async function openSignedIn(
  timeoutMs: number,
): Promise<HttpRig & { readonly peer: Awaited<ReturnType<typeof fcmPeer>> }> {
  const rig = await openPhone(timeoutMs)
  const body = rig.channel.freeze(message())
  await rig.channel.send({ deliveryId: 'd', endpoint: rig.endpoint, body }, never())
  rig.sink.requests.length = 0
  return rig
}

async function openBrowser(
  timeoutMs: number,
): Promise<HttpRig & { readonly service: Awaited<ReturnType<typeof pushService>> }> {
  const service = await pushService(vapid.publicKey)
  const { now } = testClock()
  const client = clientFor(service.sink, timeoutMs, now)
  const address = JSON.stringify({ kind: 'web', ...service.subscription })
  const rig = httpRig({
    sink: service.sink,
    channel: pushChannel({ client, now, web: vapid }),
    endpoint: { id: 'endpoint-1', address, secrets: [] },
    secrets: ['canary-subscription-id', vapid.privateKey, service.subscription.keys.auth],
    close: () => client.close(),
  })
  // Encryption draws a key for every attempt: what the browser reads is what must not change.
  return { ...rig, service, bodies: () => service.received.map(({ text }) => text) }
}

type Row = readonly [string, (rig: HttpRig) => void, object]
const row = (status: number, expected: object, headers: Record<string, string> = {}): Row => {
  return [
    `HTTP ${status} ${JSON.stringify(headers)}`,
    (rig) => rig.behave({ status, headers }),
    { httpStatus: status, ...expected },
  ]
}
const vendor = (status: number, name: string, code: string | undefined, expected: object): Row => {
  return [
    `HTTP ${status} ${code ?? name}`,
    (rig) => rig.behave(fault(status, name, code)),
    { httpStatus: status, ...expected },
  ]
}

channelConformance({
  name: 'push to phones',
  rig: openSignedIn,
  table: [
    row(200, { ok: true }),
    vendor(404, 'NOT_FOUND', 'UNREGISTERED', { ok: false, retry: false, disable: true, code: 'push_unregistered' }),
    vendor(400, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT', { ok: false, retry: false, code: 'push_invalid' }),
    vendor(403, 'PERMISSION_DENIED', 'SENDER_ID_MISMATCH', {
      ok: false,
      retry: false,
      disable: true,
      code: 'push_sender_id_mismatch',
    }),
    vendor(403, 'PERMISSION_DENIED', undefined, { retry: true, operator: true, code: 'push_permission_denied' }),
    vendor(401, 'UNAUTHENTICATED', 'THIRD_PARTY_AUTH_ERROR', {
      retry: true,
      operator: true,
      code: 'push_third_party_auth_error',
    }),
    vendor(429, 'RESOURCE_EXHAUSTED', 'QUOTA_EXCEEDED', {
      ok: false,
      retry: true,
      afterMs: 60_000,
      code: 'push_quota',
    }),
    row(429, { retry: true, afterMs: 600_000 }, { 'retry-after': '600' }),
    vendor(500, 'INTERNAL', 'INTERNAL', { ok: false, retry: true }),
    vendor(503, 'UNAVAILABLE', 'UNAVAILABLE', { ok: false, retry: true }),
    row(503, { retry: true, afterMs: 9_000 }, { 'retry-after': '9' }),
    row(302, { retry: false, code: 'redirect' }, { location: 'https://example.com/' }),
  ],
})

channelConformance({
  name: 'push to browsers',
  rig: openBrowser,
  table: [
    row(201, { ok: true }),
    ...[404, 410].map((status) => row(status, { ok: false, retry: false, disable: true, code: 'push_unregistered' })),
    row(400, { ok: false, retry: false }),
    row(413, { ok: false, retry: false }),
    row(403, { ok: false, retry: true, operator: true }),
    row(429, { ok: false, retry: true, afterMs: 30_000 }, { 'retry-after': '30' }),
    row(500, { ok: false, retry: true }),
    row(307, { ok: false, retry: false, code: 'redirect' }, { location: 'https://example.com/' }),
  ],
})

describe('push to phones', () => {
  const send = (rig: Pick<HttpRig, 'channel' | 'endpoint'>, said = message()) =>
    rig.channel.send({ deliveryId: said.deliveryId, endpoint: rig.endpoint, body: rig.channel.freeze(said) }, never())

  it('fetches one token for all who ask at once, and a new one before it ends', async () => {
    const clock = testClock()
    await using rig = await openPhone(15_000, clock)

    const results = await Promise.all([send(rig), send(rig), send(rig)])
    clock.advance(3_530_000)
    await send(rig)
    const kept = rig.peer.fetched()
    clock.advance(20_000)
    await send(rig)

    expect(results).toMatchObject([{ ok: true }, { ok: true }, { ok: true }])
    expect([kept, rig.peer.fetched()]).toEqual([1, 2])
  })

  it('says what happened, and replaces itself when it is repeated', async () => {
    await using rig = await openPhone(15_000)

    await send(rig)
    await send(rig, { ...summary(), content: { ...summary().content, priority: 'high' } })

    const [first, second] = rig.peer.messages
    expect(first).toMatchObject({
      token: TOKEN,
      notification: { title: 'NVDA 150C: $1.2M bought above ask' },
      data: { url: 'https://options.example.com/n/1' },
      android: { priority: 'NORMAL', collapse_key: expect.stringMatching(/^[\w-]{32}$/) },
      apns: { headers: { 'apns-priority': '5' } },
    })
    expect(JSON.stringify(first)).toContain('Nov 20, 10:00:05 EST')
    expect(second).toMatchObject({ android: { priority: 'HIGH' }, apns: { headers: { 'apns-priority': '10' } } })
    expect(JSON.stringify(second)).toContain('5000 alerts while it was quiet')
  })

  it('forgets a device that is gone', async () => {
    await using rig = await openPhone(15_000)
    rig.peer.gone.add(TOKEN)

    expect(await send(rig)).toMatchObject({ ok: false, disable: true, code: 'push_unregistered' })
  })

  it('is the concern of the operator when the service account is not accepted', async () => {
    const clock = testClock()
    await using rig = await openPhone(15_000, clock)
    rig.behave({ status: 400, body: '{"error":"invalid_grant","id_token":"canary-id-token"}' })

    const result = await send(rig)

    expect(result).toMatchObject({ ok: false, retry: true, operator: true, code: 'push_sign_in', httpStatus: 400 })
    expect(JSON.stringify(result)).not.toContain('canary')
  })

  it('signs in anew after a token was refused', async () => {
    await using rig = await openPhone(15_000)
    await send(rig)
    rig.behave(fault(401, 'UNAUTHENTICATED'))
    await send(rig)
    rig.sink.requests.length = 0
    rig.behave({ status: 503 })
    await send(rig)

    expect(rig.sink.requests.map(({ path }) => path)).toEqual(['/token'])
  })

  it('refuses at the start a key file that is none, without repeating it', () => {
    const cases = ['', 'canary', '{}', '{"project_id":"canary","private_key":"canary"}']
    for (const text of cases) {
      expect(() => readServiceAccount(text)).toThrow(/^FCM_SERVICE_ACCOUNT/)
      expect(() => readServiceAccount(text)).not.toThrow(/canary/)
    }
    const fields = { project_id: 'p', private_key_id: 'k', private_key: 'canary', client_email: 'e' }
    expect(() => readServiceAccount(JSON.stringify(fields))).toThrow('FCM_SERVICE_ACCOUNT must hold an RSA private key')
  })
})

describe('push to browsers', () => {
  const send = (rig: Pick<HttpRig, 'channel' | 'endpoint'>, said = message()) =>
    rig.channel.send({ deliveryId: said.deliveryId, endpoint: rig.endpoint, body: rig.channel.freeze(said) }, never())

  it('is read by the browser alone, and the service knows who sent it', async () => {
    await using rig = await openBrowser(15_000)

    const result = await send(rig)

    const [{ text, headers } = { text: '', headers: {} }] = rig.service.received
    expect(result).toMatchObject({ ok: true, httpStatus: 201 })
    expect(JSON.parse(text)).toMatchObject({
      title: 'NVDA 150C: $1.2M bought above ask',
      url: 'https://options.example.com/n/1',
      high: false,
    })
    expect(headers).toMatchObject({ ttl: '86400', urgency: 'normal', topic: JSON.parse(text).tag })
    expect(rig.sink.requests[0]?.bytes.includes('NVDA')).toBe(false)
  })

  it('fits into what push services take, whatever is said', async () => {
    await using rig = await openBrowser(15_000)

    await send(rig, HOSTILE)

    expect(Buffer.byteLength(rig.service.received[0]?.text ?? '')).toBeLessThanOrEqual(3_900)
    expect(rig.service.received[0]?.headers['urgency']).toBe('high')
  })

  it('keeps nothing of an answer by which another could send', async () => {
    await using rig = await openBrowser(15_000)
    rig.repeatSecrets()

    const result = await send(rig)

    expect(rig.sink.requests[0]?.headers['authorization']).toMatch(/^vapid t=eyJ/)
    expect(result.responseHead).toContain('vapid t=[redacted]')
  })

  it('goes through the same checks as every address that a user gave', async () => {
    await using rig = await openBrowser(15_000)
    const { keys } = rig.service.subscription
    const address = JSON.stringify({ kind: 'web', endpoint: 'https://169.254.169.254/push', keys })

    const result = await send({ channel: rig.channel, endpoint: { ...rig.endpoint, address } })

    expect(result).toMatchObject({ ok: false, retry: false, code: 'blocked_address' })
  })

  it('refuses keys that are none', async () => {
    await using rig = await openBrowser(15_000)
    const keys = { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) }
    const address = JSON.stringify({ kind: 'web', endpoint: rig.service.subscription.endpoint, keys })

    const result = await send({ channel: rig.channel, endpoint: { ...rig.endpoint, address } })

    expect(result).toMatchObject({ ok: false, retry: false, code: 'bad_address' })
  })
})

describe('the keys of the server', () => {
  it.each([
    [{ publicKey: 'AAAA' }, 'VAPID_PUBLIC_KEY'],
    [{ publicKey: vapidKeys().publicKey }, 'VAPID_PUBLIC_KEY'],
    [{ privateKey: 'canary' }, 'VAPID_PRIVATE_KEY'],
    [{ privateKey: 'A'.repeat(43) }, 'VAPID_PUBLIC_KEY'],
    [{ subject: 'operator@example.com' }, 'VAPID_SUBJECT'],
    [{ subject: 'http://example.com' }, 'VAPID_SUBJECT'],
  ])('that are wrong are refused at the start, by name: %#', async (changed, name) => {
    await using sink = await faultSink()
    const make = () =>
      pushChannel({ client: clientFor(sink, 5_000), now: testClock().now, web: { ...vapid, ...changed } })

    expect(make).toThrow(name)
    expect(make).not.toThrow(/canary/)
  })
})

describe('a kind of device that the server is not set up for', () => {
  it('is said to be so, and nothing is sent', async () => {
    await using sink = await faultSink()
    const client = clientFor(sink, 5_000)
    const channel = pushChannel({ client, now: testClock().now, web: vapid })
    const endpoint = { id: 'e', address: JSON.stringify({ kind: 'fcm', token: TOKEN }), secrets: [] }

    const result = await channel.send({ deliveryId: 'd', endpoint, body: channel.freeze(message()) }, never())

    expect(result).toMatchObject({ ok: false, retry: false, operator: true, code: 'not_configured' })
    expect(sink.connections()).toBe(0)
  })
})
