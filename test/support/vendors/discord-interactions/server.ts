/** Discord as an app sees it that takes interactions over HTTP. How to use it and where it comes from: README.md. */
import { type Behaviour, type FaultSink, faultSink, type Reply, type SinkRequest } from '../../http/fault-sink.ts'
import { jsonReply } from '../model.ts'
import {
  type Choice,
  optionValues,
  parseChoices,
  parseCommands,
  type Registered,
  typedValues,
  type Values,
} from './commands.ts'
import { DiscordError, invalidField, NotWritten } from './errors.ts'
import {
  CONTEXT,
  type DiscordKeys,
  type DiscordPlace,
  type DiscordUser,
  discordKeys,
  INTERACTION,
  type InteractionIds,
  invocation,
  ping,
  signedHeaders,
  USER,
} from './interaction.ts'
import { EPHEMERAL, parseJson, readForm } from './message.ts'
import { type DiscordMessage, type Interaction, Webhooks } from './webhook.ts'

const RESPONSE_MS = 3_000
const DEFAULT_SIZE_LIMIT = 10 * 1024 * 1024
const PATH = /^\/api(?:\/v(\d+))?\/(.*)$/
const WEBHOOK = /^webhooks\/(\d+)\/([^/]+)(\/.*)?$/
const COMMANDS = /^applications\/(\d+)\/(?:guilds\/(\d+)\/)?commands$/
const USER_AGENT = /^DiscordBot \(\S+, \S+\)/

export interface DiscordOptions {
  readonly now: () => Date
  /** The Interactions Endpoint URL. */
  readonly endpoint: string
  readonly applicationId: string
  readonly botToken: string
  readonly keys: DiscordKeys
  /** Begins when an interaction is sent and aborts when Discord gives it up; 3 s of real time when absent. */
  readonly deadline?: () => AbortSignal
  /** Bytes for each file; 10 MiB when absent. */
  readonly sizeLimit?: number
}

/** One request of Discord and what became of it. */
export interface DiscordDelivery {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly token: string
  /** Undefined where no answer came in time. */
  readonly status: number | undefined
  /** Why the user reads that the application did not respond. */
  readonly error: string | undefined
  readonly type: number | undefined
  readonly messageId: string | undefined
  /** What a user is offered who types. */
  readonly choices: readonly Choice[] | undefined
}

export interface DiscordCall {
  readonly request: SinkRequest
  readonly status: number
  readonly body: string
}

/** A key that is not the app's: Discord signs with it to see whether the endpoint checks. */
const WRONG_KEYS = discordKeys(Buffer.alloc(32, 0xee))

export class DiscordInteractions implements AsyncDisposable {
  readonly deliveries: DiscordDelivery[] = []
  readonly calls: DiscordCall[] = []
  readonly #options: DiscordOptions
  readonly #sink: FaultSink
  readonly #webhooks: Webhooks
  /** By guild; those of all guilds under the empty text. */
  readonly #commands = new Map<string, readonly Registered[]>()
  #isRemoved = false
  #count = 0

  private constructor(options: DiscordOptions, sink: FaultSink) {
    this.#options = options
    this.#sink = sink
    this.#webhooks = new Webhooks(options.now, () => this.#newId())
  }

