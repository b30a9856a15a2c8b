/** What Discord takes as a message of an app, as JSON or as a form with files. Sources: README.md, "Messages". */
import { z } from 'zod'
import { DiscordError, invalidField, invalidForm, NotWritten } from './errors.ts'

export const EPHEMERAL = 64
const SUPPRESS_EMBEDS = 4
const SUPPRESS_NOTIFICATIONS = 4_096
/** Flags that an answer to an interaction may set; an edit may set fewer. */
export const CREATE_FLAGS = EPHEMERAL | SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS
export const EDIT_FLAGS = SUPPRESS_EMBEDS
const NOT_WRITTEN = ['components', 'poll', 'tts', 'message_reference', 'sticker_ids'] as const
const IMAGE_NAME = /\.(?:jpg|jpeg|png|webp|gif)$/i
const EMBED_CHARACTERS = 6_000

const snowflake = z.string().regex(/^\d{1,20}$/)
/** Blanks at both ends are not counted. */
const text = (most: number) =>
  z.string().refine((it) => it.trim().length <= most, `Must be ${most} or fewer in length.`)
const filled = (most: number) => text(most).refine((it) => it.trim() !== '', 'This field is required')
const link = (...schemes: string[]) =>
  z
    .string()
    .max(2_048)
    .refine((it) => URL.canParse(it) && schemes.includes(new URL(it).protocol), `Scheme must be one of ${schemes}`)
const picture = z.looseObject({ url: link('http:', 'https:', 'attachment:') })

const embed = z.looseObject({
  title: text(256).nullish(),
  type: z.literal('rich').optional(),
  description: text(4_096).nullish(),
  url: link('http:', 'https:').nullish(),
  timestamp: z.iso.datetime({ offset: true }).nullish(),
  color: z.int().min(0).max(0xffffff).nullish(),
  footer: z.looseObject({ text: filled(2_048), icon_url: link('http:', 'https:', 'attachment:').optional() }).nullish(),
  image: picture.nullish(),
  thumbnail: picture.nullish(),
  author: z.looseObject({ name: filled(256), url: link('http:', 'https:').optional() }).nullish(),
  fields: z
    .array(z.looseObject({ name: filled(256), value: filled(1_024), inline: z.boolean().optional() }))
    .max(25)
    .nullish(),
})

const mentions = z
  .strictObject({
    parse: z.array(z.enum(['roles', 'users', 'everyone'])).optional(),
    roles: z.array(snowflake).max(100).optional(),
    users: z.array(snowflake).max(100).optional(),
    replied_user: z.boolean().optional(),
  })
  .refine(({ parse = [], users }) => !(parse.includes('users') && users?.length), 'parse:["users"] and users: [ids]')
  .refine(({ parse = [], roles }) => !(parse.includes('roles') && roles?.length), 'parse:["roles"] and roles: [ids]')

const messageSchema = z.looseObject({
  content: text(2_000).nullish(),
  embeds: z.array(embed).max(10).nullish(),
  flags: z.int().min(0).nullish(),
  allowed_mentions: mentions.nullish(),
  attachments: z
    .array(
      z.looseObject({
        id: z.union([snowflake, z.int().min(0)]),
        filename: z.string().min(1).optional(),
        description: z.string().max(1_024).nullish(),
      }),
    )
    .max(10)
    .nullish(),
})

export type Embed = z.infer<typeof embed>
type MessageBody = z.infer<typeof messageSchema>

export interface SentFile {
  readonly name: string
  readonly contentType: string
  readonly bytes: Buffer
  readonly description: string | undefined
}

export interface ParsedMessage {
  /** Undefined where the request leaves it as it is. */
  readonly content: string | undefined
  readonly embeds: readonly Embed[] | undefined
  readonly flags: number
  /** New files that the message keeps, by their order. */
  readonly files: readonly SentFile[]
  /** Identifiers of earlier files that stay; undefined where all stay. */
  readonly kept: readonly string[] | undefined
  readonly mentions: {
    readonly everyone: boolean
    readonly users: readonly string[]
    readonly roles: readonly string[]
  }
}

export interface Form {
  readonly json: unknown
  readonly files: ReadonlyMap<string, File>
}

