/** This browser as a device of the push channel. */
import { ask } from '../../client.ts'
import { registerWorker } from '../../installed/register-worker.ts'
import type { Settings } from './use-settings.ts'

/** The server's public key for browsers, where the service gives it. */
export function serverKey({ channels: { push } }: Settings): string | null {
  return push.vapid_public_key
}

/** Why this browser cannot be added; null where it can. */
export function whyNot(settings: Settings): string | null {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    return 'This browser has no push messages here. On an iPhone or iPad, install the app first, see below. A browser needs https.'
  }
  if (!settings.channels.push.configured) return null
  return serverKey(settings) === null
    ? 'This server gives browsers no key for push messages; phones can be added.'
    : null
}

/** Asks the reader, subscribes with the server's key, and adds the browser. */
export async function addThisBrowser(key: string, label: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') {
    throw new Error('This browser blocks notifications from this site. Allow them in its settings for this site.')
  }
  await registerWorker()
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  await ask('add_push_device', { device: { kind: 'web', endpoint, keys: { p256dh, auth } }, label })
}
