import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { webhookChannel } from '../../../src/notifications/channels/webhook/index.ts'
import { signatureHeaders } from '../../../src/notifications/channels/webhook/sign.ts'
import { testClock } from '../../support/clock.ts'
import { faultSink } from '../../support/http/fault-sink.ts'
import { signatureFault } from '../../support/http/standard-webhooks.ts'
import { IDEA, message } from '../../support/notifications/messages.ts'
import { channelConformance } from './channel-conformance.ts'
import { clientFor, type HttpRig, httpRig } from './http-rig.ts'

const SECRET = `whsec_${Buffer.from('canary-signing-secret-of-32-byte').toString('base64')}`
const OLDER = `whsec_${Buffer.from('an-older-signing-secret-32-bytes').toString('base64')}`

async function open(timeoutMs: number, clock = testClock()): Promise<HttpRig> {
  const sink = await faultSink()
  const client = clientFor(sink, timeoutMs, clock.now)
  const address = `${sink.origin}/hooks/canary-path-segment?secret=canary-webhook-secret&x=canary%20spaced`
  return httpRig({
    sink,
    channel: webhookChannel({ client, now: clock.now }),
    endpoint: { id: 'endpoint-1', address, secrets: [SECRET] },
    secrets: ['canary-webhook-secret', 'canary-path-segment', 'canary%20spaced', 'canary spaced'],
    close: () => client.close(),
  })
}

const answers =
  (status: number, headers: Record<string, string> = {}) =>
  (rig: HttpRig) => {
    rig.behave({ status, headers, body: 'said the peer' })
  }
const again = (status: number) =>
  [`HTTP ${status}`, answers(status), { ok: false, retry: true, code: `http_${status}`, httpStatus: status }] as const

channelConformance({
  name: 'webhook',
  rig: open,
  table: [
    ...[200, 201, 202].map(
      (status) =>
        [`HTTP ${status}`, answers(status), { ok: true, httpStatus: status, responseHead: 'said the peer' }] as const,
    ),
    ['HTTP 204', answers(204), { ok: true, httpStatus: 204, responseHead: '' }],
    ...[301, 302, 303, 307, 308].map((status) => {
      const headers = { location: 'https://example.com/canary-path-segment' }
      return [
        `HTTP ${status}`,
        answers(status, headers),
        { ok: false, retry: false, code: 'redirect', httpStatus: status },
      ] as const
    }),
    ['HTTP 304', answers(304), { ok: false, retry: false, code: 'redirect' }],
    ...[400, 401, 403, 404, 405, 408, 409, 413, 415, 422, 425, 429, 500, 501, 502, 503, 504, 599].map(again),
    ['HTTP 410', answers(410), { ok: false, retry: false, code: 'http_410', disable: true }],
    ['HTTP 429, in 30 s', answers(429, { 'retry-after': '30' }), { retry: true, afterMs: 30_000 }],
    [
      'HTTP 503, at an hour',
      answers(503, { 'retry-after': 'Fri, 20 Nov 2026 15:02:00 GMT' }),
      { retry: true, afterMs: 120_000 },
    ],
    ['HTTP 503, in a year', answers(503, { 'retry-after': '31536000' }), { retry: true, afterMs: 3_600_000 }],
    [
      'HTTP 503, in the past',
      answers(503, { 'retry-after': 'Fri, 20 Nov 2020 15:02:00 GMT' }),
      { retry: true, afterMs: 0 },
    ],
    ['what is not HTTP', (rig) => rig.behave('garbage'), { ok: false, retry: true, code: 'bad_answer' }],
    [
      'a body that is cut',
      (rig) => rig.behave('reset_in_body'),
      { ok: false, retry: true, code: 'connection_reset', httpStatus: 200 },
    ],
    ['10 GB after a success', (rig) => rig.behave('huge'), { ok: true, httpStatus: 200 }],
  ],
})

