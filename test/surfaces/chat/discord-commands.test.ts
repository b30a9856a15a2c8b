import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { discordCommand } from '../../../src/app/commands/discord.ts'
import { readConfig } from '../../../src/app/settings/config.ts'
import { type TestAccount, type TestApp, testApp } from '../../support/app.ts'
import { linkTokenIn, postAs } from '../../support/chat/links.ts'
import { SECRET_SETTINGS } from '../../support/service.ts'
import type { Values } from '../../support/vendors/discord-interactions/commands.ts'
import { type DiscordPlace, discordKeys } from '../../support/vendors/discord-interactions/interaction.ts'
import { type DiscordDelivery, DiscordInteractions } from '../../support/vendors/discord-interactions/server.ts'

const APPLICATION = '775799577604522054'
const BOT_TOKEN = 'canary-bot-token'
const KEYS = discordKeys(Buffer.alloc(32, 7))
const PATIENCE = { timeout: 20_000, interval: 20 }

let app: TestApp
let discord: DiscordInteractions
let users = 0
/** Discord waits no longer at all. */
let isImpatient = false

beforeAll(async () => {
  // The fake needs the address of the service, and the service that of the fake.
  const found: { url?: string } = {}
  const early = await DiscordInteractions.start({
    now: () => app.clock.now(),
    applicationId: APPLICATION,
    botToken: BOT_TOKEN,
    keys: KEYS,
    deadline: () => (isImpatient ? AbortSignal.timeout(0) : AbortSignal.timeout(10_000)),
    get endpoint() {
      return found.url ?? ''
    },
  })
  discord = early
  app = await testApp({
    DISCORD_APPLICATION_ID: APPLICATION,
    DISCORD_PUBLIC_KEY: KEYS.publicKey,
    DISCORD_BOT_TOKEN: BOT_TOKEN,
    DISCORD_API_URL: discord.url,
  })
  app.guard(BOT_TOKEN)
  const address = await app.server.listen({ host: '127.0.0.1', port: 0 })
  found.url = `${address}/webhooks/discord/interactions`
  await register()
})
afterAll(async () => {
  await app?.[Symbol.asyncDispose]()
  await discord?.[Symbol.asyncDispose]()
})

/** What the operator sees who registers the commands. */
async function register(config = app.parts.config, args = ['register']): Promise<string> {
  let shown = ''
  const stdout = { write: (text: string) => (shown += text) }
  await discordCommand({ lenientConfig: () => config }).run({ args, json: false, stdout })
  return shown
}

const newUser = () => {
  const id = String(53908232506183000n + BigInt(++users))
  return { id, username: `mason-${users}` }
}
type User = ReturnType<typeof newUser>

/** What the user sees after a command, once the answer has come. */
async function said(name: string, values: Values, user: User, place: DiscordPlace = { kind: 'guild' }) {
  const earlier = new Set(discord.messages.map(({ id }) => id))
  const sent = await discord.command(name, values, { user, place })
  expect(sent).toMatchObject({ status: 200, error: undefined, type: 5 })
  return { sent, message: await answered(earlier) }
}

/** A deferred answer that is replaced by a private one is removed: only what is shown and no longer loading counts. */
async function answered(earlier: ReadonlySet<string>) {
  return vi.waitFor(() => {
    const shown = discord.messages.filter(({ id }) => !earlier.has(id))
    if (shown.length !== 1 || shown[0]?.isLoading) throw new Error('There is no answer yet')
    return shown[0] as NonNullable<(typeof shown)[0]>
  }, PATIENCE)
}

function textOf({ content, embeds }: { content: string; embeds: readonly object[] }): string {
  const parts = embeds.map((embed) => Object(embed)).flatMap(({ title, description }) => [title, description])
  return [content, ...parts].join('\n').replaceAll(/\\(?=\W)/g, '')
}

const post = (path: string, payload: object, account: TestAccount) => postAs(app, account, path, payload)

async function linked(account: TestAccount): Promise<User> {
  const user = newUser()
  const { message } = await said('quote', { symbol: 'SPY' }, user)
  expect(await post('chat_links', { token: linkTokenIn(message.content) }, account)).toMatchObject({ status: 201 })
  return user
}

