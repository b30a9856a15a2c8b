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
  return { changed: count, ...(await advance(groups, accountId, { kind: 'all_read', ids: [], unreadBy: -count, at })) }
}

export async function deleteIn(groups: Groups, accountId: string, ids: readonly string[], at: Date): Promise<Changed> {
  const rows = await groups.notifications.markDeleted(accountId, ids, at)
  const unread = rows.filter(({ wasUnread }) => wasUnread).length
  return tell(groups, accountId, { kind: 'deleted', ids: rows.map(({ id }) => id), unreadBy: -unread, at })
}

interface News {
  readonly kind: 'read' | 'unread' | 'deleted' | 'all_read'
  readonly ids: readonly string[]
  readonly unreadBy: number
  readonly at: Date
}

async function tell(groups: Groups, accountId: string, news: News): Promise<Changed> {
  if (news.ids.length === 0) return { changed: 0, ...(await groups.feedEvents.head(accountId)) }
  return { changed: news.ids.length, ...(await advance(groups, accountId, news)) }
}

async function advance(
  { feedEvents }: Groups,
  accountId: string,
  { kind, ids, unreadBy, at }: News,
): Promise<FeedHead> {
  const [head] = await feedEvents.advance([{ accountId, unreadBy }])
  if (!head) throw new Error('a feed did not move')
  await feedEvents.add([{ accountId, seq: head.seq, kind, ids }], at)
  return head
}
