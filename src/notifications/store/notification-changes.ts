import type { Connection } from '../../store/connection.ts'
import type { ActionKind } from '../domain/action-kind.ts'
import { matches, type NotificationFilter } from './notification-filter.ts'
import type { NotificationRow, NotificationTables } from './tables.ts'

/** Notifications of an account, by their ids or by a filter. */
export type ChangeTarget = { readonly ids: readonly string[] } | { readonly filter: NotificationFilter }

/** A row that a change has changed. */
export interface ChangedRow {
  readonly id: string
  /** Whether the change concerns the unread count of the account. */
  readonly isCounted: boolean
}

/** The row changes of the bell. Each changes only what is not yet so, and returns the changed rows. */
export function notificationChanges({ db }: Connection<NotificationTables>) {
  const targeted = (accountId: string, target: ChangeTarget) =>
    db
      .updateTable('notifications')
      .where((where) =>
        'ids' in target
          ? where.and([
              where('account_id', '=', accountId),
              where('id', 'in', target.ids),
              where('deleted_at', 'is', null),
            ])
          : matches(where, accountId, target.filter),
      )
  const changed = ['id', 'read_at', 'archived_at'] as const
  return {
    /** `action` names the action that reads many at once; null for one that is not undone as a whole. */
    async markRead(accountId: string, target: ChangeTarget, at: Date, action: string | null): Promise<ChangedRow[]> {
      const rows = await targeted(accountId, target)
        .set({ read_at: at.toISOString(), read_action: action })
        .where('read_at', 'is', null)
        .returning(changed)
        .execute()
      return rows.map(inList)
    },

    async markUnread(accountId: string, target: ChangeTarget): Promise<ChangedRow[]> {
      const rows = await targeted(accountId, target)
        .set({ read_at: null, read_action: null })
        .where('read_at', 'is not', null)
        .returning(changed)
        .execute()
      return rows.map(inList)
    },

    async archive(accountId: string, target: ChangeTarget, at: Date, action: string | null): Promise<ChangedRow[]> {
      const rows = await targeted(accountId, target)
        .set({ archived_at: at.toISOString(), archive_action: action })
        .where('archived_at', 'is', null)
        .returning(changed)
        .execute()
      return rows.map(unread)
    },

    async restore(accountId: string, target: ChangeTarget, action: string | null): Promise<ChangedRow[]> {
      const rows = await targeted(accountId, target)
        .set({ archived_at: null, archive_action: action })
        .where('archived_at', 'is not', null)
        .returning(changed)
        .execute()
      return rows.map(unread)
    },

    /** Takes back what an action changed, where nothing has changed it since. */
    async undo(accountId: string, kind: ActionKind, action: string, at: Date): Promise<ChangedRow[]> {
      const column = kind === 'read' ? 'read_action' : 'archive_action'
      const undone = {
        read: { read_at: null, read_action: null },
        archive: { archived_at: null, archive_action: null },
        restore: { archived_at: at.toISOString(), archive_action: null },
      } as const
      const rows = await db
        .updateTable('notifications')
        .set(undone[kind])
        .where(column, '=', action)
        .where('account_id', '=', accountId)
        .where('deleted_at', 'is', null)
        .returning(changed)
        .execute()
      return rows.map(kind === 'read' ? inList : unread)
    },

    /** Hides them; retention removes their rows. */
    async markDeleted(accountId: string, ids: readonly string[], at: Date): Promise<ChangedRow[]> {
      const rows = await targeted(accountId, { ids }).set({ deleted_at: at.toISOString() }).returning(changed).execute()
      return rows.map(({ id, read_at, archived_at }) => ({ id, isCounted: read_at === null && archived_at === null }))
    },
  }
}

type Row = Pick<NotificationRow, 'id' | 'read_at' | 'archived_at'>

/** A change of the read status concerns the count where the row is in the list. */
function inList({ id, archived_at }: Row): ChangedRow {
  return { id, isCounted: archived_at === null }
}

/** A way into or out of the list concerns the count where the row is unread. */
function unread({ id, read_at }: Row): ChangedRow {
  return { id, isCounted: read_at === null }
}
