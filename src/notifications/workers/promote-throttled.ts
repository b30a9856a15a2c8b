import type { Account } from '../../accounts/domain/account.ts'
import { bySlotOrder, limitsOf, MAX_THROTTLED_MS } from '../domain/delivery/plan-limits.ts'
import type { ChannelName } from '../domain/notification.ts'
import { limitBook } from '../operations/deliveries/limit-book.ts'
import type { NotificationRepositories } from '../store/index.ts'
import type { ThrottledDelivery } from '../store/outbox-limits.ts'
import type { DeliveryParts } from './delivery-parts.ts'

const MAX_ROWS = 100

/** Gives free slots to throttled deliveries, high priority first, then the newest; after an hour they are dropped. */
export async function promoteThrottled({ store, now }: Pick<DeliveryParts, 'store' | 'now'>): Promise<boolean> {
  const at = now()
  const pairs = await store.outbox.dueThrottled(at, MAX_ROWS)
  for (const { accountId, channel } of pairs) {
    await store.transaction(async (repositories) => {
      await repositories.accountLocks.sends([accountId])
      const found = await repositories.accounts.byId(accountId)
      if (found) await promote(repositories, found.account, channel, at)
    }, 'hot')
  }
  return pairs.length > 0
}

async function promote(
  repositories: NotificationRepositories,
  account: Account,
  channel: ChannelName,
  at: Date,
): Promise<void> {
  const { outbox } = repositories
  const limits = limitsOf(account.plan, channel)
  const throttled = await outbox.throttledOf(account.id, channel)
  const tooOld = throttled.filter(({ throttledAtMs }) => at.getTime() - throttledAtMs >= MAX_THROTTLED_MS)
  const rest = throttled.filter((row) => !tooOld.includes(row)).sort(bySlotOrder)
  const { slots, nextFreeMs } = await freeSlots(repositories, { account, channel, wanted: rest.length, at })
  const ids = (rows: readonly ThrottledDelivery[]) => rows.map(({ id }) => id)
  await outbox.drop(ids(tooOld), { code: 'limit_dropped', window: 'hour', limit: limits.hour }, at)
  await outbox.promote(ids(rest.slice(0, slots)), at)
  for (const { id, throttledAtMs } of rest.slice(slots)) {
    await outbox.postpone([id], Math.min(nextFreeMs, throttledAtMs + MAX_THROTTLED_MS))
  }
}

interface SlotQuery {
  readonly account: Account
  readonly channel: ChannelName
  readonly wanted: number
  readonly at: Date
}

async function freeSlots(repositories: NotificationRepositories, { account, channel, wanted, at }: SlotQuery) {
  const book = await limitBook(repositories, [{ account, channel, count: wanted }], at)
  for (let slots = 0; slots < wanted; slots++) {
    const verdict = book(account, channel, slots)
    if (!verdict.free) return { slots, nextFreeMs: verdict.freeAtMs }
  }
  return { slots: wanted, nextFreeMs: at.getTime() }
}
