import type { ChannelName } from '../domain/notification.ts'

/** The rules that raise notifications, as far as this context knows them; the context of the rules implements it. */
export interface RaisingRules {
  byId(
    accountId: string,
    id: string,
  ): Promise<{ readonly name: string; readonly channels: readonly ChannelName[] | null } | undefined>
  /** Which of the rules are snoozed at an instant: they raise nothing. */
  snoozed(ids: readonly string[], at: Date): Promise<ReadonlySet<string>>
  /** Nothing happens where the account has no such rule. */
  setChannels(accountId: string, id: string, channels: readonly ChannelName[], at: Date): Promise<void>
}
