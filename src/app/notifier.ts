import { sealedBox } from '../lib/node/sealed-box.ts'
import type { ChannelName } from '../notifications/domain/notification.ts'
import type { Notifier } from '../notifications/operations/notifier.ts'
import type { Channel } from '../notifications/ports/channel.ts'
import type { Bus } from '../store/processes/bus.ts'

export interface NotifierOptions {
  readonly sessionSecret: string
  readonly randomBytes: (size: number) => Uint8Array
  /** Channels whose settings are present. */
  readonly channels: ReadonlyMap<ChannelName, Channel>
  readonly vapidPublicKey?: string | undefined
  /** Null, or a sentence that says why the service must not send to a URL. */
  readonly checkUrl: (url: string) => Promise<string | null>
  /** Hints of what is due, and of changes in feeds, go to all processes. */
  readonly bus: Pick<Bus, 'publish'>
}

export function processNotifier(options: NotifierOptions): Notifier {
  const { sessionSecret, randomBytes, channels, checkUrl, vapidPublicKey, bus } = options
  return {
    channels,
    checkUrl,
    vapidPublicKey,
    box: sealedBox(sessionSecret, 'endpoints', randomBytes),
    wake: () => bus.publish('due', ''),
    feedChanged: (accountId) => bus.publish('feed', accountId),
  }
}
