import type { SealedBox } from '../../lib/node/sealed-box.ts'
import type { ChannelName } from '../domain/notification.ts'
import type { Channel } from '../ports/channel.ts'

/** What notifying needs besides the store. One for the process. */
export interface Notifier {
  /** Those that the server has the settings of; the others are shown as not configured. */
  readonly channels: ReadonlyMap<ChannelName, Channel>
  /** What a browser subscribes to pushes with; absent where the server sends none to browsers. */
  readonly vapidPublicKey?: string | undefined
  /** Keeps addresses and signing secrets. */
  readonly box: SealedBox
  /** Whether the service may send to a URL: null, or a sentence that says why not. */
  checkUrl(url: string): Promise<string | null>
  /** Something may be due: called after the commit. */
  wake(): void
  /** The feed of an account has news: called after the commit. */
  feedChanged(accountId: string): void
}
