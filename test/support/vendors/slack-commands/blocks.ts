/** What Slack takes as a message in an answer or at a response URL. Sources: README.md, "Messages". */
import { z } from 'zod'

/** The blocks of the vendor that this fake does not check: a loud answer, so that nobody takes it for the vendor's. */
const NOT_WRITTEN = ['rich_text', 'markdown', 'table', 'input', 'file', 'video', 'context_actions', 'card', 'plan']

const blockId = z.string().min(1).max(255).optional()
const plain = (most: number) =>
  z.strictObject({ type: z.literal('plain_text'), text: z.string().min(1).max(most), emoji: z.boolean().optional() })
const text = (most: number) =>
  z.discriminatedUnion('type', [
    plain(most),
    z.strictObject({
      type: z.literal('mrkdwn'),
      text: z.string().min(1).max(most),
      verbatim: z.boolean().optional(),
    }),
  ])

/** Slack fetches the image itself, so the address has to be public; that TLS is needed is an assumption of README.md. */
const imageUrl = z.string().max(3_000).refine(isPublic, 'invalid_image_url')
const image = { image_url: imageUrl.optional(), slack_file: z.looseObject({}).optional() }
const hasOneImage = (it: { image_url?: unknown; slack_file?: unknown }) =>
  (it.image_url === undefined) !== (it.slack_file === undefined)

const imageElement = z
  .strictObject({ type: z.literal('image'), alt_text: z.string().min(1).max(2_000), ...image })
  .refine(hasOneImage, 'either image_url or slack_file')
const button = z.strictObject({
  type: z.literal('button'),
  text: plain(75),
  action_id: z.string().min(1).max(255).optional(),
  url: z.string().min(1).max(3_000).optional(),
  value: z.string().max(2_000).optional(),
  style: z.enum(['primary', 'danger']).optional(),
  accessibility_label: z.string().max(75).optional(),
})

const block = z.discriminatedUnion('type', [
  z
    .strictObject({
      type: z.literal('section'),
      block_id: blockId,
      text: text(3_000).optional(),
      fields: z.array(text(2_000)).min(1).max(10).optional(),
      accessory: z.union([button, imageElement]).optional(),
      expand: z.boolean().optional(),
    })
    .refine((it) => it.text !== undefined || it.fields !== undefined, 'text or fields'),
  z.strictObject({ type: z.literal('header'), block_id: blockId, text: plain(150) }),
  z.strictObject({ type: z.literal('divider'), block_id: blockId }),
  z.strictObject({
    type: z.literal('context'),
    block_id: blockId,
    elements: z
      .array(z.union([text(3_000), imageElement]))
      .min(1)
      .max(10),
  }),
  z.strictObject({ type: z.literal('actions'), block_id: blockId, elements: z.array(button).min(1).max(25) }),
  z
    .strictObject({
      type: z.literal('image'),
      block_id: blockId,
      alt_text: z.string().min(1).max(2_000),
      title: plain(2_000).optional(),
      ...image,
    })
    .refine(hasOneImage, 'either image_url or slack_file'),
])
const blocks = z.array(block).max(50).refine(hasUniqueIds, 'block_id and action_id are unique')

/** Slack's examples write the flags as text, `"true"`. */
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((it) => it === 'true')]).optional()
const envelope = z.looseObject({
  response_type: z.enum(['ephemeral', 'in_channel']).default('ephemeral'),
  text: z.string().optional(),
  blocks: z.array(z.looseObject({ type: z.string() })).optional(),
  attachments: z.array(z.looseObject({})).max(100).optional(),
  replace_original: flag,
  delete_original: flag,
  thread_ts: z.string().optional(),
})

export type Button = z.infer<typeof button>
export type Block = z.infer<typeof block>

export interface SlackPayload {
  readonly responseType: 'ephemeral' | 'in_channel'
  readonly text: string
  readonly blocks: readonly Block[]
  /** False where it has nothing to show: only a response type or a wish to delete. */
  readonly hasContent: boolean
  readonly replaceOriginal: boolean | undefined
  readonly deleteOriginal: boolean | undefined
  readonly threadTs: string | undefined
}

/** A refusal with the word that the vendor answers, and what is wrong, which the vendor keeps to itself. */
export class SlackRefusal extends Error {
  readonly error: string

  constructor(error: string, why: string) {
    super(why)
    this.error = error
  }
}

/** Throws a SlackRefusal. */
export function parsePayload(json: string): SlackPayload {
  const parsed = envelope.safeParse(jsonOf(json))
  if (!parsed.success) throw new SlackRefusal('invalid_payload', parsed.error.message)
  const { data } = parsed
  for (const { type } of data.blocks ?? []) {
    if (NOT_WRITTEN.includes(type)) throw new SlackRefusal('fake', `Fake: blocks of type ${type} are not written`)
  }
  const checked = blocks.safeParse(data.blocks ?? [])
  if (!checked.success) throw new SlackRefusal('invalid_blocks', checked.error.message)
  return {
    responseType: data.response_type,
    text: data.text ?? '',
    blocks: withIds(checked.data),
    hasContent: Boolean(data.text) || checked.data.length > 0 || (data.attachments ?? []).length > 0,
    replaceOriginal: data.replace_original,
    deleteOriginal: data.delete_original,
    threadTs: data.thread_ts,
  }
}

/** All images of a message, in blocks and beside text. */
export function imagesOf(all: readonly Block[]): string[] {
  return all.flatMap((it) => {
    if (it.type === 'image') return it.image_url ?? []
    if (it.type === 'context') return it.elements.flatMap((element) => imageAt(element))
    return it.type === 'section' && it.accessory ? imageAt(it.accessory) : []
  })
}

export function buttonsOf(all: readonly Block[]): { readonly blockId: string; readonly button: Button }[] {
  return all.flatMap((it) => {
    const blockId = it.block_id ?? ''
    if (it.type === 'actions') return it.elements.map((element) => ({ blockId, button: element }))
    return it.type === 'section' && it.accessory?.type === 'button' ? [{ blockId, button: it.accessory }] : []
  })
}

function imageAt(element: { readonly type: string; readonly image_url?: string | undefined }): string[] {
  return element.type === 'image' && element.image_url ? [element.image_url] : []
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new SlackRefusal('invalid_payload', 'The body is not JSON')
  }
}

/** Identifiers that the app did not choose are generated. */
function withIds(all: readonly Block[]): Block[] {
  const named = (element: Button, id: string): Button => ({ ...element, action_id: element.action_id ?? id })
  return all.map((it, index) => {
    const block_id = it.block_id ?? `b${index}`
    if (it.type === 'actions') {
      return { ...it, block_id, elements: it.elements.map((element, at) => named(element, `a${index}.${at}`)) }
    }
    if (it.type === 'section' && it.accessory?.type === 'button') {
      return { ...it, block_id, accessory: named(it.accessory, `a${index}`) }
    }
    return { ...it, block_id }
  })
}

function hasUniqueIds(all: readonly Block[]): boolean {
  const isUnique = (ids: readonly (string | undefined)[]) => {
    const given = ids.filter((id) => id !== undefined)
    return new Set(given).size === given.length
  }
  const actions = all.filter((it) => it.type === 'actions')
  return isUnique(all.map((it) => it.block_id)) && actions.every((it) => isUnique(it.elements.map((e) => e.action_id)))
}

function isPublic(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  const isAddress = /^[\d.]+$/.test(hostname) || hostname.startsWith('[')
  return (
    protocol === 'https:' && hostname.includes('.') && !isAddress && !/\.(local|internal|localhost)$/.test(hostname)
  )
}
