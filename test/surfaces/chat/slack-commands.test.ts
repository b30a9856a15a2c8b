import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type TestAccount, type TestApp, testApp } from '../../support/app.ts'
import { linkTokenIn, postAs } from '../../support/chat/links.ts'
import { SlackCommands, type SlackDelivery } from '../../support/vendors/slack-commands/server.ts'

const SECRET = 'canary-slack-signing-secret'
const PLACE = (user: string) => ({
  team: { id: 'T0001', domain: 'example' },
  channel: { id: 'C1', name: 'test' },
  user: { id: user, name: `steve-${user}` },
})
const PATIENCE = { timeout: 20_000, interval: 20 }

let app: TestApp
let slack: SlackCommands
let users = 0

beforeAll(async () => {
  // The fake needs the address of the service, and the service that of the fake.
  const found: { url?: string } = {}
  const early = await SlackCommands.start({
    now: () => app.clock.now(),
    signingSecret: SECRET,
    get commandUrl() {
      return found.url ?? ''
    },
  })
  slack = early
  app = await testApp({ SLACK_SIGNING_SECRET: SECRET, SLACK_RESPONSE_URL: slack.url })
  app.guard(SECRET)
  const address = await app.server.listen({ host: '127.0.0.1', port: 0 })
  found.url = `${address}/webhooks/slack/commands`
})
afterAll(async () => {
  await app?.[Symbol.asyncDispose]()
  await slack?.[Symbol.asyncDispose]()
})

/** What Slack shows after a command: its answer comes apart from the request. */
async function said(command: string, text: string, user: string) {
  const before = slack.messages.length
  const sent = await slack.command(command, text, PLACE(user))
  expect(sent).toMatchObject({ status: 200, error: undefined })
  await vi.waitFor(() => expect(slack.messages.length).toBe(before + 1), PATIENCE)
  const message = slack.messages.at(-1)
  if (!message) throw new Error('Slack shows nothing')
  return { sent, message }
}

const post = (path: string, payload: object, account: TestAccount) => postAs(app, account, path, payload)

async function linked(account: TestAccount): Promise<string> {
  const user = `U${++users}`
  const { message } = await said('/quote', 'SPY', user)
  expect(await post('chat_links', { token: linkTokenIn(message.text) }, account)).toMatchObject({ status: 201 })
  return user
}

describe('a request to the commands', () => {
  let sent: SlackDelivery
  beforeEach(async () => {
    ;({ sent } = await said('/help', '', `U${++users}`))
  })

  it('is refused before it is read where its signature is wrong, of other bytes, or missing', async () => {
    const forged = await slack.forge(sent, { body: 'not=a&command' })
    const bare = await app.request({ method: 'POST', url: '/webhooks/slack/commands', payload: sent.body })

    expect(forged.status).toBe(401)
    expect(bare.statusCode).toBe(401)
  })

  it('is refused the second time, and when it is older than five minutes', async () => {
    expect((await slack.replay(sent)).status).toBe(401)
    app.clock.advance(301_000)
    const old = await slack.replay(sent)
    expect(old.status).toBe(401)
    expect(old.why ?? '').not.toContain('answered before')
  })
})

describe('a user without an account', () => {
  it('alone sees a link that names workspace and user, works once, and joins them with who confirms it', async () => {
    const account = await app.account('vega')
    const user = `U${++users}`
    const { message } = await said('/gex', 'SPY', user)
    const token = linkTokenIn(message.text)

    expect(message.visibility).toBe('ephemeral')
    expect(await post('chat_links/review', { token }, account)).toEqual({
      status: 200,
      body: { vendor: 'slack', workspace: 'example', user: `steve-${user}`, user_id: user },
    })
    expect((await post('chat_links', { token }, account)).status).toBe(201)
    expect((await post('chat_links', { token }, account)).status).toBe(404)
    expect((await said('/gex', 'SPY', user)).message.text).toContain('net GEX')
  })

  it('gets a new link after ten minutes, and the old one has ended', async () => {
    const account = await app.account('vega')
    const user = `U${++users}`
    const token = linkTokenIn((await said('/gex', 'SPY', user)).message.text)
    app.clock.advance(601_000)

    expect((await post('chat_links', { token }, account)).status).toBe(404)
    expect(linkTokenIn((await said('/gex', 'SPY', user)).message.text)).not.toBe(token)
  })

  it('gets at most ten links a minute', async () => {
    const user = `U${++users}`
    for (let count = 0; count < 10; count++) await said('/gex', 'SPY', user)

    expect((await said('/gex', 'SPY', user)).message.text).toContain('Too many commands')
  })
})

