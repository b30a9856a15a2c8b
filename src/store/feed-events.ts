import type { Connection } from './engine.ts'
import type { FeedEventKind } from './notification-tables.ts'

export interface FeedEvent {
  readonly seq: number
  readonly kind: FeedEventKind
  /** Notifications that it is about; empty for all. */
  readonly ids: readonly string[]
}

/** Where a feed stands: its last place and how many are unread. */
export interface FeedHead {
  readonly seq: number
  readonly unreadCount: number
}

/** Changes of an account's notifications, each with its place in the feed, so that a client can catch up. */
export function feedEvents({ db }: Connection) {
  return {
    async head(accountId: string): Promise<FeedHead> {
      const row = await db
        .selectFrom('notification_heads')
        .select(['seq', 'unread_count'])
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      return { seq: row?.seq ?? 0, unreadCount: row?.unread_count ?? 0 }
    },

    /** Takes the next place, without holes, and moves the unread count with it. Inside a transaction. */
    async advance(accountId: string, unreadBy: number): Promise<FeedHead> {
      const row = await db
        .insertInto('notification_heads')
        .values({ account_id: accountId, seq: 1, unread_count: Math.max(0, unreadBy) })
        .onConflict((conflict) =>
          conflict.column('account_id').doUpdateSet((old) => ({
            seq: old('notification_heads.seq', '+', 1),
            unread_count: old('notification_heads.unread_count', '+', unreadBy),
          })),
        )
        .returning(['seq', 'unread_count'])
        .executeTakeFirstOrThrow()
      return { seq: row.seq, unreadCount: row.unread_count }
    },

    async add(accountId: string, { seq, kind, ids }: FeedEvent, at: Date): Promise<void> {
      await db
        .insertInto('feed_events')
        .values({ account_id: accountId, seq, kind, ids: JSON.stringify(ids), at: at.toISOString() })
        .execute()
    },

    /** Events after a place, in order. */
    async after(accountId: string, seq: number, limit: number): Promise<FeedEvent[]> {
      const rows = await db
        .selectFrom('feed_events')
        .select(['seq', 'kind', 'ids'])
        .where('account_id', '=', accountId)
        .where('seq', '>', seq)
        .orderBy('seq')
        .limit(limit)
        .execute()
      return rows.map((row) => ({ ...row, ids: JSON.parse(row.ids) as string[] }))
    },
  }
}
