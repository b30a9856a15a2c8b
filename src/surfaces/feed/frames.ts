import type { FeedFrame } from '../../domain/notifications/feed-frame.ts'
import type { NotificationRecord } from '../../domain/notifications/notification-record.ts'
import { isQuiet } from '../../domain/notifications/quiet-hours.ts'
import { DEFAULT_SETTINGS, type NotificationSettings } from '../../domain/notifications/settings.ts'
import { recordsOf } from '../../operations/notifications/shown-deliveries.ts'
import type { FeedEvent, FeedHead } from '../../store/feed-events.ts'
import type { Store } from '../../store/open.ts'

export type Frame = FeedFrame

/** Events as messages, in their order and without a hole: of a notification that is gone, that it was deleted. */
export async function framesOf(
  store: Store,
  accountId: string,
  events: readonly FeedEvent[],
  { unreadCount }: FeedHead,
  now: Date,
): Promise<Frame[]> {
  const settings = (await store.notificationSettings.of(accountId)) ?? DEFAULT_SETTINGS
  const raised = events.flatMap(({ kind, ids }) => (kind === 'notification' ? ids : []))
  const notifications = await store.notifications.byIds(accountId, raised)
  const records = await recordsOf(store, notifications, settings.timeZone, now)
  const byId = new Map(records.map((record) => [record.id, record]))
  return events.map(({ seq, kind, ids }): Frame => {
    const at = { seq, unread_count: unreadCount }
    if (kind === 'all_read') return { type: kind, ...at }
    if (kind !== 'notification') return { type: kind, ...at, ids }
    const notification = byId.get(ids[0] ?? '')
    if (!notification) return { type: 'deleted', ...at, ids }
    return { type: kind, ...at, silent: isSilent(notification, settings), notification }
  })
}

/** In quiet hours nothing of normal priority sounds; switched off, nothing does. */
function isSilent({ priority, created_at: createdAt }: NotificationRecord, settings: NotificationSettings): boolean {
  if (!settings.sound) return true
  return priority === 'normal' && isQuiet(settings.quietHours, settings.timeZone, Date.parse(createdAt))
}
