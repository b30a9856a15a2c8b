import { sealedBox } from '../lib/node/sealed-box.ts'
import type { ChannelName } from '../notifications/domain/notification.ts'
import type { Notifier } from '../notifications/operations/notifier.ts'
import type { Channel } from '../notifications/ports/channel.ts'

export interface NotifierOptions {
  readonly sessionSecret: string
  readonly randomBytes: (size: number) => Uint8Array
  /** Channels whose settings are present. */
  readonly channels: ReadonlyMap<ChannelName, Channel>
  readonly vapidPublicKey?: string | undefined
  /** Null, or a sentence that says why the service must not send to a URL. */
  readonly checkUrl: (url: string) => Promise<string | null>
}

/** The notifier of a process, with listeners for due deliveries and feed changes. */
export interface ProcessNotifier extends Notifier {
  readonly onWake: Set<() => void>
  readonly onFeedChanged: Set<(accountId: string) => void>
}

export function processNotifier(options: NotifierOptions): ProcessNotifier {
  const { sessionSecret, randomBytes, channels, checkUrl, vapidPublicKey } = options
  const onWake = new Set<() => void>()
  const onFeedChanged = new Set<(accountId: string) => void>()
  return {
    channels,
    checkUrl,
    vapidPublicKey,
    box: sealedBox(sessionSecret, 'endpoints', randomBytes),
    onWake,
    onFeedChanged,
    wake() {
      for (const listener of onWake) listener()
    },
    feedChanged(accountId) {
      for (const listener of onFeedChanged) listener(accountId)
    },
  }
}