describe('the webhook channel', () => {
  const send = (rig: HttpRig, body: string, secrets = rig.endpoint.secrets) =>
    rig.channel.send({ deliveryId: 'd-1', endpoint: { ...rig.endpoint, secrets }, body }, new AbortController().signal)

  it('sends a trade idea as exactly the payload of the specification', async () => {
    await using rig = await open(10_000)

    await send(rig, rig.channel.freeze(message({ programPayload: IDEA })))

    expect(rig.sink.requests[0]?.headers).toMatchObject({ 'content-type': 'application/json' })
    expect(rig.bodies()).toEqual([
      '{"alert_name":"Bullish tech","source":"trade_idea","symbol":"NVDA","direction":"bullish","strategy":"long_call",' +
        '"entry_price":148.5,"target_price":160,"triggered_at":"2026-11-20T15:00:05.123Z",' +
        '"matched_criteria":{"direction":"bullish","min_confidence":0.7}}',
    ])
  })

  it('sends anything else as the record without its deliveries', async () => {
    await using rig = await open(10_000)

    const record = JSON.parse(rig.channel.freeze(message()))

    expect(Object.keys(record)).toEqual([
      ...['id', 'seq', 'type', 'title', 'body', 'symbol', 'priority', 'status', 'details', 'created_at', 'read_at'],
    ])
    expect(record).toMatchObject({ seq: 42, status: 'unread', read_at: null, created_at: '2026-11-20T15:00:05.123Z' })
  })

  it.each(['', 'x', '{"a":"Ünïcode 🦉"}', 'y'.repeat(20_000)])('signs as the reference library does: %.20s', (body) => {
    const at = new Date('2026-11-20T15:00:00.999Z')

    const headers = signatureHeaders('d-1', body, [SECRET, OLDER], at)

    const expected = [SECRET, OLDER].map((secret) => new Webhook(secret).sign('msg_d-1', at, body))
    expect(headers['webhook-signature']).toBe(expected.join(' '))
  })

  it('signs each attempt for its time, under an id that stays', async () => {
    const clock = testClock()
    await using rig = await open(5_000, clock)
    const body = rig.channel.freeze(message())

    await send(rig, body)
    clock.advance(360_000)
    await send(rig, body)

    const [first, second] = rig.sink.requests
    expect(first && signatureFault(SECRET, first, new Date('2026-11-20T15:00:00Z'))).toBeNull()
    expect(second && signatureFault(SECRET, second, clock.now())).toBeNull()
    expect(first && signatureFault(SECRET, first, clock.now())).toBe('the timestamp is too far away')
    expect([first?.headers['webhook-id'], second?.headers['webhook-id']]).toEqual(['msg_d-1', 'msg_d-1'])
    expect(first && signatureFault(SECRET, { ...first, bytes: Buffer.from(`${body} `) }, clock.now())).not.toBeNull()
    expect(first && signatureFault(OLDER, first, new Date('2026-11-20T15:00:00Z'))).toBe('no signature matches')
  })

  it('signs as the published example does', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const at = new Date(1_614_265_330_000)

    expect(signatureHeaders('p5jXN8AQM9LWM0D4loKWxJek', '{"test": 2432232314}', [secret], at)).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  it('signs with every secret while a rotation overlaps, and sends no body of its own making', async () => {
    const clock = testClock()
    await using rig = await open(5_000, clock)

    await send(rig, '{"zeichen":"ü€🐳"}', [SECRET, OLDER])

    const [request] = rig.sink.requests
    expect(request?.headers['webhook-signature']?.split(' ')).toHaveLength(2)
    expect(request && signatureFault(SECRET, request, clock.now())).toBeNull()
    expect(request && signatureFault(OLDER, request, clock.now())).toBeNull()
    expect(request?.body).toBe('{"zeichen":"ü€🐳"}')
  })

  it.each([[[]], [['whsec_']], [['whsec_not base64!']]])('sends nothing unsigned: %j', async (secrets) => {
    await using rig = await open(10_000)

    expect(await send(rig, '{}', secrets)).toMatchObject({ ok: false, retry: false, code: 'bad_secret' })
    expect(rig.sink.connections()).toBe(0)
  })

  it('lets no line break into a header', async () => {
    await using rig = await open(10_000)

    const result = await rig.channel.send(
      { deliveryId: 'd\r\nx-injected: 1', endpoint: rig.endpoint, body: '{}' },
      new AbortController().signal,
    )

    expect(result).toMatchObject({ ok: false })
    expect(rig.sink.requests).toEqual([])
  })

  it('names what a refused URL lacks', async () => {
    await using rig = await open(10_000)
    const blocked = { ...rig.endpoint, address: 'https://169.254.169.254/latest' }

    const result = await rig.channel.send(
      { deliveryId: 'd-1', endpoint: blocked, body: '{}' },
      new AbortController().signal,
    )

    expect(result).toEqual({
      ok: false,
      retry: false,
      code: 'blocked_address',
      reason: 'The URL must lead to a public address.',
      httpStatus: null,
      responseHead: null,
    })
  })
})
