/** What the two chat vendors refuse, as far as their documents say it. */
import type { Reply, SinkRequest } from '../http/fault-sink.ts'

interface SlackText {
  readonly type: string
  readonly text: string
}
interface SlackBlock {
  readonly type: string
  readonly text?: SlackText
  readonly fields?: readonly SlackText[]
  readonly elements?: readonly { readonly text: SlackText | string; readonly url?: string }[]
}

/** https://docs.slack.dev/reference/block-kit/blocks */
export function slackAnswer({ headers, body }: SinkRequest): Reply {
  if (!headers['content-type']?.startsWith('application/json')) return { status: 400, body: 'invalid_payload' }
  const { text, blocks }: { text?: string; blocks?: SlackBlock[] } = JSON.parse(body)
  if (!text) return { status: 400, body: 'no_text' }
  const all = blocks ?? []
  if (all.length > 50 || JSON.stringify(all).length > 13_200) return { status: 400, body: 'msg_blocks_too_long' }
  return all.every(isSlackBlock) ? { status: 200, body: 'ok' } : { status: 400, body: 'invalid_blocks' }
}

function isSlackBlock({ type, text, fields, elements }: SlackBlock): boolean {
  if (type === 'header') return text?.type === 'plain_text' && isLength(text.text, 150)
  if (type === 'context') return isCount(elements, 10)
  if (type === 'actions') return isCount(elements, 25) && elements.every(({ url }) => isLength(url, 3_000))
  if (type !== 'section') return false
  if (text) return isLength(text.text, 3_000)
  return isCount(fields, 10) && fields.every((field) => isLength(field.text, 2_000))
}

interface Embed {
  readonly title?: string
  readonly description?: string
  readonly fields?: readonly { readonly name: string; readonly value: string }[]
  readonly footer?: { readonly text: string }
  readonly timestamp?: string
}

interface DiscordComponent {
  readonly type: number
  readonly style?: number
  readonly label?: string
  readonly url?: string
  readonly custom_id?: string
  readonly components?: readonly DiscordComponent[]
}

/**
 * A webhook that belongs to no app. https://docs.discord.com/developers/resources/message#embed-object-embed-limits and
 * https://docs.discord.com/developers/resources/webhook#execute-webhook
 */
export function discordAnswer({ path, body }: SinkRequest): Reply {
  const { content = '', embeds = [], allowed_mentions, components: given = [] } = JSON.parse(body)
  const query = new URL(path, 'http://peer').searchParams
  const waits = query.get('wait') === 'true'
  const components: readonly DiscordComponent[] = query.get('with_components') === 'true' ? given : []
  const isShort = content.length <= 2_000 && embeds.length <= 10 && embeds.every(isEmbed)
  const fits = isShort && components.length <= 5 && components.every(isLinkRow)
  const total = embeds.map(charactersOf).reduce((sum: number, count: number) => sum + count, 0)
  if (!fits || total > 6_000 || (content === '' && embeds.length === 0)) {
    return { status: 400, body: JSON.stringify({ code: 50035, message: 'Invalid Form Body', errors: {} }) }
  }
  const mentions = allowed_mentions === undefined ? ['everyone'] : allowed_mentions.parse
  const headers = { 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '4', 'x-ratelimit-reset-after': '2' }
  return waits
    ? {
        status: 200,
        headers,
        body: JSON.stringify({ id: '1', mention_everyone: mentions.includes('everyone'), components }),
      }
    : { status: 204, headers }
}

/** https://docs.discord.com/developers/components/reference#button: of its kinds, only links are not interactive. */
function isLinkRow({ type, components }: DiscordComponent): boolean {
  const isLink = (button: DiscordComponent) =>
    button.type === 2 && button.style === 5 && button.custom_id === undefined && isAtMost(button.label, 80)
  const leads = ({ url }: DiscordComponent) =>
    isLength(url, 512) && /^https?:$/.test(URL.parse(url ?? '')?.protocol ?? '')
  return type === 1 && isCount(components, 5) && components.every((button) => isLink(button) && leads(button))
}

function isEmbed({ title, description, fields = [], footer, timestamp }: Embed): boolean {
  const texts = isAtMost(title, 256) && isAtMost(description, 4_096) && isAtMost(footer?.text, 2_048)
  const dated = timestamp === undefined || !Number.isNaN(Date.parse(timestamp))
  return (
    texts &&
    dated &&
    fields.length <= 25 &&
    fields.every(({ name, value }) => isLength(name, 256) && isLength(value, 1_024))
  )
}

function charactersOf({ title = '', description = '', fields = [], footer }: Embed): number {
  const inFields = fields.reduce((sum, { name, value }) => sum + name.length + value.length, 0)
  return title.length + description.length + inFields + (footer?.text.length ?? 0)
}

function isLength(text: string | undefined, most: number): boolean {
  return text !== undefined && text.length >= 1 && text.length <= most
}

function isAtMost(text: string | undefined, most: number): boolean {
  return text === undefined || text.length <= most
}

function isCount<T>(list: readonly T[] | undefined, most: number): list is readonly T[] {
  return list !== undefined && list.length >= 1 && list.length <= most
}
