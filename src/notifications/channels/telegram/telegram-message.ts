import { z } from 'zod'
import { clip } from '../../../lib/text/clip.ts'
import type { ChannelMessage } from '../../ports/channel.ts'
import { listed, type MessageText, messageText } from '../message-text.ts'
import { bold, escaped, link } from './markdown.ts'

/**
 * Characters after the marks were read: https://core.telegram.org/bots/api#sendmessage. Counted here in UTF-16 units, of
 * which a text never has fewer than characters.
 */
const MAX_TEXT = 4_096
const MAX_BODY = 1_900
const MAX_BODY_OF_SUMMARY = 600
const MAX_FACT = 100
const MAX_ITEM = 200
/** `@name` would call whoever has that name; inside an e-mail address it calls nobody. */
const MENTION = /(?<![\w.])@(?=\w)/g
const ZERO_WIDTH_SPACE = '\u200b'

/** The parameters of the call, without the chat. */
export const FrozenMessage = z.object({
  text: z.string(),
  parse_mode: z.literal('MarkdownV2'),
  link_preview_options: z.object({ is_disabled: z.literal(true) }),
  reply_markup: z
    .object({ inline_keyboard: z.array(z.array(z.object({ text: z.string(), url: z.string() }))) })
    .optional(),
})

export function telegramBody(message: ChannelMessage): string {
  return JSON.stringify({
    text: markdownOf(messageText(message), message),
    parse_mode: 'MarkdownV2',
    link_preview_options: { is_disabled: true },
    ...buttonOf(message),
  } satisfies z.input<typeof FrozenMessage>)
}

/** A button for what is to be answered. The vendor refuses a whole message whose button leads to no public host. */
function buttonOf({ url, urlLabel }: ChannelMessage): Pick<z.input<typeof FrozenMessage>, 'reply_markup'> {
  if (urlLabel === undefined || URL.parse(url)?.protocol !== 'https:') return {}
  return { reply_markup: { inline_keyboard: [[{ text: urlLabel, url }]] } }
}

/** A text of the service itself. */
export function plainBody(text: string): string {
  return JSON.stringify({
    text: escaped(text),
    parse_mode: 'MarkdownV2',
    link_preview_options: { is_disabled: true },
  } satisfies z.input<typeof FrozenMessage>)
}

/** Every part is cut before it is escaped, so that no mark loses its escape. */
function markdownOf(text: MessageText, { url, urlLabel = 'View' }: ChannelMessage): string {
  const title = uncalled(text.high ? `High: ${text.title}` : text.title)
  const body = uncalled(clip(text.body, text.items.length > 0 ? MAX_BODY_OF_SUMMARY : MAX_BODY))
  const facts = text.facts.map(({ label, value }) => ({ label, value: uncalled(clip(value, MAX_FACT)) }))
  const rest = [title, body, ...facts.map(({ label, value }) => `${label}: ${value}`), text.when, `${urlLabel}: ${url}`]
  const room = MAX_TEXT - rest.join('\n').length - 1
  const items = listed(text, room, (item) => uncalled(`• ${clip(item.title, MAX_ITEM)} (${item.when})`))
  return [
    ...(title === '' ? [] : [bold(title)]),
    escaped(body),
    ...facts.map(({ label, value }) => `${bold(`${label}:`)} ${escaped(value)}`),
    ...items.map(escaped),
    escaped(text.when),
    link(urlLabel, url),
  ]
    .filter((line) => line !== '')
    .join('\n')
}

function uncalled(text: string): string {
  return text.replaceAll(MENTION, `@${ZERO_WIDTH_SPACE}`)
}
