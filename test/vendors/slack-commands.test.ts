import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testClock } from '../support/clock.ts'
import { type FaultSink, faultSink, type Reply } from '../support/http/fault-sink.ts'
import { jsonReply } from '../support/vendors/model.ts'
import { slackSignature } from '../support/vendors/slack-commands/requests.ts'
import { SlackCommands, type SlackDelivery, type SlackOptions } from '../support/vendors/slack-commands/server.ts'

const SECRET = 'a-signing-secret-of-a-test'
const JSON_TYPE = { 'content-type': 'application/json' }

let resources: AsyncDisposableStack
let clock: ReturnType<typeof testClock>
let app: FaultSink
let slack: SlackCommands
beforeEach(async () => {
  resources = new AsyncDisposableStack()
  clock = testClock('2026-11-20T15:00:00.900Z')
  app = resources.use(await faultSink({ behaviour: { status: 200 } }))
  slack = await started()
})
afterEach(() => resources.disposeAsync())

async function started(options: Partial<SlackOptions> = {}): Promise<SlackCommands> {
  const urls = { commandUrl: `${app.origin}/commands`, interactivityUrl: `${app.origin}/clicks` }
  return resources.use(await SlackCommands.start({ now: clock.now, signingSecret: SECRET, ...urls, ...options }))
}

const json = (body: object): Reply => jsonReply(200, body)

async function respond({ responseUrl = '' }: SlackDelivery, body: object | string, headers = JSON_TYPE) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await fetch(responseUrl, { method: 'POST', headers, body: text })
  return { status: response.status, body: await response.text(), retryAfter: response.headers.get('retry-after') }
}

const image = (changed: object = {}) => ({
  type: 'image',
  image_url: 'https://charts.example.com/spx.png',
  alt_text: 'Gamma of SPX',
  ...changed,
})
const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } })
const buttons = (...elements: object[]) => ({
  type: 'actions',
  elements: elements.map((it) => ({ type: 'button', text: { type: 'plain_text', text: 'More' }, ...it })),
})

