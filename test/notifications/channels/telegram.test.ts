import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { telegramChannel } from '../../../src/notifications/channels/telegram/index.ts'
import { bold, escaped, link } from '../../../src/notifications/channels/telegram/markdown.ts'
import { testClock } from '../../support/clock.ts'
import { faultSink } from '../../support/http/fault-sink.ts'
import { HOSTILE, message, summary } from '../../support/notifications/messages.ts'
import { FAQ_LIMITS, parseMarkdownV2, startTelegram, type Telegram } from '../../support/telegram/server.ts'
import { channelConformance, expectWellFormed } from './channel-conformance.ts'
import { type HttpRig, httpRig } from './http-rig.ts'

const TOKEN = '4242:AAcanary-of_the-bots-token'
const SECRET = 'AAcanary-of_the-bots-token'
const CHAT = 7
const never = () => new AbortController().signal

const json = (body: object) => JSON.stringify(body)
const failure = (code: number, description: string, parameters?: object) =>
  json({ ok: false, error_code: code, description, ...(parameters && { parameters }) })

async function open(timeoutMs: number): Promise<HttpRig> {
  const sink = await faultSink({ behaviour: { status: 200, body: json({ ok: true, result: {} }) } })
  const channel = telegramChannel({ token: TOKEN, baseUrl: sink.origin, now: testClock().now, timeoutMs })
  const endpoint = { id: 'endpoint-1', address: String(CHAT), secrets: [] }
  return httpRig({ sink, channel, endpoint, secrets: [TOKEN, SECRET], close: () => channel.close() })
}

type Row = readonly [string, (rig: HttpRig) => void, object]
const row = (status: number, description: string, expected: object, parameters?: object): Row => [
  `${status} ${description}`,
  (rig) => rig.behave({ status, body: failure(status, description, parameters) }),
  { ok: false, httpStatus: status, ...expected },
]
const proxy = (status: number, expected: object, headers: Record<string, string> = {}): Row => [
  `HTTP ${status} of a proxy, in HTML`,
  (rig) => rig.behave({ status, headers, body: '<html>proxy</html>' }),
  { ok: false, httpStatus: status, ...expected },
]
const ended = (code: string) => ({ retry: false, disable: true, code })

channelConformance({
  name: 'telegram',
  rig: open,
  table: [
    row(400, 'Bad Request: message is too long', { retry: false, code: 'telegram_400' }),
    row(400, 'Bad Request: chat not found', ended('chat_not_found')),
    row(403, 'Forbidden: bot was blocked by the user', ended('blocked_by_user')),
    row(403, 'FORBIDDEN: user is deactivated', ended('user_deactivated')),
    row(403, "Forbidden: bot can't initiate conversation with a user", ended('not_started')),
    row(403, 'Forbidden: bot was kicked from the supergroup chat', ended('bot_removed')),
    row(403, 'Forbidden: bot is not a member of the supergroup chat', ended('bot_removed')),
    row(403, 'Forbidden: not enough rights', { retry: false, code: 'telegram_403' }),
    row(401, 'Unauthorized', { retry: true, operator: true, code: 'bot_token' }),
    row(404, 'Not Found', { retry: true, operator: true, code: 'bot_token' }),
    row(429, 'Too Many Requests: retry after 9', { retry: true, code: 'http_429', afterMs: 9_000 }, { retry_after: 9 }),
    row(429, 'Too Many Requests', { retry: true, code: 'http_429', afterMs: 3_600_000 }, { retry_after: 86_400 }),
    row(500, 'Internal Server Error', { retry: true, code: 'http_500' }),
    proxy(200, { retry: true, code: 'bad_answer' }),
    proxy(302, { retry: false, code: 'redirect' }),
    proxy(429, { retry: true, afterMs: 5_000 }, { 'retry-after': '5' }),
    proxy(502, { retry: true, code: 'http_502' }),
  ],
})

