import type { Account } from '../../../accounts/domain/account.ts'
import { type LimitVerdict, limitsOf, limitVerdict } from '../../domain/delivery/plan-limits.ts'
import type { ChannelName } from '../../domain/notification.ts'
import type { NotificationRepositories } from '../../store/index.ts'

/** At most `count` sends that are considered at one moment. */
export interface LimitQuery {
  readonly account: Pick<Account, 'id' | 'plan'>
  readonly channel: ChannelName
  readonly count: number
}

/**
 * Whether one more send fits the limits of the plan, from one read for all queries. `admitted` are sends of the same
 * moment that are not in the log yet: they are the newest, so the send at the limit lies that much further on.
 */
export type LimitBook = (account: LimitQuery['account'], channel: ChannelName, admitted?: number) => LimitVerdict

export async function limitBook(
  { outbox }: Pick<NotificationRepositories, 'outbox'>,
  queries: readonly LimitQuery[],
  now: Date,
): Promise<LimitBook> {
  // The sends at the limit, for each number that may have been admitted before.
  const read = (window: 'hour' | 'day', of: readonly LimitQuery[]) =>
    outbox.countedSends(
      of.map(({ account, channel, count }) => {
        const limit = limitsOf(account.plan, channel)[window]
        return { accountId: account.id, channel, offset: Math.max(0, limit - count), count: Math.min(limit, count) }
      }),
    )
  const hours = await read('hour', queries)
  // Where the limit of a day is the higher one, only accounts near the limit of an hour can be near that of a day.
  const near = queries.filter(({ account, channel }, index) => {
    const { hour, day } = limitsOf(account.plan, channel)
    return day < hour || (hours[index]?.length ?? 0) > 0
  })
  const days = await read('day', near)
  const entries = new Map<string, { readonly query: LimitQuery; hour: readonly number[]; day: readonly number[] }>()
  for (const [index, query] of queries.entries()) {
    entries.set(keyOf(query), { query, hour: hours[index] ?? [], day: [] })
  }
  for (const [index, query] of near.entries()) {
    const entry = entries.get(keyOf(query))
    if (entry) entry.day = days[index] ?? []
  }
  return (account, channel, admitted = 0) => {
    const entry = entries.get(keyOf({ account, channel }))
    if (!entry || admitted >= entry.query.count) throw new Error('a limit was queried that was not read')
    const limits = limitsOf(account.plan, channel)
    const at = (limit: number, sends: readonly number[]) => {
      if (limit <= admitted) return now.getTime()
      return sends[limit - 1 - admitted - Math.max(0, limit - entry.query.count)] ?? null
    }
    const log = { atHourLimit: at(limits.hour, entry.hour), atDayLimit: at(limits.day, entry.day) }
    return limitVerdict(limits, log, now.getTime())
  }
}

/** Whether one more send fits now. */
export async function limitOf(
  repositories: Pick<NotificationRepositories, 'outbox'>,
  account: Pick<Account, 'id' | 'plan'>,
  channel: ChannelName,
  now: Date,
): Promise<LimitVerdict> {
  const book = await limitBook(repositories, [{ account, channel, count: 1 }], now)
  return book(account, channel)
}

function keyOf({ account, channel }: Pick<LimitQuery, 'account' | 'channel'>): string {
  return `${account.id} ${channel}`
}