  static async start(options: DiscordOptions): Promise<DiscordInteractions> {
    const sink = await faultSink()
    const discord = new DiscordInteractions(options, sink)
    sink.behave(discord.#answer)
    return discord
  }

  /** The base of the API; at the vendor, https://discord.com/api/v10. */
  get url(): string {
    return `${this.#sink.origin}/api/v10`
  }

  /** `host:port` of the API. */
  get pair(): string {
    return this.#sink.pair
  }

  /** What is shown now, oldest first. */
  get messages(): readonly DiscordMessage[] {
    return [...this.#webhooks.messages.values()]
  }

  message({ messageId = '' }: DiscordDelivery): DiscordMessage | undefined {
    return this.#webhooks.messages.get(messageId)
  }

  commands(guildId = ''): readonly Registered[] {
    return this.#commands.get(guildId) ?? []
  }

  /** Registers commands as the endpoint does, with the same checks. Throws a DiscordError. */
  register(commands: unknown, guildId = ''): readonly Registered[] {
    const earlier = this.commands(guildId)
    const registered = parseCommands(commands, { isGuild: guildId !== '' }).map((it): Registered => {
      const same = earlier.find(({ name, type }) => name === it.name && type === it.type)
      const ids = { id: same?.id ?? this.#newId(), version: this.#newId() }
      return { ...it, ...ids, application_id: this.#options.applicationId, ...(guildId ? { guild_id: guildId } : {}) }
    })
    this.#commands.set(guildId, registered)
    return registered
  }

  /** What happens when the URL is saved in the developer portal: a PING, then one with a wrong signature. */
  async validateEndpoint(): Promise<{ readonly isAccepted: boolean; readonly why: string | undefined }> {
    const good = await this.#ping(this.#options.keys)
    const bad = await this.#ping(WRONG_KEYS)
    const isRefused = bad.status === 401
    const why =
      good.error ?? (isRefused ? undefined : `A wrong signature was answered with ${bad.status}, not with 401`)
    this.#isRemoved = why !== undefined
    return { isAccepted: why === undefined, why }
  }

  /** A user gives a registered command. Throws where the client would not let the user. */
  async command(
    name: string,
    values: Values = {},
    { place = { kind: 'guild' }, user = USER }: { place?: DiscordPlace; user?: DiscordUser } = {},
  ): Promise<DiscordDelivery> {
    const found = this.#found(name, place)
    const options = optionValues(found.options ?? [], values, `/${name}`)
    const interaction = this.#open(place)
    return this.#deliver(interaction, invocation(interaction, { id: found.id, name, options }, place, user))
  }

  /** A user types the last of these values. Throws where the client would not send it. */
  async typed(
    name: string,
    values: Values,
    { place = { kind: 'guild' }, user = USER }: { place?: DiscordPlace; user?: DiscordUser } = {},
  ): Promise<DiscordDelivery> {
    const found = this.#found(name, place)
    const options = typedValues(found.options ?? [], values, `/${name}`)
    const interaction = this.#open(place)
    const invoked = { id: found.id, name, options }
    return this.#deliver(interaction, invocation(interaction, invoked, place, user, INTERACTION.autocomplete))
  }

  /** The same bytes with the same headers again, as someone sends who recorded them. Discord itself never does. */
  replay(of: DiscordDelivery): Promise<DiscordDelivery> {
    return this.forge(of, {})
  }

  /** A delivery with other headers or another body, as an attacker sends it. */
  async forge(
    of: DiscordDelivery,
    changed: { headers?: Record<string, string>; body?: string },
  ): Promise<DiscordDelivery> {
    const headers = { ...of.headers, ...changed.headers }
    const interaction = this.#webhooks.interactions.get(of.token) ?? this.#open({ kind: 'guild' })
    return this.#send({ ...interaction, state: 'open' }, headers, changed.body ?? of.body)
  }

  /** A command that is signed with a wrong key, as Discord sends now and then. The URL is removed if it is taken. */
  async securityCheck(): Promise<DiscordDelivery> {
    const interaction = this.#open({ kind: 'guild' })
    const invoked = { id: this.#newId(), name: 'check', options: [] }
    const body = invocation(interaction, invoked, { kind: 'guild' }, USER)
    const delivery = await this.#deliver(interaction, body, WRONG_KEYS)
    if (delivery.status !== 401) this.#isRemoved = true
    return delivery
  }

  /** The next requests of the app fail so, one each; then the server answers again. */
  failNext(...faults: Exclude<Behaviour, (request: SinkRequest) => unknown>[]): void {
    this.#sink.behave(...faults, this.#answer)
  }

  static rateLimited(seconds: number): Reply {
    const headers = {
      'retry-after': String(Math.ceil(seconds)),
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset-after': String(seconds),
      'x-ratelimit-bucket': 'abcd1234',
      'x-ratelimit-scope': 'user',
    }
    const body = { message: 'You are being rate limited.', retry_after: seconds, global: false }
    return jsonReply(429, body, headers)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#sink[Symbol.asyncDispose]()
  }

  #found(name: string, place: DiscordPlace): Registered {
    if (this.#isRemoved) throw new Error('Discord has removed the URL of the endpoint: it failed the last check')
    const guild = place.kind === 'guild' ? this.commands(place.guildId) : []
    const found = [...guild, ...this.commands()].find((it) => it.name === name && it.type === 1)
    if (!found) throw new Error(`No command /${name} is registered: send PUT …/commands or use register()`)
    if (found.contexts && !found.contexts.includes(CONTEXT[place.kind])) {
      throw new Error(`/${name} is not shown in ${place.kind}: its contexts are ${found.contexts}`)
    }
    return found
  }

  #ping(keys: DiscordKeys): Promise<DiscordDelivery> {
    const interaction = this.#open({ kind: 'bot_dm' })
    return this.#deliver(interaction, ping(interaction, USER), keys)
  }

  #open(place: DiscordPlace): Interaction {
    const { applicationId, sizeLimit = DEFAULT_SIZE_LIMIT, now } = this.#options
    const id = this.#newId()
    const ids: InteractionIds = { id, token: `aW50ZXJhY3Rpb24-${id}_token`, applicationId, sizeLimit }
    const state = { state: 'open', settled: Promise.resolve(), originalId: undefined, followups: 0 } as const
    const interaction: Interaction = { ...ids, place, issuedAtMs: now().getTime(), ...state }
    this.#webhooks.interactions.set(ids.token, interaction)
    return interaction
  }

  #deliver(interaction: Interaction, payload: { readonly type: number }, keys = this.#options.keys) {
    const body = JSON.stringify(payload)
    const timestamp = String(Math.floor(this.#options.now().getTime() / 1_000))
    return this.#send(interaction, signedHeaders(keys.privateKey, timestamp, body), body)
  }

  async #send(interaction: Interaction, headers: Record<string, string>, body: string): Promise<DiscordDelivery> {
    const signal = this.#options.deadline?.() ?? AbortSignal.timeout(RESPONSE_MS)
    const settled = Promise.withResolvers<void>()
    const sent = { headers, body, token: interaction.token }
    const done = (outcome: Partial<DiscordDelivery>) => {
      interaction.state = outcome.error === undefined ? 'answered' : 'failed'
      settled.resolve()
      const nothing = { status: undefined, error: undefined, type: undefined, messageId: undefined, choices: undefined }
      const delivery: DiscordDelivery = { ...sent, ...nothing, ...outcome }
      this.deliveries.push(delivery)
      return delivery
    }
    let status: number | undefined
    try {
      const init: RequestInit = { method: 'POST', headers, body, signal, redirect: 'manual' }
      const response = await fetch(this.#options.endpoint, init)
      ;({ status } = response)
      interaction.state = 'answering'
      interaction.settled = settled.promise
      const bytes = Buffer.from(await response.arrayBuffer())
      if (status !== 200) return done({ status, error: `The answer was ${status}: ${bytes}` })
      const { type } = parseJson(body) as { type?: number }
      const contentType = response.headers.get('content-type') ?? undefined
      return done({ status, ...(await this.#take(interaction, type, contentType, bytes)) })
    } catch (error) {
      const why = signal.aborted ? 'No answer within 3 s' : String(error)
      return done({ status: signal.aborted ? undefined : status, error: why })
    }
  }

  /** Carries out a 200. Throws where the vendor does not understand it. */
  async #take(interaction: Interaction, sent: number | undefined, contentType: string | undefined, bytes: Buffer) {
    const { json, files } = await readForm(contentType, bytes)
    const { type, data } = (json ?? {}) as { type?: unknown; data?: { flags?: number } }
    if (sent === INTERACTION.autocomplete) {
      if (type !== 8) throw invalidField('type', 'Autocomplete is answered with type 8')
      return { type, choices: parseChoices(data) }
    }
    if (sent === 1) {
      if (type !== 1) throw invalidField('type', 'A PING is answered with type 1')
      return { type }
    }
    if (type === 4) return { type, messageId: (await this.#webhooks.respond(interaction, data, files)).id }
    if (type === 5) {
      const flags = data?.flags ?? 0
      if ((flags & ~EPHEMERAL) !== 0) throw invalidField('data.flags', 'A deferred answer takes EPHEMERAL only')
      return { type, messageId: this.#webhooks.defer(interaction, flags === EPHEMERAL).id }
    }
    if (type === 9 || type === 12) throw new NotWritten(`an answer of type ${type}`)
    throw invalidField('type', `A command cannot be answered with type ${type}`)
  }

  readonly #answer = async (request: SinkRequest): Promise<Reply> => {
    const reply = await this.#route(request).catch((error: unknown) => {
      if (error instanceof DiscordError || error instanceof NotWritten) return error.reply()
      throw error
    })
    this.calls.push({ request, status: reply.status ?? 200, body: String(reply.body ?? '') })
    return reply
  }

  async #route(request: SinkRequest): Promise<Reply> {
    if (!USER_AGENT.test(request.headers['user-agent'] ?? '')) {
      return {
        status: 403,
        headers: { 'content-type': 'text/html' },
        body: '<title>Access denied</title> error code: 1010',
      }
    }
    const { pathname } = new URL(request.path, 'http://vendor')
    const [, version, path = ''] = PATH.exec(decodeURIComponent(pathname)) ?? []
    if (path === '') return notFound()
    if (version !== '10') throw new DiscordError(50041)
    const [webhook, applicationId, token = '', rest = ''] = WEBHOOK.exec(path) ?? []
    if (webhook) {
      if (applicationId !== this.#options.applicationId) throw new DiscordError(10015)
      return this.#webhooks.answer(request, token, rest)
    }
    const [commands, owner, guildId] = COMMANDS.exec(path) ?? []
    if (commands) return this.#listOrReplace(request, owner, guildId)
    if (path.startsWith('interactions/')) throw new NotWritten('the endpoint of callbacks')
    return notFound()
  }

  async #listOrReplace(request: SinkRequest, owner: string | undefined, guildId: string | undefined): Promise<Reply> {
    const { applicationId, botToken } = this.#options
    if (request.headers['authorization'] !== `Bot ${botToken}`) throw new DiscordError(0)
    if (owner !== applicationId) throw new DiscordError(50001)
    if (request.method === 'GET') return jsonReply(200, this.commands(guildId))
    if (request.method !== 'PUT') throw new NotWritten(`${request.method} of commands`)
    const { json } = await readForm(request.headers['content-type'], request.bytes)
    return jsonReply(200, this.register(json, guildId))
  }

  /** A snowflake: its upper bits are the milliseconds since 2015. */
  #newId(): string {
    const ms = BigInt(this.#options.now().getTime() - Date.UTC(2015, 0, 1))
    return String((ms << 22n) | BigInt(++this.#count % 4_096))
  }
}

function notFound(): Reply {
  return jsonReply(404, { message: '404: Not Found', code: 0 })
}
