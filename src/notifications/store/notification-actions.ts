import type { Connection } from '../../store/connection.ts'
import type { ActionKind } from '../domain/action-kind.ts'
import type { NotificationTables } from './tables.ts'

/** An action on many notifications that can be undone until an instant. */
export interface NotificationAction {
  readonly id: string
  readonly accountId: string
  readonly kind: ActionKind
  readonly expiresAt: string
}

export function notificationActions({ db }: Connection<NotificationTables>) {
  return {
    async add({ id, accountId, kind, expiresAt }: NotificationAction): Promise<void> {
      await db
        .insertInto('notification_actions')
        .values({ id, account_id: accountId, kind, expires_at: expiresAt })
        .execute()
    },

    /** Undefined where the account has no such action, or the time to undo it is over. */
    async undoable(accountId: string, id: string, now: Date): Promise<ActionKind | undefined> {
      const row = await db
        .selectFrom('notification_actions')
        .select('kind')
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .where('expires_at', '>', now.toISOString())
        .executeTakeFirst()
      return row?.kind
    },
  }
}