/** Reads JSON, or a form with `payload_json` and `files[n]`. Throws a DiscordError. */
export async function readForm(contentType: string | undefined, bytes: Buffer): Promise<Form> {
  if (contentType?.startsWith('application/json')) return { json: parseJson(bytes.toString()), files: new Map() }
  if (!contentType?.startsWith('multipart/form-data')) {
    throw invalidField(
      '_content_type',
      'Expected "Content-Type" header to be one of application/json, multipart/form-data.',
    )
  }
  const headers = { 'content-type': contentType }
  const form = await new Response(new Uint8Array(bytes), { headers }).formData().catch(() => {
    throw invalidField('_body', 'The body is no form')
  })
  const files = new Map<string, File>()
  let json: unknown = {}
  for (const [name, value] of form) {
    const [, index] = /^files\[(\d+)\]$/.exec(name) ?? []
    if (index !== undefined) {
      if (typeof value === 'string' || value.name === '') throw invalidField(name, 'A file needs a filename')
      if (files.has(index)) throw invalidField(name, 'Each file needs a name of its own')
      files.set(index, value)
    } else if (name === 'payload_json') {
      json = parseJson(typeof value === 'string' ? value : await value.text())
    } else throw new NotWritten(`the form field ${name}`)
  }
  return { json, files }
}

export interface MessageRules {
  readonly flags: number
  readonly sizeLimit: number
  /** Names of files that the message has already; an embed may show them. */
  readonly earlier: readonly string[]
}

/** Throws a DiscordError. */
export async function parseMessage(json: unknown, files: Form['files'], rules: MessageRules): Promise<ParsedMessage> {
  const parsed = messageSchema.safeParse(json)
  if (!parsed.success) throw invalidForm(parsed.error)
  const body = parsed.data
  for (const name of NOT_WRITTEN) if (body[name]) throw new NotWritten(name)
  const flags = body.flags ?? 0
  if ((flags & ~rules.flags) !== 0) throw invalidField('flags', `Only flags of ${rules.flags} can be set`)
  const embeds = body.embeds === undefined ? undefined : (body.embeds ?? [])
  if (charactersOf(embeds ?? []) > EMBED_CHARACTERS) {
    throw invalidField('embeds', `Embed size exceeds maximum size of ${EMBED_CHARACTERS}`)
  }
  if ([...files.values()].some((file) => file.size > rules.sizeLimit)) throw new DiscordError(40005)
  const sent = await keptFiles(files, body)
  checkPictures(embeds ?? [], [...sent.map((it) => it.name), ...rules.earlier])
  const content = body.content === undefined ? undefined : (body.content ?? '').trim()
  return {
    content,
    embeds,
    flags,
    files: sent,
    kept: body.attachments?.map((it) => String(it.id)).filter((id) => !files.has(id)),
    mentions: mentionsIn(content ?? '', body.allowed_mentions ?? { parse: ['users'] }),
  }
}

/** Where `attachments` is given, files that it does not list are dropped, and an entry without its file is a fault. */
async function keptFiles(files: Form['files'], { attachments }: MessageBody): Promise<SentFile[]> {
  const listed = attachments?.filter(({ id }) => typeof id === 'number' || id.length < 15) ?? []
  for (const { id } of listed) {
    if (!files.has(String(id))) throw invalidField('attachments', `There is no files[${id}]`)
  }
  const sent: SentFile[] = []
  for (const [index, file] of files) {
    const entry = listed.find(({ id }) => String(id) === index)
    if (attachments && !entry) continue
    sent.push({
      name: entry?.filename ?? file.name,
      contentType: file.type,
      bytes: Buffer.from(await file.arrayBuffer()),
      description: entry?.description ?? undefined,
    })
  }
  return sent
}

function checkPictures(embeds: readonly Embed[], names: readonly string[]): void {
  const urls = embeds.flatMap(({ image, thumbnail }) => [image?.url, thumbnail?.url])
  for (const url of urls) {
    if (!url?.startsWith('attachment://')) continue
    const name = url.slice('attachment://'.length)
    if (!IMAGE_NAME.test(name)) throw invalidField('embeds', `${name} is no image that an embed can show`)
    if (!names.includes(name)) throw invalidField('embeds', `There is no file ${name}`)
  }
}

function charactersOf(embeds: readonly Embed[]): number {
  const texts = embeds.flatMap(({ title, description, footer, author, fields }) => [
    title,
    description,
    footer?.text,
    author?.name,
    ...(fields ?? []).flatMap(({ name, value }) => [name, value]),
  ])
  return texts.reduce((sum, it) => sum + (it?.trim().length ?? 0), 0)
}

/** Whom the content calls, as far as the request allows. Without the field, only users are. */
function mentionsIn(content: string, allowed: z.infer<typeof mentions>): ParsedMessage['mentions'] {
  const parse = allowed.parse ?? []
  const named = (pattern: RegExp, all: boolean, ids: readonly string[] = []) =>
    [...content.matchAll(pattern)].map(([, id = '']) => id).filter((id) => all || ids.includes(id))
  return {
    everyone: parse.includes('everyone') && /@(?:everyone|here)\b/.test(content),
    users: named(/<@!?(\d+)>/g, parse.includes('users'), allowed.users),
    roles: named(/<@&(\d+)>/g, parse.includes('roles'), allowed.roles),
  }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new DiscordError(50109)
  }
}
