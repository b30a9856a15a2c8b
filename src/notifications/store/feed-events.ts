import { readEach, writeEach } from '../../store/batch-statement.ts'
import type { Connection } from '../../store/connection.ts'
import type { FeedEventKind, NotificationTables } from './tables.ts'

export interface FeedEvent {
  readonly seq: number
  readonly kind: FeedEventKind
  /** The notifications concerned; empty for all. */
  readonly ids: readonly string[]
}

/** The end of a feed: its last place and the number of unread notifications. */
export interface FeedHead {
  readonly seq: number
  readonly unreadCount: number
}

export interface AccountFeedEvent extends FeedEvent {
  readonly accountId: string
}

const ADVANCE = `
  insert into notification_heads (account_id, seq, unread_count) values (?, 1, ?::int8)
  on conflict (account_id) do update
  set seq = notification_heads.seq + 1, unread_count = notification_heads.unread_count + ?::int8
  returning seq, unread_count`
const ADD = 'insert into feed_events (account_id, seq, kind, ids, at) values (?, ?::int8, ?, ?, ?)'
const AFTER = 'select seq, kind, ids from feed_events where account_id = ? and seq > ?::int8 order by seq limit ?::int8'
const HEAD = 'select seq, unread_count from notification_heads where account_id = ?'

/** Changes of an account's notifications, each with its place in the feed, so that a client can catch up. */
export function feedEvents(connection: Connection<NotificationTables>) {
  const heads = async (accountIds: readonly string[]): Promise<FeedHead[]> => {
    const found = await readEach<HeadRow>(
      connection,
      HEAD,
      accountIds.map((id) => [id]),
    )
    return found.map(([row]) => ({ seq: row?.seq ?? 0, unreadCount: row?.unread_count ?? 0 }))
  }
  return {
    heads,

    async head(accountId: string): Promise<FeedHead> {
      const [head] = await heads([accountId])
      return head ?? { seq: 0, unreadCount: 0 }
    },

    /** Reserves the next places, without gaps, and updates the unread counts. Call it inside a transaction. */
    async advance(moves: readonly { readonly accountId: string; readonly unreadBy: number }[]): Promise<FeedHead[]> {
      const sets = moves.map(({ accountId, unreadBy }) => [accountId, Math.max(0, unreadBy), unreadBy])
      const found = await readEach<HeadRow>(connection, ADVANCE, sets)
      return found.flatMap((rows) => rows.map((row) => ({ seq: row.seq, unreadCount: row.unread_count })))
    },

    async add(events: readonly AccountFeedEvent[], at: Date): Promise<void> {
      const sets = events.map((it) => [it.accountId, it.seq, it.kind, JSON.stringify(it.ids), at.toISOString()])
      await writeEach(connection, ADD, sets)
    },

    /** Events after a place of each account, in order. */
    async after(
      places: readonly { readonly accountId: string; readonly seq: number }[],
      limit: number,
    ): Promise<FeedEvent[][]> {
      const sets = places.map(({ accountId, seq }) => [accountId, seq, limit])
      const found = await readEach<{ seq: number; kind: FeedEventKind; ids: string }>(connection, AFTER, sets)
      return found.map((rows) => rows.map((row) => ({ ...row, ids: JSON.parse(row.ids) as string[] })))
    },
  }
}

interface HeadRow {
  readonly seq: number
  readonly unread_count: number
}
