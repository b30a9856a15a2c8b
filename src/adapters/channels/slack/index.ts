import type { Channel, SendResult } from '../../../ports/channel.ts'
import type { Answer } from '../exchange.ts'
import { secretsOfUrl } from '../mask.ts'
import { outcomeOfBlocked, outcomeOfBroken, outcomeOfStatus, type Proof, refused } from '../outcome.ts'
import type { UserUrlClient } from '../user-url-client.ts'
import { slackBody } from './payload.ts'

export interface SlackOptions {
  readonly client: UserUrlClient
  readonly now: () => Date
}

const PEER = 'The Slack channel'
/** The hook is gone, archived or forbidden: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
const GONE = new Set([403, 404, 410])

/** Messages to an incoming webhook of Slack, or of a chat that speaks the same. */
export function slackChannel({ client, now }: SlackOptions): Channel {
  return {
    name: 'slack',
    timeoutMs: client.timeoutMs,
    freeze: slackBody,
    async send({ endpoint, body }, signal) {
      const headers = { 'content-type': 'application/json; charset=utf-8' }
      const result = await client.post({ url: endpoint.address, headers, body }, signal)
      if (result.kind === 'blocked') return outcomeOfBlocked(result)
      if (result.kind === 'broken') return outcomeOfBroken(result, PEER)
      return outcomeOf(result, secretsOfUrl(endpoint.address), now())
    },
  }
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
  return outcomeOfStatus(proof, PEER, now)
}
