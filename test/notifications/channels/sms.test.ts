import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  callbackSignature,
  isCallbackSigned,
  readKeyword,
  readReport,
} from '../../../src/notifications/channels/sms/callback.ts'
import { smsChannel } from '../../../src/notifications/channels/sms/index.ts'
import { gsmUnits, smsLength } from '../../../src/notifications/channels/sms/segments.ts'
import { smsBody } from '../../../src/notifications/channels/sms/sms-message.ts'
import { inOneSegment, transliterated } from '../../../src/notifications/channels/sms/transliterate.ts'
import { testClock } from '../../support/clock.ts'
import { HOSTILE, message, summary } from '../../support/notifications/messages.ts'
import { NUMBERS, TWILIO, twilioPeer } from '../../support/sms/twilio-peer.ts'
import { channelConformance } from './channel-conformance.ts'
import { type HttpRig, httpRig } from './http-rig.ts'

async function open(timeoutMs: number, to = NUMBERS.good): Promise<HttpRig> {
  const { sink } = await twilioPeer()
  const channel = smsChannel({
    ...TWILIO,
    baseUrl: sink.origin,
    statusCallback: 'https://options.example.com/sms/status',
    now: testClock().now,
    timeoutMs,
  })
  const basic = Buffer.from(`${TWILIO.accountSid}:${TWILIO.authToken}`).toString('base64')
  const endpoint = { id: 'endpoint-1', address: to, secrets: [] }
  const secrets = [TWILIO.authToken, TWILIO.accountSid, basic]
  return httpRig({ sink, channel, endpoint, secrets, close: () => channel.close() })
}

type Row = readonly [string, (rig: HttpRig) => void, object]
const row = (status: number, code: number | null, expected: object, headers: Record<string, string> = {}): Row => {
  const body = code === null ? '<html>proxy</html>' : JSON.stringify({ code, message: 'words', status })
  return [
    `HTTP ${status}, code ${code}`,
    (rig) => rig.behave({ status, headers, body }),
    { httpStatus: status, ...expected },
  ]
}

channelConformance({
  name: 'sms',
  rig: open,
  onceOnly: true,
  table: [
    row(201, null, { ok: true }),
    row(400, 21211, { ok: false, retry: false, code: 'sms_21211', unknownRecipient: true }),
    row(400, 21614, { ok: false, retry: false, code: 'sms_21614' }),
    row(400, 21610, { ok: false, retry: false, disable: true, code: 'sms_21610' }),
    row(400, 21617, { ok: false, retry: false, code: 'sms_21617' }),
    row(401, 20003, { ok: false, retry: true, operator: true, code: 'sms_20003' }),
    row(401, null, { ok: false, retry: true, operator: true, code: 'http_401' }),
    row(403, 20403, { ok: false, retry: true, operator: true }),
    row(404, 20404, { ok: false, retry: false, code: 'sms_20404' }),
    row(429, 20429, { ok: false, retry: true, code: 'sms_20429' }),
    row(429, null, { ok: false, retry: true, afterMs: 5_000 }, { 'retry-after': '5' }),
    row(302, null, { ok: false, retry: false }, { location: 'https://example.com' }),
    row(500, null, { ok: false, retry: true, code: 'http_500' }),
    row(503, null, { ok: false, retry: true, code: 'http_503' }),
  ],
})

describe('the SMS channel', () => {
  const never = () => new AbortController().signal

  it('speaks the form of the vendor, who checks every field', async () => {
    await using peer = await twilioPeer()
    const channel = smsChannel({ ...TWILIO, baseUrl: peer.sink.origin, now: testClock().now })
    const endpoint = (address: string) => ({ id: 'e', address, secrets: [] })
    const body = channel.freeze(message())

    const results = []
    for (const number of Object.values(NUMBERS)) {
      results.push(await channel.send({ deliveryId: 'd', endpoint: endpoint(number), body }, never()))
    }
    await channel.close()

    expect(results.map((result) => (result.ok ? 'ok' : result.code))).toEqual([
      'ok',
      'sms_21211',
      'sms_21614',
      'sms_21610',
    ])
    expect(peer.sent).toEqual([{ to: NUMBERS.good, body, statusCallback: null }])
    expect(JSON.stringify(results)).not.toContain(NUMBERS.good)
  })

  it('tries again what cannot have left, and never what can', async () => {
    const gone = await twilioPeer()
    const { origin } = gone.sink
    await gone[Symbol.asyncDispose]()
    const channel = smsChannel({ ...TWILIO, baseUrl: origin, now: testClock().now })
    const sending = { deliveryId: 'd', endpoint: { id: 'e', address: NUMBERS.good, secrets: [] }, body: 'x' }

    const refused = await channel.send(sending, never())

    expect(refused).toMatchObject({ ok: false, retry: true, code: 'connection_refused' })
    expect(refused).not.toHaveProperty('maybeSent')
  })

  it('opens a connection for each message, so that none is lost on a kept one that was closed', async () => {
    await using rig = await open(10_000)
    const body = rig.channel.freeze(message())

    for (let n = 0; n < 3; n++) {
      expect(await rig.channel.send({ deliveryId: 'd', endpoint: rig.endpoint, body }, never())).toMatchObject({
        ok: true,
      })
    }

    expect(rig.sink.connections()).toBe(3)
  })
})

