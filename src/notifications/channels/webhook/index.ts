import type { Channel, Outgoing } from '../../ports/channel.ts'
import { secretsOfUrl } from '../mask.ts'
import { failed, outcomeOfBlocked, outcomeOfBroken, outcomeOfStatus } from '../outcome.ts'
import { channelSender } from '../sender.ts'
import type { UserUrlClient } from '../user-url-client.ts'
import { signatureHeaders } from './sign.ts'
import { webhookBody } from './webhook-message.ts'

export interface WebhookOptions {
  readonly client: UserUrlClient
  readonly now: () => Date
}

const PEER = 'The endpoint'

export const webhook = channelSender({
  settings: {},
  together: [],
  secrets: [],
  make: (_settings, parts) => webhookChannel(parts),
})

/** Signed JSON to a program of the user's. https://www.standardwebhooks.com */
export function webhookChannel({ client, now }: WebhookOptions): Channel {
  return {
    name: 'webhook',
    timeoutMs: client.timeoutMs,
    freeze: webhookBody,
    async send({ deliveryId, endpoint, body }, signal) {
      const headers = signed({ deliveryId, endpoint, body }, now())
      if (headers === null) {
        const reason = 'The signing secret of this endpoint cannot be used. Rotate it.'
        return failed({ retry: false, code: 'bad_secret', reason })
      }
      const result = await client.post({ url: endpoint.address, headers, body }, signal)
      if (result.kind === 'blocked') return outcomeOfBlocked(result)
      if (result.kind === 'broken') return outcomeOfBroken(result, PEER)
      // Most programs answer with nothing, in which there is nothing to mask.
      const secrets = result.text === '' ? [] : [...secretsOfUrl(endpoint.address), ...endpoint.secrets]
      return outcomeOfStatus({ answer: result, secrets }, PEER, now())
    },
  }
}

function signed({ deliveryId, endpoint, body }: Outgoing, at: Date): Readonly<Record<string, string>> | null {
  if (endpoint.secrets.length === 0) return null
  try {
    const signature = signatureHeaders(deliveryId, body, endpoint.secrets, at)
    return { 'content-type': 'application/json', 'user-agent': 'Optionwire-Webhooks/1', ...signature }
  } catch {
    return null
  }
}
