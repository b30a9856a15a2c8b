import { discordText } from '../../../lib/text/discord-text.ts'
import type { ChatAnswer } from '../answer-command.ts'

/** https://docs.discord.com/developers/resources/message#embed-object-embed-limits */
const MAX_TITLE = 256
const MAX_DESCRIPTION = 4_096
/** https://docs.discord.com/developers/resources/message#create-message */
const MAX_CONTENT = 2_000
const COLOUR = 0x2f_6f_de
/** Only the user sees the message. */
export const EPHEMERAL = 64

/** Several lines become an embed, whose title is the first. Nobody is called, whatever the texts say. */
export function discordMessage({ lines, link }: ChatAnswer): object {
  const [title = '', ...rest] = lines
  const common = { allowed_mentions: { parse: [] } }
  if (link !== undefined) {
    const room = MAX_CONTENT - link.length - '\n<>'.length
    // Without the brackets Discord would fetch the address for a preview.
    return { ...common, content: `${discordText(lines.join('\n'), room)}\n<${link}>` }
  }
  if (rest.length === 0) return { ...common, content: discordText(title, MAX_CONTENT) }
  const description = discordText(rest.join('\n'), MAX_DESCRIPTION)
  return { ...common, embeds: [{ title: discordText(title, MAX_TITLE), description, color: COLOUR }] }
}