describe('the telegram channel, against the Bot API,', () => {
  let telegram: Telegram
  let channel: ReturnType<typeof telegramChannel>
  beforeEach(async () => {
    const { now } = testClock()
    telegram = await startTelegram({ token: TOKEN, now })
    channel = telegramChannel({ token: TOKEN, baseUrl: telegram.baseUrl, now })
    telegram.userSends({ id: CHAT, first_name: 'Ann' }, '/start')
  })
  afterEach(async () => {
    await channel.close()
    await telegram[Symbol.asyncDispose]()
  })

  const send = (said = message(), address = String(CHAT)) =>
    channel.send({ deliveryId: 'd', endpoint: { id: 'e', address, secrets: [] }, body: channel.freeze(said) }, never())

  it('shows a message with its facts, its time and a link, without a preview', async () => {
    expect(await send()).toMatchObject({ ok: true, httpStatus: 200 })

    const [sent] = telegram.messages
    expect(sent?.text).toBe(
      [
        'NVDA 150C: $1.2M bought above ask',
        'A sweep of 4,000 contracts crossed four exchanges.',
        'Activity: whale_trade',
        'Symbol: NVDA',
        'Type: call',
        'Strike: $150.00',
        'Expiration: 2026-12-18',
        'Days to expiry: 28',
        'Side: Above Ask',
        'Contracts: 4,000',
        'Premium: $1,200,000.00',
        'Unusual score: 87.5',
        'Nov 20, 10:00:05 EST',
        'View',
      ].join('\n'),
    )
    expect(sent?.linkPreview).toEqual({ is_disabled: true })
    expect(sent?.entities).toContainEqual(
      expect.objectContaining({ type: 'text_link', url: 'https://options.example.com/n/1' }),
    )
    expect(sent?.entities[0]).toEqual({ type: 'bold', offset: 0, length: 33 })
  })

  it('shows the address of a service without a domain as text, since its link would vanish', async () => {
    await send(message({ url: 'http://localhost:3000/notifications' }))

    expect(telegram.messages[0]?.text).toContain('View: http://localhost:3000/notifications')
  })

  it.each([
    ['a summary of many', summary()],
    ['a summary of hundreds', summary(500, 0)],
    ['texts at their worst', HOSTILE],
    [
      'every part at its longest',
      message({
        content: {
          ...HOSTILE.content,
          body: 'x-'.repeat(4_000),
          details: Object.fromEntries(
            ['alert_name', 'activity_type', 'symbol', 'option_type', 'expiration_date', 'side_label', 'premium'].map(
              (key) => [key, '!'.repeat(500)],
            ),
          ),
        },
        dueAt: '2026-11-20T19:00:00.000Z',
      }),
    ],
  ])('stays below the limit of Telegram: %s', async (_what, said) => {
    expect(await send(said)).toMatchObject({ ok: true })
    expect(Array.from(telegram.messages[0]?.text ?? '').length).toBeLessThanOrEqual(4_096)
  })

  it('calls nobody: names after an @ stay text, e-mail addresses stay whole', async () => {
    const content = { ...message().content, title: 'Ask @ann', body: 'or ann@example.com', details: {} }
    await send(message({ content }))

    const [sent] = telegram.messages
    expect(sent?.entities.map(({ type }) => type)).not.toContain('mention')
    expect(sent?.text).toContain('ann@example.com')
  })

  it.each([
    ['who blocked the bot', () => telegram.blockedBy(CHAT), 'blocked_by_user', /unblock/i],
    ['whose account is gone', () => telegram.people.deactivated(CHAT), 'user_deactivated', /deleted/],
  ])('ends the address of a person %s', async (_who, arrange, code, words) => {
    arrange()

    const result = await send()

    expect(result).toMatchObject({ ok: false, retry: false, disable: true, code })
    expect(result).toMatchObject({ reason: expect.stringMatching(words) })
  })

  it('ends an address that Telegram does not know, and one that never started the bot', async () => {
    telegram.people.knows({ id: 8 })

    expect(await send(message(), '999')).toMatchObject({ disable: true, code: 'chat_not_found' })
    expect(await send(message(), '8')).toMatchObject({ disable: true, code: 'not_started' })
  })

  it('waits for as long as Telegram says', async () => {
    telegram.fault({ method: 'sendMessage', retryAfter: 31 })

    expect(await send()).toMatchObject({ ok: false, retry: true, code: 'http_429', afterMs: 31_000 })
    expect(await send()).toMatchObject({ ok: true })
  })

  it('is not sent faster than Telegram takes messages to one chat, and says how long to wait', async () => {
    await using limited = await startTelegram({ token: TOKEN, now: testClock().now, limits: FAQ_LIMITS })
    const hurried = telegramChannel({ token: TOKEN, baseUrl: limited.baseUrl, now: testClock().now })
    limited.userSends({ id: CHAT }, '/start')
    const body = hurried.freeze(message())
    const once = () =>
      hurried.send({ deliveryId: 'd', endpoint: { id: 'e', address: String(CHAT), secrets: [] }, body }, never())

    expect(await once()).toMatchObject({ ok: true })
    expect(await once()).toMatchObject({ ok: false, retry: true, code: 'http_429', afterMs: 1_000 })
    await hurried.close()
  })

  it('follows a group that became a supergroup, within the attempt', async () => {
    telegram.people.chats.addGroup({ id: -100, title: 'Desk' })
    telegram.people.upgrades(-100, -1_001_234_567_890)

    expect(await send(message(), '-100')).toMatchObject({ ok: true, movedTo: '-1001234567890' })
    expect(telegram.messages.map(({ chatId }) => chatId)).toEqual([-1_001_234_567_890])
  })

  it('takes a cut connection for a passing failure, and names no address', async () => {
    telegram.fault({ method: 'sendMessage', drop: 'before' })

    const result = await send()

    expect(result).toMatchObject({ ok: false, retry: true })
    expectWellFormed(result, { secrets: [TOKEN, SECRET], endpoint: { id: 'e', address: '7', secrets: [] } })
  })

  it('tells the operator, not the account, of a token that is not valid', async () => {
    const other = telegramChannel({ token: '4242:other', baseUrl: telegram.baseUrl, now: testClock().now })
    const body = other.freeze(message())

    const result = await other.send(
      { deliveryId: 'd', endpoint: { id: 'e', address: '7', secrets: [] }, body },
      never(),
    )

    expect(result).toMatchObject({ ok: false, retry: true, operator: true, code: 'bot_token' })
    await other.close()
  })
})

describe('text in the marks of Telegram', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'_*[]()~`>#+-=|{}.!\\ \n@a1🐳'.split('')) }),
  )

  it('is read back as it was, whatever it holds', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(parseMarkdownV2(escaped(text.toWellFormed()))).toEqual({ text: text.toWellFormed(), entities: [] })
      }),
      { numRuns: 2_000 },
    )
  })

  it('is bold as a whole, whatever it holds', () => {
    fc.assert(
      fc.property(anyText, (given) => {
        const text = given.toWellFormed()
        const expected = text === '' ? [] : [{ type: 'bold', offset: 0, length: text.length }]
        expect(parseMarkdownV2(bold(text))).toMatchObject({ text, entities: expected })
      }),
      { numRuns: 1_000 },
    )
  })

  it('is a link to the very address, whatever its path holds', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), anyText, (url, given) => {
        const text = `v${given.toWellFormed()}`
        const parsed = parseMarkdownV2(link(text, url))
        expect(parsed.text).toBe(text)
        expect(parsed.entities).toMatchObject([{ type: 'text_link', offset: 0, length: text.length }])
        expect(URL.parse(parsed.entities[0]?.url ?? '')?.href).toBe(URL.parse(url)?.href)
      }),
    )
  })
})
