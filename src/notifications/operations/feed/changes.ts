/** Changes of what the bell shows: the rows, the unread count and the feed in one transaction. */

import type { FeedHead } from '../../store/feed-events.ts'
import type { NotificationRepositories } from '../../store/index.ts'
import type { FeedEventKind } from '../../store/tables.ts'

export interface Changed extends FeedHead {
  /** Number of changed rows; without any, nothing is published to the feed. */
  readonly changed: number
}

export async function markReadIn(
  repositories: NotificationRepositories,
  accountId: string,
  ids: readonly string[],
  at: Date,
): Promise<Changed> {
  const changed = await repositories.notifications.markRead(accountId, ids, at)
  return publish(repositories, accountId, { kind: 'read', ids: changed, unreadBy: -changed.length, at })
}

export async function markUnreadIn(
  repositories: NotificationRepositories,
  accountId: string,
  ids: readonly string[],
  at: Date,
): Promise<Changed> {
  const changed = await repositories.notifications.markUnread(accountId, ids)
  return publish(repositories, accountId, { kind: 'unread', ids: changed, unreadBy: changed.length, at })
}

export async function markAllReadIn(
  repositories: NotificationRepositories,
  accountId: string,
  at: Date,
): Promise<Changed> {
  const count = await repositories.notifications.markAllRead(accountId, at)
  if (count === 0) return { changed: 0, ...(await repositories.feedEvents.head(accountId)) }
  return {
    changed: count,
    ...(await advance(repositories, accountId, { kind: 'all_read', ids: [], unreadBy: -count, at })),
  }
}

export async function deleteIn(
  repositories: NotificationRepositories,
  accountId: string,
  ids: readonly string[],
  at: Date,
): Promise<Changed> {
  const rows = await repositories.notifications.markDeleted(accountId, ids, at)
  const unread = rows.filter(({ wasUnread }) => wasUnread).length
  return publish(repositories, accountId, { kind: 'deleted', ids: rows.map(({ id }) => id), unreadBy: -unread, at })
}

/** Rules whose snooze changed; clients that show them fetch them again. */
export async function reportRulesIn(
  repositories: NotificationRepositories,
  accountId: string,
  alertIds: readonly string[],
  at: Date,
): Promise<void> {
  await advance(repositories, accountId, { kind: 'rules', ids: alertIds, unreadBy: 0, at })
}

interface News {
  readonly kind: Exclude<FeedEventKind, 'notification'>
  readonly ids: readonly string[]
  readonly unreadBy: number
  readonly at: Date
}

async function publish(repositories: NotificationRepositories, accountId: string, news: News): Promise<Changed> {
  if (news.ids.length === 0) return { changed: 0, ...(await repositories.feedEvents.head(accountId)) }
  return { changed: news.ids.length, ...(await advance(repositories, accountId, news)) }
}

async function advance(
  { feedEvents }: NotificationRepositories,
  accountId: string,
  { kind, ids, unreadBy, at }: News,
): Promise<FeedHead> {
  const [head] = await feedEvents.advance([{ accountId, unreadBy }])
  if (!head) throw new Error('a feed did not move')
  await feedEvents.add([{ accountId, seq: head.seq, kind, ids }], at)
  return head
}
