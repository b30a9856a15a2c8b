/** The messages of interactions and the endpoints that change them. Sources: README.md, "Webhooks". */
import type { Reply, SinkRequest } from '../../http/fault-sink.ts'
import { jsonReply } from '../model.ts'
import { DiscordError } from './errors.ts'
import type { DiscordPlace, InteractionIds } from './interaction.ts'
import {
  CREATE_FLAGS,
  EDIT_FLAGS,
  type Embed,
  EPHEMERAL,
  type Form,
  type ParsedMessage,
  parseMessage,
  readForm,
  type SentFile,
} from './message.ts'

const TOKEN_LIFE_MS = 15 * 60_000
const USER_INSTALL_FOLLOWUPS = 5

export interface DiscordMessage {
  readonly id: string
  readonly interactionId: string
  readonly content: string
  readonly embeds: readonly Embed[]
  readonly files: readonly (SentFile & { readonly id: string })[]
  readonly isEphemeral: boolean
  /** The user sees that the app is thinking. */
  readonly isLoading: boolean
  readonly mentions: ParsedMessage['mentions']
  readonly edits: number
}

export interface Interaction extends InteractionIds {
  readonly place: DiscordPlace
  readonly issuedAtMs: number
  /** open: no answer yet. answering: its answer is being read. failed: the token is void. */
  state: 'open' | 'answering' | 'answered' | 'failed'
  settled: Promise<void>
  originalId: string | undefined
  followups: number
}

const NOTHING_CALLED = { everyone: false, users: [], roles: [] }

export class Webhooks {
  readonly messages = new Map<string, DiscordMessage>()
  readonly interactions = new Map<string, Interaction>()
  readonly #now: () => Date
  readonly #newId: () => string

  constructor(now: () => Date, newId: () => string) {
    this.#now = now
    this.#newId = newId
  }

  /** The message of an answer of type 4. Throws a DiscordError. */
  async respond(interaction: Interaction, json: unknown, files: Form['files']): Promise<DiscordMessage> {
    const message = await this.#create(interaction, json, files, [])
    interaction.originalId = message.id
    return message
  }

  /** The answer of type 5: the user sees that the app is thinking. */
  defer(interaction: Interaction, isEphemeral: boolean): DiscordMessage {
    const message: DiscordMessage = {
      id: this.#newId(),
      interactionId: interaction.id,
      content: '',
      embeds: [],
      files: [],
      isEphemeral,
      isLoading: true,
      mentions: NOTHING_CALLED,
      edits: 0,
    }
    this.messages.set(message.id, message)
    interaction.originalId = message.id
    return message
  }