describe('a linked user', () => {
  it.each([
    ['/quote', 'spy', 'SPY $'],
    ['/gex', 'SPY', 'Call wall'],
    ['/levels', 'SPY', 'Expected move to'],
    ['/flow', 'AMD', 'Calls bought, sold'],
    ['/iv', 'SPY', 'IV30'],
    ['/earnings', 'AAPL', 'report'],
  ])('sees the answer of %s in the channel', async (command, text, part) => {
    const user = await linked(await app.account('vega'))
    const { message } = await said(command, text, user)

    expect(message.visibility).toBe('in_channel')
    expect(message.text).toContain(part)
    expect(message.text).not.toMatch(/NaN|undefined|null/)
  })

  it('sees the same figure as over REST', async () => {
    const account = await app.account('vega')
    const user = await linked(account)
    const { message } = await said('/gex', 'SPY', user)
    const answer = (await app.get('/api/v1/stocks/SPY/gamma_exposure', account.key)).json()

    expect(message.text).toContain(`Call wall: $${answer.call_wall.toFixed(2)}`)
  })

  it('alone creates, lists and deletes alerts, which are those of the account', async () => {
    const account = await app.account('vega')
    const user = await linked(account)
    const created = await said('/alert', 'SPY above 900', user)
    const [rule] = (await app.get('/api/v1/alerts', account.key)).json().data
    const list = await said('/alert', 'list', user)
    await said('/alert', `delete ${rule.id}`, user)

    expect(created.message.visibility).toBe('ephemeral')
    expect(rule).toMatchObject({ source: 'market_level', criteria: { symbols: ['SPY'], level: 'price', value: 900 } })
    expect(list.message.text).toBe(`Your alerts\n${rule.id} — SPY above 900`)
    expect((await app.get('/api/v1/alerts', account.key)).json().data).toEqual([])
  })

  it.each([
    ['SPY crosses flip', { symbols: ['SPY'], level: 'gamma_flip' }],
    ['spy Above Call Wall', { symbols: ['SPY'], level: 'call_wall', direction: 'above' }],
    ['create SPY below put_wall', { symbols: ['SPY'], level: 'put_wall', direction: 'below' }],
    ['SPY crosses 612.5', { symbols: ['SPY'], level: 'price', value: 612.5 }],
  ])('watches a level of the market: /alert %s', async (text, criteria) => {
    const account = await app.account('vega')
    const { message } = await said('/alert', text, await linked(account))
    const { data } = (await app.get('/api/v1/alerts', account.key)).json()

    expect(message.text).toContain('is created')
    expect(data).toMatchObject([{ source: 'market_level', criteria }])
    expect(Object.keys(data[0].criteria).sort()).toEqual(Object.keys(criteria).sort())
  })

  it('needs the plan of the account, and learns alone what is missing', async () => {
    const user = await linked(await app.account('delta'))
    const { message } = await said('/alert', 'SPY above 900', user)

    expect(message).toMatchObject({ visibility: 'ephemeral', text: expect.stringContaining('Gamma') })
  })

  it.each([
    ['/gex', '', 'Write a symbol'],
    ['/gex', '<!channel>', 'symbol'],
    ['/alert', 'SPY near 5', '/alert SPY above 600'],
    ['/alert', 'SPY above the moon', '/alert SPY crosses flip'],
    ['/alert', '', '/alert SPY above 600'],
    ['/gez', 'SPY', 'Did you mean /gex?'],
  ])('alone learns what is wrong with %s %s, and nobody is called', async (command, text, part) => {
    const user = await linked(await app.account('vega'))
    const { message } = await said(command, text, user)

    expect(message.visibility).toBe('ephemeral')
    expect(message.text).toContain(part)
    expect(message.text).not.toContain('<!')
  })

  it('is a stranger again once the account has ended the link', async () => {
    const account = await app.account('vega')
    const user = await linked(account)
    const [link] = (await app.get('/api/v1/chat_links', account.session)).json().data
    const ended = await app.request({
      method: 'DELETE',
      url: `/api/v1/chat_links/${link.id}`,
      headers: account.session,
    })

    expect(ended.statusCode).toBe(204)
    expect(linkTokenIn((await said('/gex', 'SPY', user)).message.text)).not.toBe('')
  })
})
