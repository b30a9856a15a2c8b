import { clipWritten } from '../../../lib/text/clip.ts'
import type { ChannelMessage } from '../../ports/channel.ts'
import { withoutCalls } from '../escape-mentions.ts'
import { listed, type MessageText, messageText } from '../message-text.ts'

/** https://docs.slack.dev/reference/block-kit/blocks: lengths hold for the escaped text. */
const MAX_HEADER = 150
const MAX_SECTION = 3_000
const MAX_FIELD = 2_000
const MAX_FIELDS = 10
/** All blocks together may have about 13,200 characters; with room for their own marks. */
const MAX_ITEMS_TEXT = 8_000
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Blocks, and the same in one line for notifications and for peers that know no blocks. */
export function slackBody(message: ChannelMessage): string {
  const text = messageText(message)
  return JSON.stringify({
    text: escaped(text.title, MAX_HEADER),
    blocks: blocksOf(text, message),
    unfurl_links: false,
    unfurl_media: false,
  })
}

function blocksOf(text: MessageText, { url, urlLabel = 'View' }: ChannelMessage): object[] {
  const title = text.high ? `High: ${text.title}` : text.title
  const fields = text.facts.slice(0, MAX_FIELDS).map(({ label, value }) => {
    return marked(`*${label}*\n${escaped(value, MAX_FIELD - label.length - 3)}`)
  })
  const blocks: object[] = [{ type: 'header', text: { type: 'plain_text', text: escaped(title, MAX_HEADER) } }]
  if (text.body !== '') blocks.push({ type: 'section', text: marked(escaped(text.body, MAX_SECTION)) })
  if (fields.length > 0) blocks.push({ type: 'section', fields })
  for (const part of itemParts(text)) blocks.push({ type: 'section', text: marked(part) })
  const button = { type: 'button', text: { type: 'plain_text', text: urlLabel }, url }
  return [
    ...blocks,
    { type: 'context', elements: [marked(escaped(text.when, MAX_FIELD))] },
    { type: 'actions', elements: [button] },
  ]
}

/** The lines of a summary in as many texts as they need. */
function itemParts(text: MessageText): string[] {
  const parts: string[] = []
  const lines = listed(text, MAX_ITEMS_TEXT, ({ title, when }) => {
    return `• ${escaped(title, 300)} _(${escaped(when, 100)})_`
  })
  for (const line of lines) {
    const joined = `${parts.at(-1) ?? ''}\n${line}`
    if (parts.length === 0 || joined.length > MAX_SECTION) parts.push(line)
    else parts[parts.length - 1] = joined
  }
  return parts
}

/** `verbatim` keeps the peer from turning names into mentions and channels by itself. */
function marked(text: string): object {
  return { type: 'mrkdwn', text, verbatim: true }
}

function escaped(text: string, most: number): string {
  return clipWritten(withoutCalls(text), most, (character) => ESCAPES[character] ?? character)
}
