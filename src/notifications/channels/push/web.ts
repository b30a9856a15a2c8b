import { once } from '../../../lib/async/once.ts'
import type { WebPushDevice } from '../../contract/push-device.ts'
import type { SendResult } from '../../ports/channel.ts'
import { secretsOfUrl } from '../mask.ts'
import { failed, outcomeOfBlocked, outcomeOfBroken, outcomeOfStatus, type Proof, refused } from '../outcome.ts'
import type { UserUrlClient } from '../user-url-client.ts'
import { type PushText, webPushText } from './push-message.ts'
import { checkedVapid, type Vapid } from './vapid.ts'

export interface WebPushSender {
  send(device: WebPushDevice, text: PushText, signal: AbortSignal): Promise<SendResult>
}

const PEER = 'The push service'
/** A price alert that waited a day for a browser is noise. */
const TTL_S = 86_400

const loadWebPush = once(() => import('web-push'))

/** Messages for browsers: RFC 8030 (transport), RFC 8291 (encryption), RFC 8292 (who sends). */
export function webPushSender(vapid: Vapid, client: UserUrlClient, now: () => Date): WebPushSender {
  const options = checkedVapid(vapid)
  return {
    async send(device, text, signal) {
      const { default: webPush } = await loadWebPush()
      const request = sealed(webPush, device, text, options)
      if (request === null) {
        return failed({
          retry: false,
          code: 'bad_address',
          reason: 'The keys of this browser cannot be used. Add it again.',
        })
      }
      const { headers, body } = request
      const result = await client.post({ url: device.endpoint, headers, body }, signal)
      if (result.kind === 'blocked') return outcomeOfBlocked(result)
      if (result.kind === 'broken') return outcomeOfBroken(result, PEER)
      const signed = Object.values(headers).flatMap((value) => /^vapid t=([^,]+)/.exec(value)?.[1] ?? [])
      const secrets = [...secretsOfUrl(device.endpoint), ...signed, device.keys.auth, options.privateKey]
      return outcomeOf({ answer: result, secrets }, now())
    },
  }
}

/** The library encrypts and signs; the sending is ours, since the endpoint is an address that a user gave. */
function sealed(webPush: typeof import('web-push'), device: WebPushDevice, text: PushText, options: Vapid) {
  try {
    const details = webPush.generateRequestDetails(
      { endpoint: device.endpoint, keys: device.keys },
      webPushText(text),
      {
        vapidDetails: options,
        TTL: TTL_S,
        urgency: text.high ? 'high' : 'normal',
        topic: text.tag,
      },
    )
    const headers = Object.fromEntries(Object.entries(details.headers).map(([name, value]) => [name, String(value)]))
    return { headers, body: details.body ?? Buffer.alloc(0) }
  } catch {
    // A point that is not on the curve, for example.
    return null
  }
}

function outcomeOf(proof: Proof, now: Date): SendResult {
  const { status } = proof.answer
  if (status === 404 || status === 410) {
    const reason = 'This browser no longer takes push messages.'
    return refused(proof, { retry: false, code: 'push_unregistered', reason, disable: true })
  }
  if (status === 401 || status === 403) {
    const reason = 'The push service does not accept the settings of this server. It is not your fault.'
    return refused(proof, { retry: true, operator: true, code: `http_${status}`, reason })
  }
  if (status === 400 || status === 413) {
    const reason = `${PEER} refused the message (HTTP ${status}).`
    return refused(proof, { retry: false, code: `http_${status}`, reason })
  }
  return outcomeOfStatus(proof, PEER, now)
}
