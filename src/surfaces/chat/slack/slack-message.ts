import type { ChatAnswer } from '../answer-command.ts'
import { escapedForSlack } from './slack-request.ts'

/** https://docs.slack.dev/reference/block-kit/blocks/image-block, section-block */
const MAX_URL = 3_000
const MAX_SECTION = 3_000

/** `pictureUrl` is of its picture; Slack fetches it before it shows the message. */
export function slackMessage({ isPrivate, lines, link, picture }: ChatAnswer, pictureUrl: string | null): object {
  const text = lines.join('\n')
  const escaped = escapedForSlack(text)
  const message = {
    response_type: isPrivate ? 'ephemeral' : 'in_channel',
    text: link === undefined ? escaped : `${escaped}\n<${link}>`,
  }
  if (!picture || pictureUrl === null || pictureUrl.length > MAX_URL || text.length > MAX_SECTION) return message
  const section = { type: 'section', text: { type: 'plain_text', text, emoji: false } }
  return { ...message, blocks: [section, { type: 'image', image_url: pictureUrl, alt_text: picture.says }] }
}
