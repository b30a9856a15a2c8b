import type { Channel, SendResult } from '../../ports/channel.ts'
import { type ChatOptions, chatWebhookChannel } from '../chat-webhook.ts'
import { type Proof, refused, retryAfterMs } from '../outcome.ts'
import { channelSender } from '../sender.ts'
import { discordBody } from './discord-message.ts'

const PEER = 'The Discord channel'

export const discord = channelSender({
  settings: {},
  together: [],
  secrets: [],
  make: (_settings, parts) => discordChannel(parts),
})

/** Messages to an incoming webhook of Discord. https://docs.discord.com/developers/resources/webhook#execute-webhook */
export function discordChannel(options: ChatOptions): Channel {
  return chatWebhookChannel(options, {
    name: 'discord',
    freeze: discordBody,
    peer: PEER,
    contentType: 'application/json',
    // The webhook was deleted, or its token is not the webhook's.
    gone: new Set([401, 404, 410]),
    urlOf: withTerms,
    limited,
  })
}

/** Only with `wait` does the answer say whether the message was kept; without `with_components` a button is left out. */
function withTerms(address: string): string {
  const url = URL.parse(address)
  // What cannot be read is refused, with words, by the client.
  if (url === null) return address
  url.searchParams.set('wait', 'true')
  url.searchParams.set('with_components', 'true')
  return url.href
}

/** The headers count seconds; the unit of the body's `retry_after` has differed over time, so it is not read. */
function limited(proof: Proof, now: Date): SendResult {
  const reset = Number(proof.answer.headers['x-ratelimit-reset-after'])
  const resetMs = Number.isFinite(reset) && reset > 0 ? Math.ceil(reset * 1_000) : 0
  const afterMs = Math.min(3_600_000, Math.max(resetMs, retryAfterMs(proof.answer, now) ?? 0))
  return refused(proof, { retry: true, code: 'http_429', reason: `${PEER} takes no more messages for now.`, afterMs })
}
