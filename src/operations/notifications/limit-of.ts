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
export type LimitBook = (account: LimitAsked['account'], channel: ChannelName, admitted?: number) => LimitVerdict

export async function limitBook(
  { outbox }: Pick<Groups, 'outbox'>,
  asked: readonly LimitAsked[],
  now: Date,
): Promise<LimitBook> {
  // The sends at the limit, for each number that may have been admitted before.
  const read = (window: 'hour' | 'day', of: readonly LimitAsked[]) =>
    outbox.countedSends(
      of.map(({ account, channel, most }) => {
        const limit = limitsOf(account.plan, channel)[window]
        return { accountId: account.id, channel, offset: Math.max(0, limit - most), count: Math.min(limit, most) }
      }),
    )
  const hours = await read('hour', asked)
  // Who has not come near the limit of an hour has not come near that of a day either, where that is the higher.
  const near = asked.filter(({ account, channel }, index) => {
    const { hour, day } = limitsOf(account.plan, channel)
    return day < hour || (hours[index]?.length ?? 0) > 0
  })
  const days = await read('day', near)
  const places = new Map<string, { readonly it: LimitAsked; hour: readonly number[]; day: readonly number[] }>()
  for (const [index, it] of asked.entries()) places.set(keyOf(it), { it, hour: hours[index] ?? [], day: [] })
  for (const [index, it] of near.entries()) {
    const place = places.get(keyOf(it))
    if (place) place.day = days[index] ?? []
  }
  return (account, channel, admitted = 0) => {
    const place = places.get(keyOf({ account, channel }))
    if (!place || admitted >= place.it.most) throw new Error('a limit was asked that was not read')
    const limits = limitsOf(account.plan, channel)
    const at = (limit: number, sends: readonly number[]) => {
      if (limit <= admitted) return now.getTime()
      return sends[limit - 1 - admitted - Math.max(0, limit - place.it.most)] ?? null
    }
    const log = { atHourLimit: at(limits.hour, place.hour), atDayLimit: at(limits.day, place.day) }
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
  return book(account, channel)
}

function keyOf({ account, channel }: Pick<LimitAsked, 'account' | 'channel'>): string {
  return `${account.id} ${channel}`
}
