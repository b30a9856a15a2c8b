import { z } from 'zod'
import { type ActionKind, UNDO_MINUTES } from '../../domain/action-kind.ts'
import type { NotificationRepositories } from '../../store/index.ts'
import { callingAccount } from '../access.ts'
import type { NotificationContext } from '../context.ts'
import type { Changed } from './changes.ts'
import { UnreadCount } from './id-input.ts'

export const MAX_IDS = 500

export const Undo = z
  .object({
    id: z.string().describe('Pass to undo_notification_change.'),
    until: z.iso.datetime().describe('Until when it can be undone, UTC.'),
  })
  .nullable()
  .describe('How to take back exactly this change; null where nothing was changed.')

export const ManyChanged = z.object({
  changed: z.int().min(0).max(1e12).describe('Notifications that this has changed.'),
  unread_count: UnreadCount,
  undo: Undo,
})

type Work = (repositories: NotificationRepositories, accountId: string, action: string, at: Date) => Promise<Changed>

/** Runs an action on many notifications in one transaction, and keeps what is needed to undo it. */
export async function changeMany(context: NotificationContext, kind: ActionKind, work: Work) {
  const { store, now, newId, notifier } = context
  const { id: accountId } = callingAccount(context)
  const at = now()
  const undo = { id: newId(), until: new Date(at.getTime() + UNDO_MINUTES * 60_000).toISOString() }
  const { changed, unreadCount } = await store.transaction(async (repositories) => {
    const result = await work(repositories, accountId, undo.id, at)
    const action = { id: undo.id, accountId, kind, expiresAt: undo.until }
    if (result.changed > 0) await repositories.notificationActions.add(action)
    return result
  })
  if (changed > 0) notifier.feedChanged(accountId)
  return { changed, unread_count: unreadCount, undo: changed > 0 ? undo : null }
}
