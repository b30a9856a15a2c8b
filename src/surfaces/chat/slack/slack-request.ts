import { createHmac } from 'node:crypto'
import type { ChatUser } from '../../../accounts/domain/chat-link.ts'
import { AppError } from '../../../lib/errors.ts'
import { isSameDigest } from '../../../lib/node/keyed-digest.ts'
import { oneLine } from '../../../lib/text/visible-text.ts'
import type { Signatures } from '../signed-requests.ts'

const MAX_NAME = 80

interface SlackCommand {
  readonly user: ChatUser
  /** Without the slash. */
  readonly command: string
  readonly text: string
  /** Where answers go for the next 30 minutes. */
  readonly responseUrl: URL
}

/** https://docs.slack.dev/authentication/verifying-requests-from-slack */
export function slackSignatures(secret: string): Signatures {
  return {
    signature: 'x-slack-signature',
    timestamp: 'x-slack-request-timestamp',
    isValid({ signature, timestamp, body }) {
      const digest = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest('hex')
      return isSameDigest(`v0=${digest}`, signature)
    },
  }
}

/** Null for a check of the address, which carries no command. `responseOrigin` is the only place that answers may go to. */
export function readSlackCommand(body: Buffer, responseOrigin: string): SlackCommand | null {
  const form = new URLSearchParams(body.toString('utf8'))
  if (form.get('ssl_check') === '1') return null
  const workspaceId = form.get('team_id') ?? ''
  const userId = form.get('user_id') ?? ''
  const command = form.get('command') ?? ''
  const responseUrl = URL.parse(form.get('response_url') ?? '')
  if (workspaceId === '' || userId === '' || !command.startsWith('/') || responseUrl?.origin !== responseOrigin) {
    throw new AppError('malformed', 'This is no slash command of Slack.')
  }
  const workspaceName = oneLine(form.get('team_domain') ?? workspaceId, MAX_NAME)
  const userName = oneLine(form.get('user_name') ?? userId, MAX_NAME)
  const user = { vendor: 'slack', workspaceId, userId, workspaceName, userName } as const
  return { user, command: command.slice(1).toLowerCase(), text: (form.get('text') ?? '').trim(), responseUrl }
}

/** https://docs.slack.dev/messaging/formatting-message-text: nothing in the text becomes a link, a mention or a command. */
export function escapedForSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
