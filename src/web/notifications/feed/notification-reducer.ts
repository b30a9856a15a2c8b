/** Applies feed changes to lists of notifications. Every change is idempotent. */
import type { FeedFrame } from '../../../notifications/domain/feed-frame.ts'
import type { AnswerOf, InputOf } from '../../client.ts'

export type NotificationRow = AnswerOf<'list_notifications'>['data'][number]
export type NotificationFilter = Pick<
  InputOf<'list_notifications'>,
  'type' | 'date' | 'from' | 'to' | 'status' | 'symbol' | 'alert_id' | 'archived'
>

/** A message of the feed, or an optimistic local change. */
export type FeedChange =
  | { readonly type: 'notification'; readonly notification: NotificationRow }
  | {
      readonly type: 'read' | 'unread' | 'deleted' | 'archived' | 'restored' | 'rules'
      readonly ids: readonly string[]
    }
  | { readonly type: 'all_read' }
  | { readonly type: 'reset' }

export function changeOf(frame: FeedFrame): FeedChange | null {
  if (frame.type === 'ready') return null
  return frame
}

/** Newest first. A new notification is inserted by `seq`; one that has grown replaces its former self. */
export function applied(rows: readonly NotificationRow[], change: FeedChange): readonly NotificationRow[] {
  if (change.type === 'notification') return inserted(rows, change.notification)
  // Archived notifications are not among all that are marked.
  if (change.type === 'all_read') return rows.map((row) => (row.archived_at === null ? withStatus(row, 'read') : row))
  if (change.type === 'reset' || change.type === 'restored' || change.type === 'rules') return rows
  const { type } = change
  const ids = new Set(change.ids)
  if (!rows.some(({ id }) => ids.has(id))) return rows
  if (type === 'deleted' || type === 'archived') return rows.filter(({ id }) => !ids.has(id))
  return rows.map((row) => (ids.has(row.id) ? withStatus(row, type) : row))
}

function inserted(rows: readonly NotificationRow[], row: NotificationRow): readonly NotificationRow[] {
  if (rows.some(({ id }) => id === row.id)) return rows.map((each) => (each.id === row.id ? row : each))
  const place = rows.findIndex(({ seq }) => seq < row.seq)
  return place < 0 ? [...rows, row] : [...rows.slice(0, place), row, ...rows.slice(place)]
}

function withStatus(row: NotificationRow, status: NotificationRow['status']): NotificationRow {
  return row.status === status ? row : { ...row, status }
}

/** Whether a new notification belongs to a list; `today` is the current date in the account's zone. */
export function belongs(row: NotificationRow, filter: NotificationFilter, today: string): boolean {
  const { type, status = 'all', symbol, alert_id: alertId, archived = false } = filter
  if (archived || (alertId !== undefined && row.alert_id !== alertId)) return false
  if (type !== undefined && !typesOf(type).includes(row.type)) return false
  if (status !== 'all' && row.status !== status) return false
  if (symbol !== undefined && row.symbol !== symbol.trim().toUpperCase()) return false
  return includes(filter, today)
}

function includes({ date, from, to }: NotificationFilter, today: string): boolean {
  return date !== 'custom' || ((from ?? today) <= today && today <= (to ?? today))
}

function typesOf(type: NonNullable<NotificationFilter['type']>): readonly string[] {
  return type === 'system' ? ['system_update', 'account'] : [type]
}
