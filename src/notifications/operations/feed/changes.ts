/** Changes of what the bell shows: the rows, the unread count and the feed in one transaction. */

import type { ActionKind } from '../../domain/action-kind.ts'
import type { FeedHead } from '../../store/feed-events.ts'
import type { NotificationRepositories } from '../../store/index.ts'
import type { ChangedRow, ChangeTarget } from '../../store/notification-changes.ts'
import type { FeedEventKind } from '../../store/tables.ts'

/** After a change of more notifications, clients fetch the list instead of their ids. */
const MAX_REPORTED_IDS = 200

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
  const rows = await repositories.notifications.markRead(accountId, { ids }, at, null)
  return publish(repositories, accountId, { kind: 'read', rows, countBy: -1, at })
}

export async function markUnreadIn(
  repositories: NotificationRepositories,
  accountId: string,
  ids: readonly string[],
  at: Date,
): Promise<Changed> {
  const rows = await repositories.notifications.markUnread(accountId, { ids })
  return publish(repositories, accountId, { kind: 'unread', rows, countBy: 1, at })
}

export async function deleteIn(
  repositories: NotificationRepositories,
  accountId: string,
  ids: readonly string[],
  at: Date,
): Promise<Changed> {
  const rows = await repositories.notifications.markDeleted(accountId, ids, at)
  return publish(repositories, accountId, { kind: 'deleted', rows, countBy: -1, at })
}

/** An action on many notifications; its id is what an undo names. */
export interface ManyChange {
  readonly kind: ActionKind
  readonly target: ChangeTarget
  readonly action: string
  readonly at: Date
}

const EVENTS = {
  read: { done: 'read', undone: 'unread', countBy: -1 },
  archive: { done: 'archived', undone: 'restored', countBy: -1 },
  restore: { done: 'restored', undone: 'archived', countBy: 1 },
} as const satisfies Record<ActionKind, { done: FeedEventKind; undone: FeedEventKind; countBy: 1 | -1 }>

export async function changeManyIn(
  repositories: NotificationRepositories,
  accountId: string,
  { kind, target, action, at }: ManyChange,
): Promise<Changed> {
  const { notifications } = repositories
  const change = {
    read: () => notifications.markRead(accountId, target, at, action),
    archive: () => notifications.archive(accountId, target, at, action),
    restore: () => notifications.restore(accountId, target, action),
  }
  const rows = await change[kind]()
  const { done, countBy } = EVENTS[kind]
  return publish(repositories, accountId, { kind: done, rows, countBy, at })
}

/** Every notification of the list; archived ones stay as they are. */
export async function markAllReadIn(
  repositories: NotificationRepositories,
  accountId: string,
  action: string,
  at: Date,
): Promise<Changed> {
  const target = { filter: { status: 'unread', archived: false } } as const
  const rows = await repositories.notifications.markRead(accountId, target, at, action)
  return publish(repositories, accountId, { kind: 'all_read', rows, countBy: -1, at })
}

/** Takes back exactly what an action has changed and nothing has changed since. */
export async function undoIn(
  repositories: NotificationRepositories,
  accountId: string,
  { kind, action, at }: Omit<ManyChange, 'target'>,
): Promise<Changed> {
  const rows = await repositories.notifications.undo(accountId, kind, action, at)
  const { undone, countBy } = EVENTS[kind]
  return publish(repositories, accountId, { kind: undone, rows, countBy: countBy === 1 ? -1 : 1, at })
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

interface ChangedRows {
  readonly kind: Exclude<FeedEventKind, 'notification'>
  readonly rows: readonly ChangedRow[]
  /** What each row that concerns the unread count adds to it. */
  readonly countBy: 1 | -1
  readonly at: Date
}

async function publish(
  repositories: NotificationRepositories,
  accountId: string,
  { kind, rows, countBy, at }: ChangedRows,
): Promise<Changed> {
  if (rows.length === 0) return { changed: 0, ...(await repositories.feedEvents.head(accountId)) }
  const unreadBy = countBy * rows.filter(({ isCounted }) => isCounted).length
  const event =
    kind === 'all_read'
      ? { kind, ids: [] }
      : rows.length > MAX_REPORTED_IDS
        ? { kind: 'reset' as const, ids: [] }
        : { kind, ids: rows.map(({ id }) => id) }
  return { changed: rows.length, ...(await advance(repositories, accountId, { ...event, unreadBy, at })) }
}

interface News {
  readonly kind: Exclude<FeedEventKind, 'notification'>
  readonly ids: readonly string[]
  readonly unreadBy: number
  readonly at: Date
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