describe('what the fake of Slack sends', () => {
  it('signs as the example in the document of the vendor', () => {
    const body =
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c'

    expect(slackSignature('8f742231b10e8888abcd99yyyzzz85a5', '1531420618', body)).toBe(
      'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    )
  })

  it('sends a command as a signed form', async () => {
    const sent = await slack.command('/gex', 'SPX & 0dte + "x"')
    const [{ headers, body, method } = app.requests[0]!] = app.requests
    const fields = Object.fromEntries(new URLSearchParams(body))

    expect([method, headers['content-type']]).toEqual(['POST', 'application/x-www-form-urlencoded'])
    expect(headers['x-slack-request-timestamp']).toBe('1795186800')
    expect(headers['x-slack-signature']).toBe(slackSignature(SECRET, '1795186800', body))
    expect(body).toContain('text=SPX%20%26%200dte%20%2B%20')
    expect(fields).toMatchObject({ command: '/gex', text: 'SPX & 0dte + "x"', team_id: 'T0001', channel_name: 'test' })
    expect(fields['response_url']).toBe(sent.responseUrl)
    expect(fields['enterprise_id']).toBeUndefined()
  })

  it('checks the certificate with ssl_check and no command', async () => {
    await slack.sslCheck()
    await slack.sslCheck({ isSigned: false })

    expect(app.requests.map(({ body }) => new URLSearchParams(body).get('ssl_check'))).toEqual(['1', '1'])
    expect(app.requests.map(({ headers }) => 'x-slack-signature' in headers)).toEqual([true, false])
  })

  it('replays the same bytes, and forges others under the same signature', async () => {
    const sent = await slack.command('/gex', 'SPX')
    clock.advance(600_000)
    await slack.replay(sent)
    await slack.forge(sent, { body: sent.body.replace('SPX', 'SPY') })
    const [first, second, third] = app.requests

    expect(second?.body).toBe(first?.body)
    expect(second?.headers['x-slack-signature']).toBe(first?.headers['x-slack-signature'])
    expect(third?.body).toContain('text=SPY')
    expect(third?.headers['x-slack-signature']).toBe(first?.headers['x-slack-signature'])
  })
})

describe('how the fake of Slack takes the answer to a command', () => {
  it('shows nothing for an empty 200, and an error for any other status', async () => {
    const empty = await slack.command('/gex')
    app.behave({ status: 500, body: 'oops' })
    const failed = await slack.command('/gex')
    app.behave('reset')
    const cut = await slack.command('/gex')

    expect([empty.error, empty.message]).toEqual([undefined, undefined])
    expect([failed.error, cut.error]).toEqual(['dispatch_failed', 'dispatch_failed'])
    expect(slack.messages).toEqual([])
  })

  it('gives up when its time is over', async () => {
    const abort = new AbortController()
    slack = await started({ deadline: () => abort.signal })
    app.behave('hang')
    const sent = slack.command('/gex')
    await app.arrived(1)
    abort.abort()

    expect((await sent).error).toBe('operation_timeout')
  })

  it('shows JSON to the user alone, or in the channel with the command', async () => {
    app.behave(json({ text: 'one' }), json({ text: 'two', response_type: 'in_channel' }))
    const one = await slack.command('/gex')
    const two = await slack.command('/gex')
    app.behave(json({ response_type: 'in_channel' }))
    const echo = await slack.command('/gex')

    expect([one.message?.visibility, one.isEchoed]).toEqual(['ephemeral', false])
    expect([two.message?.visibility, two.isEchoed]).toEqual(['in_channel', true])
    expect([echo.message, echo.isEchoed]).toEqual([undefined, true])
  })

  it('shows JSON of another content type as the text that it is', async () => {
    app.behave({ ...json({ text: 'one' }), headers: { 'content-type': 'text/plain' } })

    expect((await slack.command('/gex')).message?.text).toBe('{"text":"one"}')
  })

  it('refuses blocks that break the limits of the vendor', async () => {
    const bad = [
      [section('x'.repeat(3_001))],
      [{ type: 'section' }],
      [{ ...section('x'), colour: 'red' }],
      [{ type: 'header', text: { type: 'mrkdwn', text: 'x' } }],
      [buttons({ url: `https://a.example/${'x'.repeat(3_000)}` })],
      [buttons({ action_id: 'one' }, { action_id: 'one' })],
      [image({ alt_text: undefined })],
      [image({ image_url: 'http://charts.example.com/spx.png' })],
      [image({ image_url: 'https://127.0.0.1/spx.png' })],
      [image({ slack_file: { id: 'F1' } })],
      Array.from({ length: 51 }, () => ({ type: 'divider' })),
    ]
    const errors: (string | undefined)[] = []
    for (const blocks of bad) {
      app.behave(json({ blocks }))
      errors.push((await slack.command('/gex')).error)
    }

    expect(errors).toEqual(bad.map(() => 'invalid_blocks'))
    app.behave(json({ blocks: [section('x'.repeat(3_000)), image(), buttons({ value: 'v' })] }))
    expect((await slack.command('/gex')).error).toBeUndefined()
  })

  it('fetches the images of a message, and refuses it where one is missing or no picture', async () => {
    const pictures = resources.use(await faultSink())
    slack = await started({ route: () => pictures.origin })
    const errors: (string | undefined)[] = []
    for (const reply of [
      { status: 200, headers: { 'content-type': 'image/png' }, body: 'png' },
      { status: 404 },
      { status: 200, headers: { 'content-type': 'image/svg+xml' }, body: '<svg/>' },
    ]) {
      pictures.behave(reply)
      app.behave(json({ blocks: [image()] }))
      errors.push((await slack.command('/gex')).error)
    }

    expect(errors).toEqual([undefined, 'invalid_blocks', 'invalid_blocks'])
  })
})

describe('the response URL of the fake of Slack', () => {
  it('takes five messages, and none after that', async () => {
    const sent = await slack.command('/gex')
    const answers = []
    for (let count = 0; count < 6; count++) answers.push(await respond(sent, { text: `answer ${count}` }))

    expect(answers.slice(0, 5)).toEqual(Array(5).fill({ status: 200, body: 'ok', retryAfter: null }))
    expect(answers[5]).toMatchObject({ status: 404, body: '{"ok":false,"error":"Expired url"}' })
    expect(slack.messages).toHaveLength(5)
  })

  it('takes messages for 30 minutes', async () => {
    const sent = await slack.command('/gex')
    clock.advance(30 * 60_000)
    expect((await respond(sent, { text: 'in time' })).status).toBe(200)
    clock.advance(1)
    expect((await respond(sent, { text: 'late' })).status).toBe(404)
  })

  it('refuses what is no message', async () => {
    const sent = await slack.command('/gex')
    const answers = [
      await respond(sent, '{"text":'),
      await respond(sent, { text: 'x' }, { 'content-type': 'text/plain' }),
      await respond(sent, { text: '' }),
      await respond(sent, { text: 'x', response_type: 'everyone' }),
      await respond(sent, { text: 'x', blocks: [{ type: 'header' }] }),
      await respond({ ...sent, responseUrl: `${slack.url}/commands/T0001/9/other` }, { text: 'x' }),
    ]

    expect(answers.map(({ status, body }) => `${status} ${body}`)).toEqual([
      '400 invalid_payload',
      '400 invalid_payload',
      '400 no_text',
      '400 invalid_payload',
      '400 invalid_blocks',
      '404 no_service',
    ])
    expect(slack.posts.at(-2)?.why).toContain('received undefined')
  })

  it('replaces the last message of the command, which keeps its visibility', async () => {
    app.behave(json({ text: 'reading' }))
    const sent = await slack.command('/gex')
    await respond(sent, { text: 'done', replace_original: true, response_type: 'in_channel' })
    await respond(sent, { delete_original: 'true' })

    expect(slack.messages).toMatchObject([{ text: 'done', visibility: 'ephemeral', edits: 1 }])
  })

  it('limits the rate, fails and recovers as it is told', async () => {
    const sent = await slack.command('/gex')
    slack.failNext(SlackCommands.rateLimited(7), { status: 503 })

    expect(await respond(sent, { text: 'x' })).toMatchObject({ status: 429, retryAfter: '7' })
    expect((await respond(sent, { text: 'x' })).status).toBe(503)
    expect((await respond(sent, { text: 'x' })).status).toBe(200)
  })
})

describe('buttons of the fake of Slack', () => {
  it('sends the payload of a press, whose URL replaces or deletes the message', async () => {
    app.behave(json({ response_type: 'in_channel', blocks: [buttons({ action_id: 'more', value: 'SPX' })] }))
    const { message } = await slack.command('/gex')
    app.behave({ status: 200 })
    const pressed = await slack.click(message!, 'more')
    const payload = JSON.parse(new URLSearchParams(app.requests[1]?.body).get('payload') ?? '')

    expect(app.requests[1]?.headers['x-slack-signature']).toBe(slackSignature(SECRET, '1795186800', pressed.body))
    expect(payload).toMatchObject({
      type: 'block_actions',
      user: { id: 'U2147483697', team_id: 'T0001' },
      container: { type: 'message', message_ts: message?.ts, is_ephemeral: false },
      response_url: pressed.responseUrl,
      actions: [{ type: 'button', action_id: 'more', block_id: 'b0', value: 'SPX', action_ts: expect.any(String) }],
    })
    await respond(pressed, { text: 'more of it', replace_original: 'true' })
    expect(slack.messages).toMatchObject([{ text: 'more of it', visibility: 'in_channel', blocks: [] }])
    await respond(pressed, { delete_original: true })
    expect(slack.messages).toEqual([])
  })

  it('cannot press what is not shown', async () => {
    app.behave(json({ blocks: [buttons({ action_id: 'more' })] }))
    const { message } = await slack.command('/gex')

    await expect(slack.click(message!, 'less')).rejects.toThrow('less')
  })
})
