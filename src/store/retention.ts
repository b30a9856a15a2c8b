import { sql } from 'kysely'
import { idsBegin } from '../lib/node/ids.ts'
import type { Connection } from './engine.ts'

/** A statement takes at most so many rows, so that no other writer waits long. */
export const MOST_ROWS_AT_ONCE = 500
/** A segment may hold a hundred thousand prints. */
const MOST_TAPES_AT_ONCE = 8

/** What has grown too old. Every method takes one bite and gives how many rows it took. */
export function retention(connection: Connection) {
  return { ...oldNotifications(connection), ...oldRecords(connection), ...oldFlow(connection) }
}

function oldNotifications({ db }: Connection) {
  return {
    /** Notifications in sight that were raised before an instant, by account. */
    async expired(before: Date): Promise<Map<string, string[]>> {
      const rows = await db
        .selectFrom('notifications')
        .select(['id', 'account_id'])
        .where('created_at', '<', before.toISOString())
        .where('deleted_at', 'is', null)
        .orderBy('created_at')
        .limit(MOST_ROWS_AT_ONCE)
        .execute()
      const byAccount = new Map<string, string[]>()
      for (const { id, account_id } of rows) byAccount.set(account_id, [...(byAccount.get(account_id) ?? []), id])
      return byAccount
    },

    /** Deleted notifications and their deliveries, once none of these is under way. */
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
            .limit(MOST_ROWS_AT_ONCE),
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
            .where('old.id', '<', idsBegin(before))
            .limit(MOST_ROWS_AT_ONCE),
        )
        .returning('id')
        .execute()
      return rows.length
    },
  }
}

/** Sessions before a date (New York). Sums of whole sessions are small and stay for good. */
function oldFlow({ db }: Connection) {
  return {
    async removeTapes(before: string): Promise<number> {
      const { rows } = await sql`
        delete from tape_segments where (kind, symbol, session_date, first_row) in (
          select kind, symbol, session_date, first_row from tape_segments where session_date < ${before} limit ${MOST_TAPES_AT_ONCE}
        ) returning first_row`.execute(db)
      return rows.length
    },

    async removeFlowRows(beforeMs: number): Promise<number> {
      const { rows } = await sql`
        delete from flow_rows where (symbol, session_date, sequence) in (
          select symbol, session_date, sequence from flow_rows
          where executed_at < ${beforeMs} order by executed_at limit ${MOST_ROWS_AT_ONCE}
        ) returning sequence`.execute(db)
      return rows.length
    },

    async removeFlowMinutes(before: string): Promise<number> {
      const { rows } = await sql`
        delete from flow_minutes where (symbol, session_date, minute_ms) in (
          select symbol, session_date, minute_ms from flow_minutes where session_date < ${before} limit ${MOST_ROWS_AT_ONCE}
        ) returning minute_ms`.execute(db)
      return rows.length
    },
  }
}

function oldRecords({ db }: Connection) {
  return {
    /** With the deliveries that they belong to, however late they came. */
    async removeAttempts(before: Date): Promise<number> {
      const { rows } = await sql`
        delete from delivery_attempts where (delivery_id, n) in (
          select delivery_id, n from delivery_attempts where delivery_id < ${idsBegin(before)} limit ${MOST_ROWS_AT_ONCE}
        ) returning n`.execute(db)
      return rows.length
    },

    async clearResponses(before: Date): Promise<number> {
      const { rows } = await sql`
        update delivery_attempts set response_head = null where (delivery_id, n) in (
          select delivery_id, n from delivery_attempts
          where response_head is not null and started_at < ${before.toISOString()} limit ${MOST_ROWS_AT_ONCE}
        ) returning n`.execute(db)
      return rows.length
    },

    async removeFeedEvents(before: Date): Promise<number> {
      const { rows } = await sql`
        delete from feed_events where (account_id, seq) in (
          select account_id, seq from feed_events where at < ${before.toISOString()} limit ${MOST_ROWS_AT_ONCE}
        ) returning seq`.execute(db)
      return rows.length
    },

    async removeEvents(before: Date): Promise<number> {
      const { rows } = await sql`
        delete from notification_events where (account_id, event_key) in (
          select account_id, event_key from notification_events where at < ${before.toISOString()} limit ${MOST_ROWS_AT_ONCE}
        ) returning event_key`.execute(db)
      return rows.length
    },

    async removeBatches(before: Date): Promise<number> {
      const { rows } = await sql`
        delete from batches where (key, endpoint_id) in (
          select key, endpoint_id from batches where flushed_at < ${before.toISOString()} limit ${MOST_ROWS_AT_ONCE}
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

    /** Secrets that were rotated away and have had their overlap. */
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