describe('the length of an SMS', () => {
  it.each([
    ['a'.repeat(160), 'GSM-7', 160, 1],
    ['a'.repeat(161), 'GSM-7', 161, 2],
    ['a'.repeat(306), 'GSM-7', 306, 2],
    ['a'.repeat(307), 'GSM-7', 307, 3],
    ['€'.repeat(80), 'GSM-7', 160, 1],
    [`${'€'.repeat(80)}a`, 'GSM-7', 161, 2],
    // A joined message does not split the two places of a character: 76 fit into 153.
    ['€'.repeat(153), 'GSM-7', 306, 3],
    ['’'.repeat(70), 'UCS-2', 70, 1],
    [`${'a'.repeat(70)}’`, 'UCS-2', 71, 2],
    ['🐳'.repeat(35), 'UCS-2', 70, 1],
    ['🐳'.repeat(36), 'UCS-2', 72, 2],
    ['🐳'.repeat(67), 'UCS-2', 134, 3],
    ['[]{}^\\|~', 'GSM-7', 16, 1],
    ['', 'GSM-7', 0, 1],
  ])('%# is counted as the network counts it', (text, encoding, units, segments) => {
    expect(smsLength(text)).toEqual({ encoding, units, segments })
  })
})

describe('the text of an SMS', () => {
  it('keeps what the alphabet has and writes the rest with its letters', () => {
    expect(transliterated('“Ça va?” — naïve → 5 ≥ 4 … Łódź, coöp, 50 € ½')).toBe(
      '"Ça va?" - naive -> 5 >= 4 ... Lodz, coöp, 50 € 1/2',
    )
    expect(transliterated('NVDA 🐳 買')).toBe('NVDA ? ?')
  })

  it('is one segment of the GSM alphabet, whatever is said', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 400 }),
        fc.webUrl({ validSchemes: ['https'] }),
        (title, url) => {
          const text = smsBody(message({ content: { ...message().content, title }, url }))

          expect(smsLength(text)).toMatchObject({ encoding: 'GSM-7', segments: 1 })
        },
      ),
      { numRuns: 300 },
    )
    expect(gsmUnits(smsBody(HOSTILE))).toBeLessThanOrEqual(160)
  })

  it('says when it was, how late it is, and where more is', () => {
    expect(smsBody(message())).toBe(
      'NVDA 150C: $1.2M bought above ask (Nov 20, 10:00:05 EST) https://options.example.com/n/1',
    )
    expect(smsBody(message({ dueAt: '2026-11-20T17:05:05.123Z' }))).toContain('(2 h 5 min ago)')
    expect(smsBody(summary())).toBe('5000 alerts while it was quiet https://options.example.com/n/1')
  })

  it('keeps the link when the title is cut', () => {
    expect(inOneSegment('x'.repeat(300), 'https://a.example/1')).toMatch(/^x{137}\.\.\. https:\/\/a\.example\/1$/)
  })

  it('leaves out a link that would fill the message', () => {
    expect(inOneSegment('NVDA', `https://a.example/${'x'.repeat(100)}`)).toBe('NVDA')
  })
})

describe('a callback of the SMS service', () => {
  const url = 'https://options.example.com/sms/status?x=1'
  const form = { MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: '30003', To: '+12025550123' }

  it('is signed as the vendor signs, which is written out here once more', () => {
    const text = `${url}ErrorCode30003MessageSidSM1MessageStatusundeliveredTo+12025550123`
    const expected = createHmac('sha1', 'token').update(text).digest('base64')

    expect(callbackSignature('token', url, form)).toBe(expected)
    expect(isCallbackSigned('token', { url, form, signature: expected })).toBe(true)
  })

  it("agrees with the example in the vendor's documentation", () => {
    const example = {
      CallSid: 'CA1234567890ABCDE',
      Caller: '+14158675309',
      Digits: '1234',
      From: '+14158675309',
      To: '+18005551212',
    }

    expect(callbackSignature('12345', 'https://mycompany.com/myapp.php?foo=1&bar=2', example)).toBe(
      'RSOYDt4T1cUTdK1PDd93/VVr8B8=',
    )
  })

  it('is refused with another secret, address, field or signature', () => {
    const signature = callbackSignature('token', url, form)

    expect(isCallbackSigned('other', { url, form, signature })).toBe(false)
    expect(isCallbackSigned('token', { url: `${url}&y=2`, form, signature })).toBe(false)
    expect(isCallbackSigned('token', { url, form: { ...form, MessageStatus: 'delivered' }, signature })).toBe(false)
    expect(isCallbackSigned('token', { url, form, signature: '' })).toBe(false)
  })

  it.each([
    ['delivered', 'delivered'],
    ['read', 'delivered'],
    ['undelivered', 'failed'],
    ['failed', 'failed'],
    ['queued', 'under_way'],
    ['sent', 'under_way'],
  ])('reports %s as %s', (MessageStatus, outcome) => {
    expect(readReport({ ...form, MessageStatus })).toEqual({ messageId: 'SM1', outcome, errorCode: 30003 })
  })

  it('that is no report is told apart', () => {
    expect(readReport({ Body: 'STOP' })).toBeNull()
  })

  it.each([
    ['STOP', 'stop'],
    [' stop. ', 'stop'],
    ['Unsubscribe', 'stop'],
    ['START', 'start'],
    ['please stop calling', null],
    ['', null],
  ])('with the words %j asks for %s', (body, action) => {
    expect(readKeyword(body, 'https://a.example')).toEqual({ action, reply: null })
  })

  it('asking for HELP is answered', () => {
    const { action, reply } = readKeyword('help', 'https://options.example.com/settings')

    expect(action).toBeNull()
    expect(reply).toContain('https://options.example.com/settings')
    expect(smsLength(reply ?? '').segments).toBe(1)
  })
})
