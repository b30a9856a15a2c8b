import type { Channel } from '../../ports/channel.ts'
import { type ChatOptions, chatWebhookChannel } from '../chat-webhook.ts'
import { channelSender } from '../sender.ts'
import { slackBody } from './slack-message.ts'

export const slack = channelSender({
  settings: {},
  together: [],
  secrets: [],
  make: (_settings, parts) => slackChannel(parts),
})

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
