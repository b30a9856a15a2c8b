import type { Account } from '../domain/accounts/account.ts'
import type { ChannelName } from '../domain/notifications/notification.ts'
import { bySlotOrder, LONGEST_WAIT_MS, limitsOf } from '../domain/notifications/plan-limits.ts'
import { limitBook } from '../operations/notifications/limit-of.ts'
import type { Groups } from '../store/groups.ts'
import type { WaitingDelivery } from '../store/outbox-limits.ts'
import type { DeliveryParts } from './delivery.ts'

const MOST_ROWS = 100

/** Gives freed slots to those that wait for one, high priority first, then the newest; who waited an hour is dropped. */
export async function promoteWaiting({ store, now }: Pick<DeliveryParts, 'store' | 'now'>): Promise<boolean> {
  const at = now()
  const pairs = await store.outbox.dueWaiting(at, MOST_ROWS)
  for (const { accountId, channel } of pairs) {
    await store.transaction(async (groups) => {
      const found = await groups.accounts.byId(accountId)
      if (found) await promote(groups, found.account, channel, at)
    })
  }
  return pairs.length > 0
}

async function promote(groups: Groups, account: Account, channel: ChannelName, at: Date): Promise<void> {
  const { outbox } = groups
  const limits = limitsOf(account.plan, channel)
  const waiting = await outbox.waitingOf(account.id, channel)
  const tooOld = waiting.filter(({ throttledAtMs }) => at.getTime() - throttledAtMs >= LONGEST_WAIT_MS)
  const rest = waiting.filter((row) => !tooOld.includes(row)).sort(bySlotOrder)
  const { slots, nextFreeMs } = await freeSlots(groups, { account, channel, wanted: rest.length, at })
  const ids = (rows: readonly WaitingDelivery[]) => rows.map(({ id }) => id)
  await outbox.drop(ids(tooOld), { code: 'limit_dropped', window: 'hour', limit: limits.hour }, at)
  await outbox.promote(ids(rest.slice(0, slots)), at)
  for (const { id, throttledAtMs } of rest.slice(slots)) {
    await outbox.waitUntil([id], Math.min(nextFreeMs, throttledAtMs + LONGEST_WAIT_MS))
  }
}

interface Asked {
  readonly account: Account
  readonly channel: ChannelName
  readonly wanted: number
  readonly at: Date
}

async function freeSlots(groups: Groups, { account, channel, wanted, at }: Asked) {
  const book = await limitBook(groups, [{ account, channel, most: wanted }], at)
  for (let slots = 0; slots < wanted; slots++) {
    const verdict = book(account, channel, slots)
    if (!verdict.free) return { slots, nextFreeMs: verdict.freeAtMs }
  }
  return { slots: wanted, nextFreeMs: at.getTime() }
}
