import type { NotificationRecord } from '../../contract/notification-record.ts'
import { reasonWords } from '../../domain/delivery/reason-words.ts'
import { type Notification, notificationRecord, type ShownDelivery } from '../../domain/notification-record.ts'
import type { NotificationRepositories } from '../../store/index.ts'

/** Records with the ways that each took, reasons in words and in the time zone of its account. */
export async function recordsOf(
  { deliveries }: Pick<NotificationRepositories, 'deliveries'>,
  notifications: readonly Notification[],
  zoneOf: (accountId: string) => string,
  now: Date,
): Promise<NotificationRecord[]> {
  const byNotification = new Map<string, ShownDelivery[]>()
  for (const row of await deliveries.ofNotifications(notifications.map(({ id }) => id))) {
    const shown = {
      channel: row.channel,
      status: row.status,
      reason: reasonWords(row.reason, zoneOf(row.accountId), now.getTime()),
      attempts: row.attempts,
      updatedAt: row.updatedAt,
    }
    const id = row.notificationId ?? ''
    byNotification.set(id, [...(byNotification.get(id) ?? []), shown])
  }
  return notifications.map((it) => notificationRecord(it, byNotification.get(it.id) ?? []))
}
