import type { ChannelName } from '../domain/notifications/notification.ts'
import { sealedBox } from '../lib/node/sealed-box.ts'
import type { Notifier } from '../operations/notifications/notifier.ts'
import type { Channel } from '../ports/channel.ts'

export interface NotifierOptions {
  readonly sessionSecret: string
  readonly randomBytes: (size: number) => Uint8Array
  /** Those that the server has the settings of. */
  readonly channels: ReadonlyMap<ChannelName, Channel>
  readonly vapidPublicKey?: string | undefined
  /** Null, or a sentence that says why the service may not send to a URL. */
  readonly checkUrl: (url: string) => Promise<string | null>
}

/** The notifier of a process, and who is told when something is due or a feed has news. */
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

/** Without a client of outgoing requests every channel is shown as not configured, and no URL is taken. */
export const NO_CHANNELS: Pick<NotifierOptions, 'channels' | 'checkUrl'> = {
  channels: new Map(),
  checkUrl: async () => 'cannot be used: this server sends nothing to URLs',
}
