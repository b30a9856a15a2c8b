import type { NotificationRecord } from '../contract/notification-record.ts'
import type { DeliveryStatus } from './delivery/delivery-state.ts'
import type { ChannelName, NotificationContent } from './notification.ts'

/** A notification as it is stored. Instants are ISO 8601 UTC with milliseconds. */
export interface Notification extends NotificationContent {
  readonly id: string
  readonly accountId: string
  /** Place in the account's feed; rises with each change there. */
  readonly seq: number
  readonly alertId: string | null
  readonly createdAt: string
  readonly readAt: string | null
  readonly archivedAt: string | null
}

/** A delivery as its owner sees it. */
export interface ShownDelivery {
  readonly channel: ChannelName
  readonly status: DeliveryStatus
  readonly reason: string | null
  readonly attempts: number
  readonly updatedAt: string
}

/** The record without its deliveries: also what the webhook channel sends of anything but a trade idea. */
export function bareRecord(it: Notification): Omit<NotificationRecord, 'deliveries' | 'alert_id' | 'archived_at'> {
  return {
    id: it.id,
    seq: it.seq,
    type: it.type,
    title: it.title,
    body: it.body,
    symbol: it.symbol,
    priority: it.priority,
    status: it.readAt === null ? 'unread' : 'read',
    details: it.details,
    created_at: it.createdAt,
    read_at: it.readAt,
  }
}

export function notificationRecord(it: Notification, deliveries: readonly ShownDelivery[]): NotificationRecord {
  return {
    ...bareRecord(it),
    alert_id: it.alertId,
    archived_at: it.archivedAt,
    deliveries: deliveries.map(({ updatedAt, ...shown }) => ({ ...shown, updated_at: updatedAt })),
  }
}
