/** What the incoming webhooks of chats have in common: one post, and statuses that end the address or the message. */
import type { Channel, SendResult } from '../ports/channel.ts'
import type { Answer } from './exchange.ts'
import { secretsOfUrl } from './mask.ts'
import { outcomeOfBlocked, outcomeOfBroken, outcomeOfStatus, type Proof, refused } from './outcome.ts'
import type { UserUrlClient } from './user-url-client.ts'

export interface ChatOptions {
  readonly client: UserUrlClient
  readonly now: () => Date
}

export interface ChatWebhook extends Pick<Channel, 'name' | 'freeze'> {
  /** Name in messages to people. */
  readonly peer: string
  readonly contentType: string
  /** Statuses by which the webhook says that it is gone. */
  readonly gone: ReadonlySet<number>
  readonly urlOf?: (address: string) => string
  readonly limited?: (proof: Proof, now: Date) => SendResult
}

export function chatWebhookChannel({ client, now }: ChatOptions, chat: ChatWebhook): Channel {
  const { name, freeze, peer, contentType, urlOf = (address) => address } = chat
  return {
    name,
    timeoutMs: client.timeoutMs,
    freeze,
    async send({ endpoint, body }, signal) {
      const headers = { 'content-type': contentType }
      const result = await client.post({ url: urlOf(endpoint.address), headers, body }, signal)
      if (result.kind === 'blocked') return outcomeOfBlocked(result)
      if (result.kind === 'broken') return outcomeOfBroken(result, peer)
      return outcomeOf(chat, result, secretsOfUrl(endpoint.address), now())
    },
  }
}

function outcomeOf(
  { peer, gone, limited }: ChatWebhook,
  answer: Answer,
  secrets: readonly string[],
  now: Date,
): SendResult {
  const proof: Proof = { answer, secrets }
  const { status } = answer
  if (gone.has(status)) {
    const reason = `${peer} no longer takes messages (HTTP ${status}). Make a new webhook there.`
    return refused(proof, { retry: false, code: `http_${status}`, reason, disable: true })
  }
  if (status === 400 || status === 413) {
    const reason = `${peer} refused the message (HTTP ${status}).`
    return refused(proof, { retry: false, code: `http_${status}`, reason })
  }
  if (status === 429 && limited) return limited(proof, now)
  return outcomeOfStatus(proof, peer, now)
}
