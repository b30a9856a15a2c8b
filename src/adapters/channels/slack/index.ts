import type { Channel } from '../../../ports/channel.ts'
import { type ChatOptions, chatWebhookChannel } from '../chat-webhook.ts'
import { slackBody } from './payload.ts'

/** Messages to an incoming webhook of Slack, or of a chat that speaks the same. */
export function slackChannel(options: ChatOptions): Channel {
  return chatWebhookChannel(options, {
    name: 'slack',
    freeze: slackBody,
    peer: 'The Slack channel',
    contentType: 'application/json; charset=utf-8',
    // Gone, archived or forbidden: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
    gone: new Set([403, 404, 410]),
  })
}
