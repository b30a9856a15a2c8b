import { HOUR_MS } from '../../lib/time/duration.ts'
import { accountContent } from '../domain/contents.ts'
import { channelMany } from '../domain/delivery/channels.ts'
import { limitsOf, overflow } from '../domain/delivery/plan-limits.ts'
import { eventKeys } from '../domain/event-key.ts'
import type { ChannelName } from '../domain/notification.ts'
import { raiseIn } from '../operations/raise/raise.ts'
import type { Raised } from '../operations/raise/trigger.ts'
import type { NotificationRepositories } from '../store/index.ts'
import type { Recipient } from '../store/notification-settings.ts'
import type { DeliveryParts } from './delivery-parts.ts'

/** A channel on which an account has just met a limit of its plan. */
export interface ThrottledChannel {
  readonly accountId: string
  readonly channel: ChannelName
}

interface Overflow {
  readonly owners: ReadonlyMap<string, Recipient>
  readonly throttled: Iterable<ThrottledChannel>
  readonly now: Date
}

/** Drops what is over the hourly limit among the throttled deliveries, and notifies the owner at most once an hour. */
export async function dropOverflow(
  repositories: NotificationRepositories,
  parts: DeliveryParts,
  { owners, throttled, now }: Overflow,
): Promise<readonly Raised[]> {
  const raised: Raised[] = []
  for (const { accountId, channel } of throttled) {
    const owner = owners.get(accountId)
    if (!owner) continue
    const limits = limitsOf(owner.account.plan, channel)
    const dropped = overflow(await repositories.outbox.throttledOf(accountId, channel), limits)
    const ids = dropped.map(({ id }) => id)
    await repositories.outbox.drop(ids, { code: 'limit_dropped', window: 'hour', limit: limits.hour }, now)
    const hour = Math.floor(now.getTime() / HOUR_MS)
    const content = accountContent(
      `Limit of ${channelMany(channel)} reached`,
      `Your plan sends ${limits.hour} ${channelMany(channel)} in an hour and ${limits.day} in a day. What is over that waits, or is dropped when newer ones come. Choose a digest, fewer rules, or another plan.`,
      { channel, limit_hour: limits.hour, limit_day: limits.day },
    )
    const eventKey = eventKeys.account('limit', `${channel}:${hour}`)
    raised.push(...(await raiseIn(repositories, parts, [{ accountId, eventKey, content, channels: [] }])))
  }
  return raised
}
