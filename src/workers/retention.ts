import { newYorkDate, newYorkInstant } from '../domain/market/new-york-time.ts'
import { flowRowsFrom } from '../operations/flow/stored-flow.ts'
import { deleteIn } from '../operations/notifications/changes.ts'
import type { Notifier } from '../operations/notifications/notifier.ts'
import type { Store } from '../store/open.ts'

export const NOTIFICATION_DAYS = 90
export const FEED_DAYS = 7
export const RESPONSE_DAYS = 30
const PHONE_CODE_DAYS = 1
/** A tape takes a fiftieth of its rows of flow, and gives them again. */
export const TAPE_DAYS = 90
export const FLOW_MINUTE_DAYS = 400

const DAY_MS = 86_400_000

export interface RetentionParts {
  readonly store: Store
  readonly notifier: Pick<Notifier, 'feedChanged'>
  readonly now: () => Date
}

/**
 * One bite of what has grown too old, of at most a few hundred rows, so that no writer waits. True when there was any, so
 * that the next bite follows. Repeating it changes nothing.
 */
export async function forgetOld({ store, notifier, now }: RetentionParts, signal: AbortSignal): Promise<boolean> {
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
    () => retention.removeBatches(ago(NOTIFICATION_DAYS)),
    () => retention.removePhoneCodes(ago(PHONE_CODE_DAYS)),
    () => retention.forgetOlderSecrets(at),
    () => retention.removeFlowRows(newYorkInstant(flowRowsFrom(at), 0)),
    () => retention.removeTapes(newYorkDate(ago(TAPE_DAYS).getTime())),
    () => retention.removeFlowMinutes(newYorkDate(ago(FLOW_MINUTE_DAYS).getTime())),
  ]
  for (const bite of bites) {
    if (signal.aborted) return false
    if ((await bite()) > 0) return true
  }
  return false
}

/** Taken from sight like a deletion by the owner, so that the unread count and every open bell follow. */
async function expire(store: Store, notifier: Pick<Notifier, 'feedChanged'>, before: Date, at: Date): Promise<number> {
  const expired = await store.retention.expired(before)
  for (const [accountId, ids] of expired) {
    await store.transaction((groups) => deleteIn(groups, accountId, ids, at))
    notifier.feedChanged(accountId)
  }
  return expired.size
}