describe('the endpoint of interactions', () => {
  it('is accepted by the developer portal, which also sends a wrong signature', async () => {
    expect(await discord.validateEndpoint()).toEqual({ isAccepted: true, why: undefined })
    expect((await discord.securityCheck()).status).toBe(401)
  })

  let sent: DiscordDelivery
  beforeEach(async () => {
    ;({ sent } = await said('help', {}, newUser()))
  })

  it('refuses other bytes, another time, half a signature and none', async () => {
    const headers = (changed: Record<string, string>) => discord.forge(sent, { headers: changed })
    const forged = [
      await discord.forge(sent, { body: `${sent.body} ` }),
      await headers({ 'x-signature-timestamp': String(Number(sent.headers['x-signature-timestamp']) + 1) }),
      await headers({ 'x-signature-timestamp': 'now' }),
      await headers({ 'x-signature-ed25519': (sent.headers['x-signature-ed25519'] ?? '').slice(0, 64) }),
      await headers({ 'x-signature-ed25519': 'z'.repeat(128) }),
      await headers({ 'x-signature-ed25519': (sent.headers['x-signature-ed25519'] ?? '').toUpperCase() }),
    ]
    const bare = await app.request({ method: 'POST', url: '/webhooks/discord/interactions', payload: sent.body })

    expect(forged.map(({ status }) => status)).toEqual(Array(6).fill(401))
    expect(bare.statusCode).toBe(401)
  })

  it('refuses the second time, and what is older than five minutes', async () => {
    expect((await discord.replay(sent)).error).toContain('answered before')
    app.clock.advance(301_000)
    const old = await discord.replay(sent)
    expect(old.status).toBe(401)
    expect(old.error).not.toContain('answered before')
  })

  it('is in the document of the API, as the commands of Slack are', async () => {
    await using other = await testApp({
      DISCORD_APPLICATION_ID: APPLICATION,
      DISCORD_PUBLIC_KEY: KEYS.publicKey,
      SLACK_SIGNING_SECRET: 'a-secret',
    })
    const { paths, components } = (await other.get('/api/v1/openapi.json')).json()

    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/webhooks/discord/interactions', '/webhooks/slack/commands', '/chat_pictures/{name}']),
    )
    expect(components.securitySchemes).toMatchObject({ DiscordSignature: {}, SlackSignature: {} })
  })

  it('is not there without settings', async () => {
    await using other = await testApp()
    const { statusCode } = await other.request({ method: 'POST', url: '/webhooks/discord/interactions', payload: '{}' })

    expect(statusCode).toBe(404)
  })
})

describe('the registration', () => {
  it('puts all commands in the place of those of the application, and says what it did', async () => {
    discord.register([{ name: 'old', description: 'An old one' }])
    const shown = await register()

    expect(shown).toContain(`The application ${APPLICATION} has 8 commands`)
    expect(discord.commands().map(({ name }) => name)).toEqual([
      'quote',
      'gex',
      'levels',
      'flow',
      'iv',
      'earnings',
      'alert',
      'help',
    ])
  })

  it('says what to do about a wrong token, a silent Discord and missing settings', async () => {
    const given = { DISCORD_APPLICATION_ID: APPLICATION, DISCORD_PUBLIC_KEY: KEYS.publicKey, ...SECRET_SETTINGS }
    const wrong = readConfig({ ...given, DISCORD_BOT_TOKEN: 'other', DISCORD_API_URL: discord.url })

    await expect(register(wrong)).rejects.toThrow('Copy the present one to DISCORD_BOT_TOKEN')
    const unreachable = readConfig({ ...given, DISCORD_BOT_TOKEN: BOT_TOKEN, DISCORD_API_URL: 'http://127.0.0.1:1' })
    await expect(register(unreachable)).rejects.toThrow('Discord cannot be reached at http://127.0.0.1:1')
    await expect(register(readConfig(given))).rejects.toThrow('Set DISCORD_APPLICATION_ID')
    await expect(register(undefined, ['commands'])).rejects.toThrow('optionwire discord register')
  })

  it('needs both settings of the application', () => {
    const half = { ...SECRET_SETTINGS, DISCORD_APPLICATION_ID: APPLICATION }

    expect(() => readConfig(half)).toThrow('DISCORD_PUBLIC_KEY is required by DISCORD_APPLICATION_ID')
  })

  it('waits as long as the limits of rate ask for', async () => {
    discord.failNext(DiscordInteractions.rateLimited(0.01), DiscordInteractions.rateLimited(0.01))

    expect(await register()).toContain('8 commands')
  })
})

