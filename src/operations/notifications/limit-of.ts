import type { Account } from '../../domain/accounts/account.ts'
import type { ChannelName } from '../../domain/notifications/notification.ts'
import { type LimitVerdict, limitsOf, limitVerdict } from '../../domain/notifications/plan-limits.ts'
import type { Groups } from '../../store/groups.ts'

/**
 * Whether one more send fits the limits of the plan. `admitted` are sends of the same moment that are not in the log
 * yet: they are the newest of all, so the one that stands at the limit is so much further on.
 */
export async function limitOf(
  { outbox }: Pick<Groups, 'outbox'>,
  { id, plan }: Pick<Account, 'id' | 'plan'>,
  channel: ChannelName,
  now: Date,
  admitted = 0,
): Promise<LimitVerdict> {
  const limits = limitsOf(plan, channel)
  const followed = (limit: number) => Math.max(0, limit - 1 - admitted)
  const [hour, day] = await outbox.countedSends(id, channel, [followed(limits.hour), followed(limits.day)])
  const at = (limit: number, found: number | null) => (limit > admitted ? found : now.getTime())
  const log = { atHourLimit: at(limits.hour, hour), atDayLimit: at(limits.day, day) }
  return limitVerdict(limits, log, now.getTime())
}
