import { createPublicKey, verify } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testClock } from '../support/clock.ts'
import { type FaultSink, faultSink, type Reply, type SinkRequest } from '../support/http/fault-sink.ts'
import { discordKeys } from '../support/vendors/discord-interactions/interaction.ts'
import {
  type DiscordDelivery,
  DiscordInteractions,
  type DiscordOptions,
} from '../support/vendors/discord-interactions/server.ts'
import { jsonReply } from '../support/vendors/model.ts'

const APP_ID = '775799577604522054'
const BOT_TOKEN = 'a-bot-token-of-a-test'
const AGENT = 'DiscordBot (https://example.com, 1.0)'
/** The first vector of RFC 8032, section 7.1. */
const KEYS = discordKeys(Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex'))
const GEX = {
  name: 'gex',
  description: 'Gamma exposure',
  options: [
    { type: 3, name: 'symbol', description: 'The symbol', required: true, max_length: 6 },
    { type: 4, name: 'days', description: 'Days to expiration', min_value: 0, max_value: 60 },
  ],
}

let resources: AsyncDisposableStack
let clock: ReturnType<typeof testClock>
let app: FaultSink
let discord: DiscordInteractions
beforeEach(async () => {
  resources = new AsyncDisposableStack()
  clock = testClock()
  app = resources.use(await faultSink({ behaviour: checked(() => json({ type: 5 })) }))
  discord = await started()
  discord.register([GEX])
})
afterEach(() => resources.disposeAsync())

async function started(options: Partial<DiscordOptions> = {}): Promise<DiscordInteractions> {
  const own = { now: clock.now, endpoint: app.origin, applicationId: APP_ID, botToken: BOT_TOKEN, keys: KEYS }
  return resources.use(await DiscordInteractions.start({ ...own, ...options }))
}

const json = (body: object): Reply => jsonReply(200, body)

/** An app that checks signatures and answers pings. */
function checked(answer: () => Reply) {
  return (request: SinkRequest): Reply => {
    if (!isSigned(request)) return { status: 401, body: 'invalid request signature' }
    return JSON.parse(request.body).type === 1 ? json({ type: 1 }) : answer()
  }
}

function isSigned({ headers, body }: SinkRequest): boolean {
  const x = Buffer.from(KEYS.publicKey, 'hex').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const signed = Buffer.from(`${headers['x-signature-timestamp']}${body}`)
  return verify(null, signed, key, Buffer.from(headers['x-signature-ed25519'] ?? '', 'hex'))
}

interface Asked {
  readonly method?: string
  readonly body?: string | FormData
  readonly headers?: Readonly<Record<string, string>>
}

async function ask(path: string, { method = 'GET', body, headers = {} }: Asked = {}) {
  const type: Record<string, string> = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
  const response = await fetch(`${discord.url}${path}`, {
    method,
    headers: { 'user-agent': AGENT, ...type, ...headers },
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  return { status: response.status, code: /^\{/.test(text) ? JSON.parse(text).code : undefined, text }
}

const original = ({ token }: DiscordDelivery) => `/webhooks/${APP_ID}/${token}/messages/@original`
const edit = (of: DiscordDelivery, message: object) =>
  ask(original(of), { method: 'PATCH', body: JSON.stringify(message) })

function withFile(message: object, name = 'spx.png', bytes = 'png'): FormData {
  const form = new FormData()
  form.set('payload_json', JSON.stringify(message))
  form.set('files[0]', new File([bytes], name, { type: 'image/png' }))
  return form
}

const put = (commands: unknown, token = BOT_TOKEN, path = `/applications/${APP_ID}/commands`) =>
  ask(path, { method: 'PUT', body: JSON.stringify(commands), headers: { authorization: `Bot ${token}` } })

describe('the endpoint that the fake of Discord checks', () => {
  it('has the public key that RFC 8032 gives for its seed', () => {
    expect(KEYS.publicKey).toBe('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a')
  })

  it('accepts one that answers a PING and refuses a wrong signature', async () => {
    expect(await discord.validateEndpoint()).toEqual({ isAccepted: true, why: undefined })
    expect(app.requests.map((it) => [JSON.parse(it.body).type, isSigned(it)])).toEqual([
      [1, true],
      [1, false],
    ])
    expect((await discord.securityCheck()).status).toBe(401)
  })

  it('refuses one that does not look at signatures, or that answers in another content type', async () => {
    app.behave(json({ type: 1 }))
    expect((await discord.validateEndpoint()).why).toContain('401')
    await expect(discord.command('gex', { symbol: 'SPX' })).rejects.toThrow('removed')

    app.behave(
      checked(() => json({})),
      { status: 401 },
    )
    expect((await discord.validateEndpoint()).isAccepted).toBe(true)
    app.behave({ status: 200, headers: { 'content-type': 'text/html' }, body: '{"type":1}' }, { status: 401 })
    expect((await discord.validateEndpoint()).why).toContain('Content-Type')
  })
})

describe('a user who types at the fake of Discord', () => {
  const TYPED = [
    { name: 'gex', description: 'd', options: [{ type: 3, name: 'symbol', description: 'd', autocomplete: true }] },
  ]
  const choices = (list: readonly object[]) => checked(() => json({ type: 8, data: { choices: list } }))

  it('sends the focused option, and gets the choices', async () => {
    discord.register(TYPED)
    app.behave(choices([{ name: 'S&P 500', value: 'SPX' }]))
    const sent = await discord.typed('gex', { symbol: 'SP' })

    const { type, data } = JSON.parse(sent.body)
    expect({ type, options: data.options }).toEqual({
      type: 4,
      options: [{ type: 3, name: 'symbol', value: 'SP', focused: true }],
    })
    expect(sent).toMatchObject({ error: undefined, type: 8, choices: [{ name: 'S&P 500', value: 'SPX' }] })
  })

  it('gets nothing of 26 choices, of one without a name, and of an answer to a command', async () => {
    discord.register(TYPED)
    const errors = []
    for (const list of [
      Array.from({ length: 26 }, (_, at) => ({ name: `${at}`, value: 'a' })),
      [{ name: '', value: 'a' }],
    ]) {
      app.behave(choices(list))
      errors.push((await discord.typed('gex', { symbol: 'SP' })).error)
    }
    app.behave(checked(() => json({ type: 5 })))
    errors.push((await discord.typed('gex', { symbol: 'SP' })).error)

    expect(errors).toEqual([expect.any(String), expect.any(String), expect.stringContaining('type 8')])
  })

  it('cannot type an option without autocomplete', async () => {
    await expect(discord.typed('gex', { symbol: 'SP' })).rejects.toThrow('autocomplete')
  })
})

describe('commands of the fake of Discord', () => {
  it('sends the member from a server, and the user from elsewhere', async () => {
    await discord.command('gex', { symbol: 'SPX', days: 5 })
    await discord.command('gex', { symbol: 'SPY' }, { place: { kind: 'bot_dm' } })
    await discord.command('gex', { symbol: 'SPY' }, { place: { kind: 'private_channel' } })
    const [guild, dm, group] = app.requests.map(({ body }) => JSON.parse(body))

    expect(guild).toMatchObject({ type: 2, version: 1, context: 0, guild_id: '290926798626357999' })
    expect(guild.member.user.id).toBe('53908232506183680')
    expect(guild.user).toBeUndefined()
    expect(guild.data).toMatchObject({
      name: 'gex',
      type: 1,
      options: [
        { name: 'symbol', type: 3, value: 'SPX' },
        { name: 'days', type: 4, value: 5 },
      ],
    })
    expect([dm.context, dm.user.id, dm.member, dm.guild_id]).toEqual([1, '53908232506183680', undefined, undefined])
    expect([group.context, group.authorizing_integration_owners]).toEqual([2, { 1: '53908232506183680' }])
  })

  it('sends nothing that the client would not let a user send', async () => {
    const sent = [
      discord.command('vix'),
      discord.command('gex'),
      discord.command('gex', { symbol: 'TOO-LONG' }),
      discord.command('gex', { symbol: 'SPX', days: 61 }),
      discord.command('gex', { symbol: 'SPX', days: 1.5 }),
      discord.command('gex', { symbol: 'SPX', strike: 5 }),
    ]

    expect((await Promise.allSettled(sent)).map(({ status }) => status)).toEqual(Array(6).fill('rejected'))
    expect(app.requests).toEqual([])
  })

  it('replays and forges as an attacker does', async () => {
    const sent = await discord.command('gex', { symbol: 'SPX' })
    await discord.replay(sent)
    const forged = await discord.forge(sent, { body: sent.body.replace('SPX', 'SPY') })

    expect(app.requests.map(isSigned)).toEqual([true, true, false])
    expect(forged.status).toBe(401)
  })

  it('shows a message, for the user alone if it is ephemeral', async () => {
    app.behave(json({ type: 4, data: { content: 'one' } }), json({ type: 4, data: { content: 'two', flags: 64 } }))
    const one = discord.message(await discord.command('gex', { symbol: 'SPX' }))
    const two = discord.message(await discord.command('gex', { symbol: 'SPX' }))

    expect([one, two]).toMatchObject([
      { content: 'one', isEphemeral: false },
      { content: 'two', isEphemeral: true },
    ])
  })

  it('refuses answers that break the rules', async () => {
    const bad = [
      { type: 1 },
      { type: 7, data: { content: 'x' } },
      { type: 5, data: { flags: 4 } },
      { type: 4 },
      { type: 4, data: {} },
      { type: 4, data: { content: 'x'.repeat(2_001) } },
      { type: 4, data: { content: 'x', flags: 128 } },
    ]
    const errors: (string | undefined)[] = []
    for (const answer of bad) {
      app.behave(json(answer))
      errors.push((await discord.command('gex', { symbol: 'SPX' })).error)
    }

    expect(errors).not.toContain(undefined)
    expect(discord.messages).toEqual([])
  })

  it('gives up when its time is over, and the token is void', async () => {
    const abort = new AbortController()
    discord = await started({ deadline: () => abort.signal })
    discord.register([GEX])
    app.behave('hang')
    const sending = discord.command('gex', { symbol: 'SPX' })
    await app.arrived(1)
    const { token } = JSON.parse(app.requests[0]!.body)
    const early = await ask(`/webhooks/${APP_ID}/${token}/messages/@original`, { method: 'PATCH', body: '{}' })
    abort.abort()
    const sent = await sending

    expect([early.status, early.code]).toEqual([404, 10015])
    expect(sent).toMatchObject({ status: undefined, error: 'No answer within 3 s' })
    expect((await edit(sent, { content: 'late' })).status).toBe(404)
  })
})

describe('deferred answers of the fake of Discord', () => {
  it('replaces the loading message by text, embeds and a picture', async () => {
    app.behave(checked(() => json({ type: 5, data: { flags: 64 } })))
    const sent = await discord.command('gex', { symbol: 'SPX' })
    expect(discord.message(sent)).toMatchObject({ isLoading: true, isEphemeral: true })
    const message = {
      content: 'SPX',
      embeds: [{ title: 'Gamma', image: { url: 'attachment://spx.png' } }],
      attachments: [{ id: 0, description: 'Gamma of SPX' }],
    }
    const { status } = await ask(original(sent), { method: 'PATCH', body: withFile(message) })

    expect(status).toBe(200)
    expect(discord.message(sent)).toMatchObject({
      content: 'SPX',
      isLoading: false,
      isEphemeral: true,
      files: [{ name: 'spx.png', contentType: 'image/png', description: 'Gamma of SPX' }],
    })
  })

  it('drops files that attachments does not list, and keeps earlier ones if it is absent', async () => {
    const sent = await discord.command('gex', { symbol: 'SPX' })
    await ask(original(sent), { method: 'PATCH', body: withFile({ content: 'a' }) })
    await edit(sent, { content: 'b' })
    expect(discord.message(sent)?.files).toHaveLength(1)
    await ask(original(sent), { method: 'PATCH', body: withFile({ attachments: [] }) })
    expect(discord.message(sent)).toMatchObject({ content: 'b', files: [] })
  })

  it('refuses what breaks the limits of messages', async () => {
    const sent = await discord.command('gex', { symbol: 'SPX' })
    const field = { name: 'n', value: 'v' }
    const bad = [
      { content: 'x'.repeat(2_001) },
      { embeds: Array(11).fill({ title: 't' }) },
      { embeds: [{ title: 'x'.repeat(257) }] },
      { embeds: [{ description: 'x'.repeat(4_097) }] },
      { embeds: [{ fields: Array(26).fill(field) }] },
      { embeds: [{ fields: [{ ...field, value: 'x'.repeat(1_025) }] }] },
      { embeds: [{ description: 'x'.repeat(4_000) }, { description: 'x'.repeat(2_001) }] },
      { embeds: [{ image: { url: 'attachment://missing.png' } }] },
      { embeds: [{ url: 'javascript:alert(1)' }] },
      { content: 'x', flags: 64 },
      { content: 'x', attachments: [{ id: 0 }] },
      { content: 'x', allowed_mentions: { parse: ['users'], users: ['1234'] } },
    ]
    const codes: unknown[] = []
    for (const message of bad) codes.push((await edit(sent, message)).code)

    expect(codes).toEqual(bad.map(() => 50035))
    expect((await edit(sent, {})).code).toBe(50006)
    expect((await ask(original(sent), { method: 'PATCH', body: '{"content":' })).code).toBe(50109)
    expect(discord.message(sent)?.isLoading).toBe(true)
    expect((await edit(sent, { content: 'x'.repeat(2_000) })).status).toBe(200)
  })

  it('refuses a file beyond the size that the interaction named', async () => {
    discord = await started({ sizeLimit: 100 })
    discord.register([GEX])
    const sent = await discord.command('gex', { symbol: 'SPX' })
    const answer = await ask(original(sent), { method: 'PATCH', body: withFile({}, 'spx.png', 'x'.repeat(101)) })

    expect(JSON.parse(sent.body).attachment_size_limit).toBe(100)
    expect([answer.status, answer.code]).toEqual([413, 40005])
  })

  it('calls whom the request allows: users if it says nothing', async () => {
    const sent = await discord.command('gex', { symbol: 'SPX' })
    const content = '@everyone <@123> <@&456>'
    await edit(sent, { content })
    expect(discord.message(sent)?.mentions).toEqual({ everyone: false, users: ['123'], roles: [] })
    await edit(sent, { content, allowed_mentions: { parse: ['everyone'], roles: ['456'] } })
    expect(discord.message(sent)?.mentions).toEqual({ everyone: true, users: [], roles: ['456'] })
    await edit(sent, { content, allowed_mentions: { parse: [] } })
    expect(discord.message(sent)?.mentions).toEqual({ everyone: false, users: [], roles: [] })
  })

  it('takes messages for 15 minutes', async () => {
    const sent = await discord.command('gex', { symbol: 'SPX' })
    clock.advance(15 * 60_000 - 1)
    expect((await edit(sent, { content: 'in time' })).status).toBe(200)
    clock.advance(1)
    expect(await edit(sent, { content: 'late' })).toMatchObject({ status: 401, code: 50027 })
  })

  it('takes further messages and deletes them', async () => {
    const sent = await discord.command('gex', { symbol: 'SPX' })
    const path = `/webhooks/${APP_ID}/${sent.token}`
    const post = (content: string) => ask(path, { method: 'POST', body: JSON.stringify({ content, flags: 64 }) })
    await post('edits the loading message, which stays as visible as it was')
    await post('a message of its own')
    expect(discord.messages.map(({ isEphemeral }) => isEphemeral)).toEqual([false, true])
    expect((await ask(original(sent), { method: 'DELETE' })).status).toBe(204)
    expect((await ask(original(sent))).code).toBe(10008)
    expect(discord.messages.map(({ content }) => content)).toEqual(['a message of its own'])
  })

  it('asks for a user agent, version 10 and a content type', async () => {
    const sent = await discord.command('gex', { symbol: 'SPX' })
    const agent = await ask(original(sent), { headers: { 'user-agent': 'node' } })
    const type = await ask(original(sent), { method: 'PATCH', body: '{}', headers: { 'content-type': 'text/plain' } })
    const old = await fetch(`${discord.url.replace('v10', 'v5')}${original(sent)}`, {
      headers: { 'user-agent': AGENT },
    })

    expect([agent.status, type.code, old.status]).toEqual([403, 50035, 400])
  })

  it('limits the rate as it is told', async () => {
    const sent = await discord.command('gex', { symbol: 'SPX' })
    discord.failNext(DiscordInteractions.rateLimited(1.5))
    const limited = await edit(sent, { content: 'x' })

    expect([limited.status, JSON.parse(limited.text).retry_after]).toEqual([429, 1.5])
    expect((await edit(sent, { content: 'x' })).status).toBe(200)
  })
})

describe('the registration of the fake of Discord', () => {
  it('replaces all commands, and keeps the id of a name that stays', async () => {
    const [before] = discord.commands()
    const { status, text } = await put([GEX, { name: 'vix', description: 'VIX' }])

    expect(status).toBe(200)
    expect(JSON.parse(text)).toMatchObject([{ id: before?.id, application_id: APP_ID, type: 1 }, { name: 'vix' }])
    expect((await put([])).status).toBe(200)
    expect(discord.commands()).toEqual([])
  })

  it('asks for the token of the app', async () => {
    expect((await put([], 'another')).status).toBe(401)
    expect((await put([], BOT_TOKEN, '/applications/1/commands')).code).toBe(50001)
  })

  it('refuses commands that break the rules, and says where', async () => {
    const option = { type: 3, name: 'a', description: 'd' }
    const one = (changed: object) => [{ name: 'gex', description: 'd', ...changed }]
    const bad = [
      one({ name: 'GEX' }),
      one({ name: 'gamma exposure' }),
      one({ name: 'x'.repeat(33) }),
      one({ description: '' }),
      one({ description: 'x'.repeat(101) }),
      one({ options: [{ ...option, name: 'Symbol' }] }),
      one({ options: [option, option] }),
      one({ options: [option, { ...option, name: 'b', required: true }] }),
      one({ options: Array.from({ length: 26 }, (_, index) => ({ ...option, name: `o${index}` })) }),
      one({ options: [{ ...option, type: 12 }] }),
      one({ options: [{ ...option, min_value: 1 }] }),
      one({ options: [{ ...option, type: 4, choices: [{ name: 'x', value: 'x' }] }] }),
      one({ options: [{ ...option, choices: Array(26).fill({ name: 'x', value: 'x' }) }] }),
      one({ options: [{ ...option, autocomplete: true, choices: [{ name: 'x', value: 'x' }] }] }),
      one({ options: [option, { ...option, type: 1, name: 'b' }] }),
      one({ options: [{ ...option, type: 2, options: [{ ...option, type: 2 }] }] }),
      one({ contexts: [3] }),
      [...one({}), ...one({})],
    ]
    const codes: unknown[] = []
    for (const commands of bad) codes.push((await put(commands)).code)

    expect(codes).toEqual(bad.map(() => 50035))
    const { errors } = JSON.parse((await put(one({ options: [{ type: 3, name: 'a' }] }))).text)
    expect(errors['0'].options['0'].description._errors[0].code).toBe('BASE_TYPE_REQUIRED')
    const many = Array.from({ length: 101 }, (_, index) => ({ name: `c${index}`, description: 'd' }))
    expect((await put(many)).code).toBe(30032)
  })

  it('knows groups with subcommands, whose values are one level lower', async () => {
    const symbol = { type: 3, name: 'symbol', description: 'd', required: true }
    const add = { type: 1, name: 'add', description: 'd', options: [symbol] }
    await put([{ name: 'alert', description: 'd', options: [add, { ...add, name: 'remove' }] }])
    await discord.command('alert', { add: { symbol: 'SPX' } })

    expect(JSON.parse(app.requests[0]!.body).data.options).toEqual([
      { name: 'add', type: 1, options: [{ name: 'symbol', type: 3, value: 'SPX' }] },
    ])
    await expect(discord.command('alert')).rejects.toThrow('exactly one')
  })
})
