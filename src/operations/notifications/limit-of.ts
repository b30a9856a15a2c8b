import type { Account } from '../../domain/accounts/account.ts'
import type { ChannelName } from '../../domain/notifications/notification.ts'
import { type LimitVerdict, limitsOf, limitVerdict } from '../../domain/notifications/plan-limits.ts'
import type { Groups } from '../../store/groups.ts'

/** Sends that are thought of at one moment: no more than `most` of them. */
export interface LimitAsked {
  readonly account: Pick<Account, 'id' | 'plan'>
  readonly channel: ChannelName
  readonly most: number
}

/**
 * Whether one more send fits the limits of the plan, asked row by row for what was read at once. `admitted` are sends of
 * the same moment that are not in the log yet: they are the newest of all, so the one that stands at the limit is so
 * much further on.
 */
export type LimitBook = (accountId: string, channel: ChannelName, admitted?: number) => LimitVerdict

export async function limitBook(
  { outbox }: Pick<Groups, 'outbox'>,
  asked: readonly LimitAsked[],
  now: Date,
): Promise<LimitBook> {
  const stretches = asked.flatMap(({ account, channel, most }) => {
    const { hour, day } = limitsOf(account.plan, channel)
    // The send at the limit, for each number that may have been admitted before.
    return [hour, day].map((limit) => {
      const offset = Math.max(0, limit - most)
      return { accountId: account.id, channel, offset, count: limit - offset }
    })
  })
  const sends = await outbox.countedSends(stretches)
  const at = (index: number, limit: number, admitted: number): number | null => {
    if (limit <= admitted) return now.getTime()
    return sends[index]?.[limit - 1 - admitted - (stretches[index]?.offset ?? 0)] ?? null
  }
  const places = new Map(asked.map((each, index) => [keyOf(each.account.id, each.channel), { ...each, index }]))
  return (accountId, channel, admitted = 0) => {
    const place = places.get(keyOf(accountId, channel))
    if (!place || admitted >= place.most) throw new Error('a limit was asked that was not read')
    const limits = limitsOf(place.account.plan, channel)
    const log = {
      atHourLimit: at(place.index * 2, limits.hour, admitted),
      atDayLimit: at(place.index * 2 + 1, limits.day, admitted),
    }
    return limitVerdict(limits, log, now.getTime())
  }
}

/** Whether one more send fits now. */
export async function limitOf(
  groups: Pick<Groups, 'outbox'>,
  account: Pick<Account, 'id' | 'plan'>,
  channel: ChannelName,
  now: Date,
): Promise<LimitVerdict> {
  const book = await limitBook(groups, [{ account, channel, most: 1 }], now)
  return book(account.id, channel)
}

function keyOf(accountId: string, channel: ChannelName): string {
  return `${accountId} ${channel}`
}
