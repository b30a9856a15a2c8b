import type { NotificationRecord } from '../contract/notification-record.ts'

/** A message of the bell feed. Each carries the unread count of the server, so that clients never count themselves. */
export type FeedFrame = { readonly seq: number; readonly unread_count: number } & (
  | { readonly type: 'ready' }
  | { readonly type: 'reset' }
  | { readonly type: 'all_read' }
  | { readonly type: 'read' | 'unread' | 'deleted' | 'archived' | 'restored'; readonly ids: readonly string[] }
  /** The snooze of alert rules changed; the ids are theirs. */
  | { readonly type: 'rules'; readonly ids: readonly string[] }
  | { readonly type: 'notification'; readonly silent: boolean; readonly notification: NotificationRecord }
)
