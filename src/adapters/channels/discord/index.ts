import type { Channel, SendResult } from '../../../ports/channel.ts'
import type { Answer } from '../exchange.ts'
import { secretsOfUrl } from '../mask.ts'
import { outcomeOfBlocked, outcomeOfBroken, outcomeOfStatus, type Proof, refused, retryAfterMs } from '../outcome.ts'
import type { UserUrlClient } from '../user-url-client.ts'
import { discordBody } from './payload.ts'

export interface DiscordOptions {
  readonly client: UserUrlClient
  readonly now: () => Date
}

const PEER = 'The Discord channel'
/** The webhook was deleted, or its token is not the webhook's. */
const GONE = new Set([401, 404, 410])

/** Messages to an incoming webhook of Discord. https://docs.discord.com/developers/resources/webhook#execute-webhook */
export function discordChannel({ client, now }: DiscordOptions): Channel {
  return {
    name: 'discord',
    timeoutMs: client.timeoutMs,
    freeze: discordBody,
    async send({ endpoint, body }, signal) {
      const headers = { 'content-type': 'application/json' }
      const result = await client.post({ url: waiting(endpoint.address), headers, body }, signal)
      if (result.kind === 'blocked') return outcomeOfBlocked(result)
      if (result.kind === 'broken') return outcomeOfBroken(result, PEER)
      return outcomeOf(result, secretsOfUrl(endpoint.address), now())
    },
  }
}

/** Only with `wait` does the answer tell whether the message was kept. */
function waiting(address: string): string {
  const url = URL.parse(address)
  // What cannot be read is refused, with words, by the client.
  if (url === null) return address
  url.searchParams.set('wait', 'true')
  return url.href
}

function outcomeOf(answer: Answer, secrets: readonly string[], now: Date): SendResult {
  const proof: Proof = { answer, secrets }
  const { status } = answer
  if (GONE.has(status)) {
    const reason = `${PEER} no longer takes messages (HTTP ${status}). Make a new webhook there.`
    return refused(proof, { retry: false, code: `http_${status}`, reason, disable: true })
  }
  if (status === 400 || status === 413) {
    const reason = `${PEER} refused the message (HTTP ${status}).`
    return refused(proof, { retry: false, code: `http_${status}`, reason })
  }
  if (status === 429) return limited(proof, now)
  return outcomeOfStatus(proof, PEER, now)
}

/** The headers count seconds; the unit of the body's `retry_after` has differed over time, so it is not read. */
function limited(proof: Proof, now: Date): SendResult {
  const reset = Number(proof.answer.headers['x-ratelimit-reset-after'])
  const resetMs = Number.isFinite(reset) && reset > 0 ? Math.ceil(reset * 1_000) : 0
  const afterMs = Math.min(3_600_000, Math.max(resetMs, retryAfterMs(proof.answer, now) ?? 0))
  return refused(proof, { retry: true, code: 'http_429', reason: `${PEER} takes no more messages for now.`, afterMs })
}
