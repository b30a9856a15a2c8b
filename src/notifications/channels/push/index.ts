import { httpUrl, text } from '../../../lib/setting-readers.ts'
import { PushDevice } from '../../contract/push-device.ts'
import type { SendResult } from '../../ports/channel.ts'
import { failed } from '../outcome.ts'
import { parsedJson } from '../parsed-json.ts'
import { channelSender, checkedBy, type OpenChannel, problemOf } from '../sender.ts'
import type { UserUrlClient } from '../user-url-client.ts'
import { type FcmOptions, fcmSender } from './fcm.ts'
import { PushText, pushBody } from './push-message.ts'
import { readServiceAccount } from './service-account.ts'
import { checkedVapid, VAPID_PRIVATE_KEY, VAPID_SUBJECT, type Vapid } from './vapid.ts'
import { webPushSender } from './web.ts'

export interface PushOptions {
  readonly client: UserUrlClient
  readonly now: () => Date
  /** For iOS and Android; absent where the server has no Firebase project. */
  readonly fcm?: Omit<FcmOptions, 'now' | 'timeoutMs'> | undefined
  /** For browsers; absent where the server has no VAPID keys. */
  readonly web?: Vapid | undefined
}

export const push = channelSender({
  settings: {
    FCM_SERVICE_ACCOUNT: text.superRefine(checkedBy('FCM_SERVICE_ACCOUNT', readServiceAccount)).optional(),
    FCM_BASE_URL: httpUrl.optional(),
    VAPID_PUBLIC_KEY: text.optional(),
    VAPID_PRIVATE_KEY: text.regex(VAPID_PRIVATE_KEY, 'must be 32 bytes as base64url').optional(),
    VAPID_SUBJECT: text.regex(VAPID_SUBJECT, 'must be a mailto: or https: address').optional(),
  },
  together: [['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT']],
  secrets: ['FCM_SERVICE_ACCOUNT', 'VAPID_PRIVATE_KEY'],
  contradiction(settings) {
    const vapid = vapidOf(settings)
    return vapid === undefined ? null : problemOf(() => checkedVapid(vapid))
  },
  make(settings, { client, now }) {
    const { FCM_SERVICE_ACCOUNT: serviceAccount, FCM_BASE_URL: baseUrl } = settings
    const fcm = serviceAccount === undefined ? undefined : { serviceAccount, baseUrl }
    const web = vapidOf(settings)
    return fcm || web ? pushChannel({ client, now, fcm, web }) : undefined
  },
})

interface VapidSettings {
  readonly VAPID_PUBLIC_KEY?: string | undefined
  readonly VAPID_PRIVATE_KEY?: string | undefined
  readonly VAPID_SUBJECT?: string | undefined
}

function vapidOf(settings: VapidSettings): Vapid | undefined {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = settings
  if (publicKey === undefined || privateKey === undefined || subject === undefined) return undefined
  return { publicKey, privateKey, subject }
}

/** One channel for every kind of device: the endpoint's address, a device as JSON text, says which. */
export function pushChannel({ client, now, fcm, web }: PushOptions): OpenChannel {
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
