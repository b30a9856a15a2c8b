import { PushDevice } from '../../../domain/notifications/push-device.ts'
import type { Channel, SendResult } from '../../../ports/channel.ts'
import { failed } from '../outcome.ts'
import { parsedJson } from '../parsed-json.ts'
import type { UserUrlClient } from '../user-url-client.ts'
import { type FcmOptions, fcmSender } from './fcm.ts'
import { PushText, pushBody } from './payload.ts'
import type { Vapid } from './vapid.ts'
import { webPushSender } from './web.ts'

export interface PushOptions {
  readonly client: UserUrlClient
  readonly now: () => Date
  /** For iOS and Android; absent where the server has no Firebase project. */
  readonly fcm?: Omit<FcmOptions, 'now' | 'timeoutMs'> | undefined
  /** For browsers; absent where the server has no VAPID keys. */
  readonly web?: Vapid | undefined
}

export interface PushChannel extends Channel {
  close(): Promise<void>
}

/** One channel for every kind of device: the endpoint's address, a device as JSON text, says which. */
export function pushChannel({ client, now, fcm, web }: PushOptions): PushChannel {
  // FCM is two requests, of which the first fetches a token.
  const phones = fcm && fcmSender({ ...fcm, now, timeoutMs: client.timeoutMs / 2 })
  const browsers = web && webPushSender(web, client, now)
  return {
    name: 'push',
    timeoutMs: client.timeoutMs,
    freeze: pushBody,
    async send({ endpoint, body }, signal) {
      const device = PushDevice.safeParse(parsedJson(endpoint.address))
      const text = PushText.safeParse(parsedJson(body))
      if (!text.success) return failed({ retry: false, code: 'bad_body', reason: 'The stored message cannot be read.' })
      if (!device.success) {
        const reason = 'This device is not known in a usable form. Add it again.'
        return failed({ retry: false, code: 'bad_address', reason })
      }
      if (device.data.kind === 'fcm') {
        return phones ? phones.send(device.data, text.data, signal) : notConfigured('Push to phones')
      }
      return browsers ? browsers.send(device.data, text.data, signal) : notConfigured('Push to browsers')
    },
    async close() {
      await phones?.close()
    },
  }
}

function notConfigured(what: string): SendResult {
  const reason = `${what} is not configured on this server.`
  return failed({ retry: false, operator: true, code: 'not_configured', reason })
}
