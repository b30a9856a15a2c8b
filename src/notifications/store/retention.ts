import { sql } from 'kysely'
import { idPrefixAt } from '../../lib/node/ids.ts'
import type { Connection } from '../../store/connection.ts'
import type { NotificationTables } from './tables.ts'

/** The most rows of one statement, so that no other writer waits long. */
export const MAX_ROWS_AT_ONCE = 500

/** Removes what is too old. Every method removes one batch and returns its number of rows. */
export function retention(connection: Connection<NotificationTables>) {
  return { ...oldNotifications(connection), ...oldRecords(connection) }
}

function oldNotifications({ db }: Connection<NotificationTables>) {
  return {
    /** Visible notifications that were raised before an instant, by account. */
    async expired(before: Date): Promise<Map<string, string[]>> {
      const rows = await db
        .selectFrom('notifications')
        .select(['id', 'account_id'])
        .where('created_at', '<', before.toISOString())
        .where('deleted_at', 'is', null)
        .orderBy('created_at')
        .limit(MAX_ROWS_AT_ONCE)
        .execute()
      const byAccount = new Map<string, string[]>()
      for (const { id, account_id } of rows) byAccount.set(account_id, [...(byAccount.get(account_id) ?? []), id])
      return byAccount
    },

    /** Deleted notifications and their deliveries, once none of these is pending. */
    async removeDeleted(): Promise<number> {
      const rows = await db
        .deleteFrom('notifications')
        .where('id', 'in', (ids) =>
          ids
            .selectFrom('notifications as old')
            .select('old.id')
            .where(sql<boolean>`old.deleted_at is not null`)
            .where(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom('deliveries')
                    .select('deliveries.id')
                    .whereRef('deliveries.notification_id', '=', 'old.id')
                    .where('deliveries.status', '=', 'pending'),
                ),
              ),
            )
            .limit(MAX_ROWS_AT_ONCE),
        )
        .returning('id')
        .execute()
      return rows.length
    },

    async removeDeliveries(before: Date): Promise<number> {
      const rows = await db
        .deleteFrom('deliveries')
        .where('id', 'in', (ids) =>
          ids
            .selectFrom('deliveries as old')
            .select('old.id')
            .where('old.id', '<', idPrefixAt(before))
            .limit(MAX_ROWS_AT_ONCE),
        )
        .returning('id')
        .execute()
      return rows.length
    },
  }
}

function oldRecords({ db }: Connection<NotificationTables>) {
  return {
    /** Attempts of deliveries that are removed too, however late the attempts were. */
    async removeAttempts(before: Date): Promise<number> {
      const { rows } = await sql`
        delete from delivery_attempts where (delivery_id, n) in (
          select delivery_id, n from delivery_attempts where delivery_id < ${idPrefixAt(before)} limit ${MAX_ROWS_AT_ONCE}
        ) returning n`.execute(db)
      return rows.length
    },

    async clearResponses(before: Date): Promise<number> {
      const { rows } = await sql`
        update delivery_attempts set response_head = null where (delivery_id, n) in (
          select delivery_id, n from delivery_attempts
          where response_head is not null and started_at < ${before.toISOString()} limit ${MAX_ROWS_AT_ONCE}
        ) returning n`.execute(db)
      return rows.length
    },

    async removeFeedEvents(before: Date): Promise<number> {
      const { rows } = await sql`
        delete from feed_events where (account_id, seq) in (
          select account_id, seq from feed_events where at < ${before.toISOString()} limit ${MAX_ROWS_AT_ONCE}
        ) returning seq`.execute(db)
      return rows.length
    },

    async removeEvents(before: Date): Promise<number> {
      const { rows } = await sql`
        delete from notification_events where (account_id, event_key) in (
          select account_id, event_key from notification_events where at < ${before.toISOString()} limit ${MAX_ROWS_AT_ONCE}
        ) returning event_key`.execute(db)
      return rows.length
    },

    async removeActions(now: Date): Promise<number> {
      const rows = await db
        .deleteFrom('notification_actions')
        .where('expires_at', '<', now.toISOString())
        .returning('id')
        .execute()
      return rows.length
    },

    async removeBatches(before: Date): Promise<number> {
      const { rows } = await sql`
        delete from batches where (key, endpoint_id) in (
          select key, endpoint_id from batches where flushed_at < ${before.toISOString()} limit ${MAX_ROWS_AT_ONCE}
        ) returning key`.execute(db)
      return rows.length
    },

    async removePhoneCodes(before: Date): Promise<number> {
      const rows = await db
        .deleteFrom('phone_codes')
        .where('created_at', '<', before.toISOString())
        .returning('id')
        .execute()
      return rows.length
    },

    /** Replaced signing secrets whose overlap has ended. */
    async forgetOlderSecrets(now: Date): Promise<number> {
      const rows = await db
        .updateTable('endpoints')
        .set({ older_secret_sealed: null, older_secret_until: null })
        .where(sql<boolean>`older_secret_until is not null`)
        .where('older_secret_until', '<=', now.toISOString())
        .returning('id')
        .execute()
      return rows.length
    },
  }
}
