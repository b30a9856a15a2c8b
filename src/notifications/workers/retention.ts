import { runFirstWithWork } from '../../lib/async/run-first-with-work.ts'
import { DAY_MS } from '../../lib/time/duration.ts'
import { deleteIn } from '../operations/feed/changes.ts'
import type { Notifier } from '../operations/notifier.ts'
import type { NotificationStore } from '../store/index.ts'

export const NOTIFICATION_DAYS = 90
export const FEED_DAYS = 7
export const RESPONSE_DAYS = 30
const PHONE_CODE_DAYS = 1

export interface RetentionParts {
  readonly store: NotificationStore
  readonly notifier: Pick<Notifier, 'feedChanged'>
  readonly now: () => Date
}

/**
 * Removes one batch of what is too old, at most a few hundred rows, so that no writer waits. True when there was any, so
 * that the next batch follows. Repeating it changes nothing.
 */
export function deleteOldNotifications(
  { store, notifier, now }: RetentionParts,
  signal: AbortSignal,
): Promise<boolean> {
  const at = now()
  const ago = (days: number) => new Date(at.getTime() - days * DAY_MS)
  const { retention } = store
  const bites = [
    () => expire(store, notifier, ago(NOTIFICATION_DAYS), at),
    () => retention.removeDeleted(),
    () => retention.removeFeedEvents(ago(FEED_DAYS)),
    () => retention.clearResponses(ago(RESPONSE_DAYS)),
    () => retention.removeDeliveries(ago(NOTIFICATION_DAYS)),
    () => retention.removeAttempts(ago(NOTIFICATION_DAYS)),
    () => retention.removeEvents(ago(NOTIFICATION_DAYS)),
    () => retention.removeActions(at),
    () => retention.removeBatches(ago(NOTIFICATION_DAYS)),
    () => retention.removePhoneCodes(ago(PHONE_CODE_DAYS)),
    () => retention.forgetOlderSecrets(at),
  ]
  return runFirstWithWork(bites, signal)
}

/** Hides them like a deletion by the owner, so that the unread count and every open bell follow. */
async function expire(
  store: NotificationStore,
  notifier: Pick<Notifier, 'feedChanged'>,
  before: Date,
  at: Date,
): Promise<number> {
  const expired = await store.retention.expired(before)
  for (const [accountId, ids] of expired) {
    await store.transaction((repositories) => deleteIn(repositories, accountId, ids, at))
    notifier.feedChanged(accountId)
  }
  return expired.size
}
