/** Changes of what the bell shows: the rows, the unread count and the feed in one transaction. */
import type { FeedHead } from '../../store/feed-events.ts'
import type { Groups } from '../../store/groups.ts'

export interface Changed extends FeedHead {
  /** How many rows this has changed; nothing is told to the feed when there were none. */
  readonly changed: number
}

export async function markReadIn(
  groups: Groups,
  accountId: string,
  ids: readonly string[],
  at: Date,
): Promise<Changed> {
  const changed = await groups.notifications.markRead(accountId, ids, at)
  return tell(groups, accountId, { kind: 'read', ids: changed, unreadBy: -changed.length, at })
}

export async function markUnreadIn(
  groups: Groups,
  accountId: string,
  ids: readonly string[],
  at: Date,
): Promise<Changed> {
  const changed = await groups.notifications.markUnread(accountId, ids)
  return tell(groups, accountId, { kind: 'unread', ids: changed, unreadBy: changed.length, at })
}

export async function markAllReadIn(groups: Groups, accountId: string, at: Date): Promise<Changed> {
  const count = await groups.notifications.markAllRead(accountId, at)
  if (count === 0) return { changed: 0, ...(await groups.feedEvents.head(accountId)) }
  const head = await groups.feedEvents.advance(accountId, -count)
  await groups.feedEvents.add(accountId, { seq: head.seq, kind: 'all_read', ids: [] }, at)
  return { changed: count, ...head }
}

export async function deleteIn(groups: Groups, accountId: string, ids: readonly string[], at: Date): Promise<Changed> {
  const rows = await groups.notifications.markDeleted(accountId, ids, at)
  const unread = rows.filter(({ wasUnread }) => wasUnread).length
  return tell(groups, accountId, { kind: 'deleted', ids: rows.map(({ id }) => id), unreadBy: -unread, at })
}

interface News {
  readonly kind: 'read' | 'unread' | 'deleted'
  readonly ids: readonly string[]
  readonly unreadBy: number
  readonly at: Date
}

async function tell({ feedEvents }: Groups, accountId: string, { kind, ids, unreadBy, at }: News): Promise<Changed> {
  if (ids.length === 0) return { changed: 0, ...(await feedEvents.head(accountId)) }
  const head = await feedEvents.advance(accountId, unreadBy)
  await feedEvents.add(accountId, { seq: head.seq, kind, ids }, at)
  return { changed: ids.length, ...head }
}
