import { discordText } from '../../../lib/text/discord-text.ts'
import type { ChatAnswer } from '../answer-command.ts'

/** https://docs.discord.com/developers/resources/message#embed-object-embed-limits */
const MAX_TITLE = 256
const MAX_DESCRIPTION = 4_096
/** https://docs.discord.com/developers/resources/message#create-message */
const MAX_CONTENT = 2_000
const COLOUR = 0x2f_6f_de
const FILE = 'chart.png'
const CALLS_NOBODY = { allowed_mentions: { parse: [] } }
/** Only the user sees the message. */
export const EPHEMERAL = 64

/** Several lines become an embed, whose title is the first. Nobody is called, whatever the texts say. */
export function discordMessage(answer: ChatAnswer): object {
  const { lines, link } = answer
  if (link !== undefined) {
    const room = MAX_CONTENT - link.length - '\n<>'.length
    // Without the brackets Discord would fetch the address for a preview.
    return { ...CALLS_NOBODY, content: `${discordText(lines.join('\n'), room)}\n<${link}>` }
  }
  if (lines.length > 1) return { ...CALLS_NOBODY, embeds: [embedOf(answer)] }
  return { ...CALLS_NOBODY, content: discordText(lines.join(''), MAX_CONTENT) }
}

/** The same with a picture: https://docs.discord.com/developers/reference#uploading-files */
export function discordForm(answer: ChatAnswer, png: Buffer): FormData {
  const embed = { ...embedOf(answer), image: { url: `attachment://${FILE}` } }
  const attachments = [{ id: 0, filename: FILE, description: answer.picture?.says }]
  const form = new FormData()
  form.set('payload_json', JSON.stringify({ ...CALLS_NOBODY, embeds: [embed], attachments }))
  form.set('files[0]', new Blob([new Uint8Array(png)], { type: 'image/png' }), FILE)
  return form
}

function embedOf({ lines: [title = '', ...rest] }: ChatAnswer): object {
  const description = discordText(rest.join('\n'), MAX_DESCRIPTION)
  return { title: discordText(title, MAX_TITLE), description, color: COLOUR }
}