  /** `rest` is what follows the token in the path: nothing, or `/messages/…`. Throws a DiscordError. */
  async answer(request: SinkRequest, token: string, rest: string): Promise<Reply> {
    const interaction = await this.#valid(token)
    if (rest === '' && request.method === 'POST') return this.#followUp(interaction, request)
    const [, name] = /^\/messages\/(@original|\d+)$/.exec(rest) ?? []
    const id = name === '@original' ? interaction.originalId : name
    const message = id === undefined ? undefined : this.messages.get(id)
    if (!message || message.interactionId !== interaction.id) throw new DiscordError(10008)
    if (request.method === 'GET') return jsonReply(200, this.#json(message, interaction))
    if (request.method === 'DELETE') {
      this.messages.delete(message.id)
      return { status: 204 }
    }
    if (request.method !== 'PATCH')
      return { status: 405, body: JSON.stringify({ message: '405: Method Not Allowed', code: 0 }) }
    return this.#edit(interaction, message, request)
  }

  async #valid(token: string): Promise<Interaction> {
    const interaction = this.interactions.get(token)
    if (!interaction) throw new DiscordError(10015)
    // The answer of the app and its next request come by two connections: let the first be read first.
    if (interaction.state === 'open') await new Promise((resolve) => setImmediate(resolve))
    await interaction.settled
    if (this.#now().getTime() - interaction.issuedAtMs >= TOKEN_LIFE_MS) throw new DiscordError(50027)
    if (interaction.state !== 'answered') throw new DiscordError(10015)
    return interaction
  }

  async #followUp(interaction: Interaction, request: SinkRequest): Promise<Reply> {
    const original = interaction.originalId === undefined ? undefined : this.messages.get(interaction.originalId)
    // Directly after a deferred answer, the vendor edits the loading message, for old clients.
    if (original?.isLoading) return this.#edit(interaction, original, request, CREATE_FLAGS)
    if (interaction.place.kind === 'private_channel' && interaction.followups >= USER_INSTALL_FOLLOWUPS) {
      throw new DiscordError(40094)
    }
    const { json, files } = await readForm(request.headers['content-type'], request.bytes)
    const message = await this.#create(interaction, json, files, [])
    interaction.followups++
    return jsonReply(200, this.#json(message, interaction))
  }

  async #create(
    interaction: Interaction,
    json: unknown,
    files: Form['files'],
    earlier: readonly string[],
  ): Promise<DiscordMessage> {
    const rules = { flags: CREATE_FLAGS, sizeLimit: interaction.sizeLimit, earlier }
    const parsed = await parseMessage(json, files, rules)
    const message: DiscordMessage = {
      id: this.#newId(),
      interactionId: interaction.id,
      content: parsed.content ?? '',
      embeds: parsed.embeds ?? [],
      files: parsed.files.map((file) => ({ ...file, id: this.#newId() })),
      isEphemeral: (parsed.flags & EPHEMERAL) !== 0,
      isLoading: false,
      mentions: parsed.mentions,
      edits: 0,
    }
    return this.#keep(message)
  }

  async #edit(
    interaction: Interaction,
    message: DiscordMessage,
    request: SinkRequest,
    flags = EDIT_FLAGS,
  ): Promise<Reply> {
    const { json, files } = await readForm(request.headers['content-type'], request.bytes)
    const earlier = message.files.map(({ name }) => name)
    const parsed = await parseMessage(json, files, { flags, sizeLimit: interaction.sizeLimit, earlier })
    const { kept } = parsed
    const stays = message.files.filter(({ id }) => kept === undefined || kept.includes(id))
    const edited = this.#keep({
      ...message,
      content: parsed.content ?? message.content,
      embeds: parsed.embeds ?? message.embeds,
      files: [...stays, ...parsed.files.map((file) => ({ ...file, id: this.#newId() }))],
      isLoading: false,
      mentions: parsed.content === undefined ? message.mentions : parsed.mentions,
      edits: message.edits + 1,
    })
    return jsonReply(200, this.#json(edited, interaction))
  }

  #keep(message: DiscordMessage): DiscordMessage {
    if (message.content === '' && message.embeds.length === 0 && message.files.length === 0)
      throw new DiscordError(50006)
    this.messages.set(message.id, message)
    return message
  }

  #json(message: DiscordMessage, { applicationId }: Interaction) {
    return {
      id: message.id,
      type: 20,
      application_id: applicationId,
      webhook_id: applicationId,
      content: message.content,
      embeds: message.embeds,
      attachments: message.files.map(({ id, name, contentType, bytes, description }) => ({
        id,
        filename: name,
        content_type: contentType,
        size: bytes.length,
        url: `https://cdn.discordapp.com/ephemeral-attachments/${id}/${name}`,
        ...(description === undefined ? {} : { description }),
      })),
      mention_everyone: message.mentions.everyone,
      mentions: message.mentions.users.map((id) => ({ id })),
      mention_roles: message.mentions.roles,
      flags: (message.isEphemeral ? EPHEMERAL : 0) | (message.isLoading ? 128 : 0),
      timestamp: this.#now().toISOString(),
    }
  }
}
