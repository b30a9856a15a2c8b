import { clip } from '../../../lib/text/clip.ts'
import { discordText } from '../../../lib/text/discord-text.ts'
import type { ChannelMessage } from '../../ports/channel.ts'
import { withoutCalls } from '../escape-mentions.ts'
import { listed, type MessageText, messageText } from '../message-text.ts'

/** https://docs.discord.com/developers/resources/message#embed-object: 6,000 characters over all parts of all embeds. */
const MAX_TITLE = 256
const MAX_DESCRIPTION = 3_000
const MAX_FIELD_NAME = 256
const MAX_FIELD = 150
const MAX_FOOTER = 200
/** https://docs.discord.com/developers/components/reference#button */
const MAX_BUTTON_LABEL = 80
const MAX_BUTTON_URL = 512
const ACTION_ROW = 1
const BUTTON = 2
const LINK_STYLE = 5
const HIGH_COLOUR = 0xd1_34_38
const NORMAL_COLOUR = 0x2f_6f_de

/** One embed. Nobody is called, whatever the texts say. */
export function discordBody(message: ChannelMessage): string {
  const text = messageText(message)
  const title = text.high ? `High: ${text.title}` : text.title
  const buttons = buttonsOf(message)
  return JSON.stringify({
    embeds: [
      {
        title: plain(title, MAX_TITLE),
        url: message.url,
        description: [descriptionOf(text), ...(buttons.length > 0 ? [] : linkOf(message))]
          .filter((part) => part !== '')
          .join('\n'),
        color: text.high ? HIGH_COLOUR : NORMAL_COLOUR,
        fields: text.facts.map(({ label, value }) => {
          return { name: clip(label, MAX_FIELD_NAME), value: plain(value, MAX_FIELD), inline: true }
        }),
        footer: { text: clip(text.when, MAX_FOOTER) },
        timestamp: message.createdAt,
      },
    ],
    ...(buttons.length > 0 && { components: [{ type: ACTION_ROW, components: buttons }] }),
    allowed_mentions: { parse: [] },
  })
}

function descriptionOf(text: MessageText): string {
  const body = plain(text.body, text.items.length > 0 ? MAX_DESCRIPTION / 3 : MAX_DESCRIPTION)
  const room = MAX_DESCRIPTION - body.length - 1
  const lines = listed(text, room, ({ title, when }) => `• ${plain(title, 120)} (${when})`)
  return [body, ...lines].filter((line) => line !== '').join('\n')
}

/**
 * A button for what is to be answered: of all components with which a user acts, a webhook without an app may send links
 * alone. A link that the vendor could refuse would be refused with the whole message.
 */
function buttonsOf({ url, urlLabel }: ChannelMessage): readonly object[] {
  if (urlLabel === undefined || url.length > MAX_BUTTON_URL || URL.parse(url)?.protocol !== 'https:') return []
  return [{ type: BUTTON, style: LINK_STYLE, label: clip(urlLabel, MAX_BUTTON_LABEL), url }]
}

/** Instead of the button: the title of an embed does not say what its link does. */
function linkOf({ url, urlLabel }: ChannelMessage): readonly string[] {
  return urlLabel === undefined ? [] : [`[${plain(urlLabel, 80)}](${url})`]
}

/** Escaped, and cut so that no mark loses its escape. */
function plain(text: string, most: number): string {
  return discordText(withoutCalls(text), most)
}
