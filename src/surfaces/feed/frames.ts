import type { NotificationRecord } from '../../notifications/contract/notification-record.ts'
import { isQuiet } from '../../notifications/domain/delivery/quiet-hours.ts'
import type { FeedFrame } from '../../notifications/domain/feed-frame.ts'
import { DEFAULT_SETTINGS, type NotificationSettings } from '../../notifications/domain/settings.ts'
import { recordsOf } from '../../notifications/operations/deliveries/shown-deliveries.ts'
import type { FeedEvent } from '../../notifications/store/feed-events.ts'
import type { NotificationStore } from '../../notifications/store/index.ts'

export type Frame = FeedFrame

/** A sequence number in an account's feed. */
export interface Place {
  readonly accountId: string
  readonly seq: number
}

/**
 * The events after each position, as messages in order and without a gap; a deleted notification becomes a `deleted`
 * message. All accounts are read together, because an announcement changes every feed.
 */
export async function framesAfter(
  store: NotificationStore,
  places: readonly Place[],
  limit: number,
  now: Date,
): Promise<Frame[][]> {
  const found = await store.feedEvents.after(places, limit)
  const moved = places.flatMap(({ accountId }, index) => {
    const events = found[index] ?? []
    return events.length > 0 ? [{ accountId, index, events }] : []
  })
  if (moved.length === 0) return places.map(() => [])
  const accountIds = moved.map(({ accountId }) => accountId)
  const raised = moved.flatMap(({ events }) => events.flatMap(({ kind, ids }) => (kind === 'notification' ? ids : [])))
  const [owners, heads, notifications] = await Promise.all([
    store.notificationSettings.recipients(accountIds),
    // Not before the events, or a message would show an older count.
    store.feedEvents.heads(accountIds),
    store.notifications.inSight(raised),
  ])
  const zoneOf = (accountId: string) => owners.get(accountId)?.settings.timeZone ?? DEFAULT_SETTINGS.timeZone
  const records = await recordsOf(store, notifications, zoneOf, now)
  const byId = new Map(records.map((record) => [record.id, record]))
  const frames = new Map(
    moved.map(({ accountId, index, events }, place) => {
      const settings = owners.get(accountId)?.settings ?? DEFAULT_SETTINGS
      const unreadCount = heads[place]?.unreadCount ?? 0
      return [index, events.map((event) => frameOf(event, unreadCount, settings, byId))]
    }),
  )
  return places.map((_, index) => frames.get(index) ?? [])
}

function frameOf(
  { seq, kind, ids }: FeedEvent,
  unreadCount: number,
  settings: NotificationSettings,
  records: ReadonlyMap<string, NotificationRecord>,
): Frame {
  const at = { seq, unread_count: unreadCount }
  if (kind === 'all_read' || kind === 'reset') return { type: kind, ...at }
  if (kind !== 'notification') return { type: kind, ...at, ids }
  const notification = records.get(ids[0] ?? '')
  if (!notification) return { type: 'deleted', ...at, ids }
  // It may grow in the archive, and does not return to the list by that.
  if (notification.archived_at !== null) return { type: 'archived', ...at, ids }
  // A notification that has grown does not ring again.
  const hasGrown = seq !== notification.seq
  return { type: kind, ...at, silent: hasGrown || isSilent(notification, settings), notification }
}

/** Quiet hours silence normal priority; switched-off sound silences everything. */
function isSilent(
  { priority, details, created_at: createdAt }: NotificationRecord,
  settings: NotificationSettings,
): boolean {
  if (!settings.sound || details['silent'] === true) return true
  return priority === 'normal' && isQuiet(settings.quietHours, settings.timeZone, Date.parse(createdAt))
}