describe('a user without an account', () => {
  it('alone sees a link that names the user, works once, and holds in all servers', async () => {
    const account = await app.account('vega')
    const user = newUser()
    const { message, sent } = await said('gex', { symbol: 'SPY' }, user)
    const token = linkTokenIn(message.content)

    expect(message.isEphemeral).toBe(true)
    // Private from the start: nobody else saw that somebody waits.
    expect(message.id).toBe(sent.messageId)
    expect(await post('chat_links/review', { token }, account)).toEqual({
      status: 200,
      body: { vendor: 'discord', workspace: 'all servers', user: user.username, user_id: user.id },
    })
    expect((await post('chat_links', { token }, account)).status).toBe(201)
    expect((await post('chat_links', { token }, account)).status).toBe(404)
    const elsewhere = [{ kind: 'bot_dm' }, { kind: 'guild', guildId: '41771983423143937' }] as const
    for (const place of elsewhere) {
      expect(textOf((await said('gex', { symbol: 'SPY' }, user, place)).message)).toContain('net GEX')
    }
  })

  it('is offered nothing while typing', async () => {
    expect((await discord.typed('gex', { symbol: 'SP' }, { user: newUser() })).choices).toEqual([])
  })
})

describe('a linked user', () => {
  it.each([
    ['quote', 'spy', 'SPY $'],
    ['gex', 'SPY', 'Call wall'],
    ['levels', 'SPY', 'Expected move to'],
    ['flow', 'AMD', 'Calls bought, sold'],
    ['iv', 'SPY', 'IV30'],
    ['earnings', 'AAPL', 'report'],
  ])('sees the answer of /%s in the channel', async (command, symbol, part) => {
    const user = await linked(await app.account('vega'))
    const { message } = await said(command, { symbol }, user)

    expect(message).toMatchObject({ isEphemeral: false, content: '' })
    expect(textOf(message)).toContain(part)
    expect(textOf(message)).not.toMatch(/NaN|undefined|null/)
  })

  it.each(['gex', 'levels', 'flow', 'iv'])('sees a picture with the answer of /%s', async (command) => {
    const user = await linked(await app.account('vega'))
    const { message } = await said(command, { symbol: 'SPY' }, user)

    expect(message.embeds).toMatchObject([{ image: { url: 'attachment://chart.png' } }])
    expect(message.files).toMatchObject([
      { name: 'chart.png', contentType: 'image/png', description: expect.stringContaining('SPY') },
    ])
    expect(message.files[0]?.bytes.length).toBeLessThan(60 * 1024)
  })

  it('sees the same figure as over REST', async () => {
    const account = await app.account('vega')
    const { message } = await said('gex', { symbol: 'SPY' }, await linked(account))
    const answer = (await app.get('/api/v1/stocks/SPY/gamma_exposure', account.key)).json()

    expect(textOf(message)).toContain(`Call wall: $${answer.call_wall.toFixed(2)}`)
  })

  it('alone creates, lists and deletes alerts on prices and levels, which are those of the account', async () => {
    const account = await app.account('vega')
    const user = await linked(account)
    const created = await said('alert', { create: { symbol: 'SPY', when: 'crosses', level: 'call wall' } }, user)
    await said('alert', { create: { symbol: 'SPY', when: 'above', level: '900' } }, user)
    const { data } = (await app.get('/api/v1/alerts', account.key)).json()
    // The clock stands still, so that their order by time has no meaning.
    const rules = data.toSorted((a: { name: string }, b: { name: string }) => (a.name < b.name ? 1 : -1))
    const list = await said('alert', { list: {} }, user)
    const typed = await discord.typed('alert', { delete: { id: 'CALL' } }, { user })
    for (const { id } of rules) await said('alert', { delete: { id } }, user)

    expect(created.message.isEphemeral).toBe(true)
    expect(rules).toMatchObject([
      { name: 'SPY crosses call wall', criteria: { symbols: ['SPY'], level: 'call_wall' } },
      { name: 'SPY above 900', criteria: { symbols: ['SPY'], level: 'price', value: 900, direction: 'above' } },
    ])
    expect(list.message.isEphemeral).toBe(true)
    expect(textOf(list.message)).toContain(`${rules[1].id} — SPY above 900`)
    expect(typed.choices).toEqual([{ name: 'SPY crosses call wall', value: rules[0].id }])
    expect((await app.get('/api/v1/alerts', account.key)).json().data).toEqual([])
  })

  it('is offered symbols and levels while typing', async () => {
    const user = await linked(await app.account('vega'))
    const symbols = await discord.typed('gex', { symbol: 'nvidia' }, { user })
    const none = await discord.typed('gex', { symbol: '' }, { user })
    const partial = { create: { symbol: 'SPY', when: 'above', level: 'c' } }
    const levels = await discord.typed('alert', partial, { user })

    expect(symbols.choices).toEqual([{ name: expect.stringMatching(/^NVDA — NVIDIA/i), value: 'NVDA' }])
    expect(none.choices).toEqual([])
    expect(levels.choices).toEqual([{ name: 'call wall', value: 'call wall' }])
  })

  it.each([
    ['gex', { symbol: '@everyone <@53908232506183680>' }, 'Write a symbol'],
    ['gex', { symbol: 'NOSUCH' }, 'NOSUCH'],
    ['alert', { create: { symbol: 'SPY', when: 'above', level: 'moon' } }, '/alert SPY above 600'],
  ])('alone learns what is wrong with /%s %o, and nobody is called', async (command, values, part) => {
    const user = await linked(await app.account('vega'))
    const { message } = await said(command, values, user)

    expect(message.isEphemeral).toBe(true)
    expect(textOf(message)).toContain(part)
    expect(message.mentions).toEqual({ everyone: false, users: [], roles: [] })
  })

  it('needs the plan of the account, and learns alone what is missing', async () => {
    const user = await linked(await app.account('delta'))
    const { message } = await said('alert', { create: { symbol: 'SPY', when: 'above', level: '9' } }, user)

    expect(message).toMatchObject({ isEphemeral: true, content: expect.stringContaining('Gamma') })
  })

  it('gets the answer although Discord limits, fails, or does not know yet that it comes', async () => {
    const user = await linked(await app.account('vega'))
    discord.failNext(DiscordInteractions.rateLimited(0.01), { status: 502 }, { status: 404 })
    const { message } = await said('quote', { symbol: 'SPY' }, user)

    expect(textOf(message)).toContain('SPY $')
    expect(discord.calls.at(-1)?.request.headers['user-agent']).toMatch(/^DiscordBot \(http:\S+, \d/)
  })

  it('is told nothing more once the token has ended, and the log holds no token', async () => {
    const user = await linked(await app.account('vega'))
    discord.failNext({ status: 401, body: '{"code":50027}' })
    const earlier = app.logged.length
    const sent = await discord.command('quote', { symbol: 'SPY' }, { user })
    await vi.waitFor(() => expect(app.logged.slice(earlier).join('')).toContain('Discord answered 401'), PATIENCE)

    expect(app.logged.join('')).not.toContain(sent.token)
    expect(discord.message(sent)?.isLoading).toBe(true)
  })

  it('holds nothing up where Discord has not waited', async () => {
    const user = await linked(await app.account('vega'))
    isImpatient = true
    const sent = await discord.command('quote', { symbol: 'SPY' }, { user })
    isImpatient = false
    await app.parts.background.idle()

    expect(sent.status).toBeUndefined()
    expect(discord.message(sent)).toBeUndefined()
  })
})
