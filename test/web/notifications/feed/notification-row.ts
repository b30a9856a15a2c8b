import type { NotificationRow } from '../../../../src/web/notifications/feed/notification-reducer.ts'

export function notificationRow(seq: number, changes: Partial<NotificationRow> = {}): NotificationRow {
  return {
    id: `n${seq}`,
    seq,
    type: 'custom_alert',
    title: 'Title',
    body: 'Body',
    symbol: 'SPY',
    priority: 'normal',
    status: 'unread',
    details: {},
    created_at: '2026-11-20T15:00:00.000Z',
    read_at: null,
    archived_at: null,
    alert_id: null,
    deliveries: [],
    ...changes,
  }
}
