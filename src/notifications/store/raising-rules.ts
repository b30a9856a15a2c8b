import type { ChannelName } from '../domain/notification.ts'

/** The rules that raise notifications, as far as this context knows them; the context of the rules implements it. */
export interface RaisingRules {
  byId(
    accountId: string,
    id: string,
  ): Promise<{ readonly name: string; readonly channels: readonly ChannelName[] | null } | undefined>
  /** Nothing happens where the account has no such rule. */
  setChannels(accountId: string, id: string, channels: readonly ChannelName[], at: Date): Promise<void>
}
