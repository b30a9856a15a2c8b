import { sql } from 'kysely'
import type { ChannelName, Priority } from '../domain/notifications/notification.ts'
import type { Reason } from '../domain/notifications/reason.ts'
import { padded, reasonText } from './delivery-rows.ts'
import { readEach } from './each-row.ts'
import type { Connection } from './engine.ts'

export interface WaitingDelivery {
  readonly id: string
  readonly priority: Priority
  readonly createdAtMs: number
  /** Since when it waits. */
  readonly throttledAtMs: number
  readonly dueAtMs: number
}

/** A stretch of the log of counted sends, newest first. */
export interface SendStretch {
  readonly accountId: string
  readonly channel: ChannelName
  /** How many sends are newer than the stretch. */
  readonly offset: number
  readonly count: number
}

/** Partial indexes are found by their words, so these are literals. */
const WAITING = sql<boolean>`status = 'throttled' and due_at is not null`
const STRETCH = `
  select started_at from delivery_attempts where account_id = ? and channel = ? and counted = 1
  order by started_at desc limit ? offset ?`

/** What the limits of plans are read from, and what waits for a slot in them. */
export function outboxLimits(connection: Connection) {
  return { ...counting(connection), ...waiting(connection) }
}

function counting(connection: Connection) {
  const { db } = connection
  return {
    /** The instants of sends that count, a list for each stretch. */
    async countedSends(stretches: readonly SendStretch[]): Promise<number[][]> {
      const sets = stretches.map(({ accountId, channel, count, offset }) => [accountId, channel, count, offset])
      const found = await readEach<{ started_at: string }>(connection, STRETCH, sets)
      return found.map((rows) => rows.map((row) => Date.parse(row.started_at)))
    },

    async countedSince(accountId: string, channel: ChannelName, since: Date): Promise<number> {
      const row = await db
        .selectFrom('delivery_attempts')
        .select((expression) => expression.fn.countAll<number>().as('total'))
        .where('account_id', '=', accountId)
        .where('channel', '=', channel)
        .where(sql<boolean>`counted = 1`)
        .where('started_at', '>', since.toISOString())
        .executeTakeFirstOrThrow()
      return row.total
    },
  }
}

function waiting({ db }: Connection) {
  const setStatus = async (ids: readonly string[], columns: Readonly<Record<string, string | null>>, at: Date) => {
    if (ids.length === 0) return
    await db
      .updateTable('deliveries')
      .set({ ...columns, updated_at: at.toISOString() })
      .where('id', 'in', padded(ids))
      .execute()
  }
  return {
    /** Accounts and channels with a waiting delivery that is due, found in a number of rows. */
    async dueWaiting(now: Date, limit: number): Promise<{ accountId: string; channel: ChannelName }[]> {
      const rows = await db
        .selectFrom('deliveries')
        .select(['account_id', 'channel'])
        .where(WAITING)
        .where('due_at', '<=', now.toISOString())
        .orderBy('due_at')
        .limit(limit)
        .execute()
      const pairs = rows.map((row) => ({ accountId: row.account_id, channel: row.channel }))
      return [...new Map(pairs.map((pair) => [JSON.stringify(pair), pair])).values()]
    },

    async waitingOf(accountId: string, channel: ChannelName): Promise<WaitingDelivery[]> {
      const rows = await db
        .selectFrom('deliveries')
        .select(['id', 'priority_rank', 'created_at', 'updated_at', 'due_at'])
        .where(WAITING)
        .where('account_id', '=', accountId)
        .where('channel', '=', channel)
        .execute()
      return rows.map((row) => ({
        id: row.id,
        priority: row.priority_rank === 0 ? 'high' : 'normal',
        createdAtMs: Date.parse(row.created_at),
        throttledAtMs: Date.parse(row.updated_at),
        dueAtMs: Date.parse(row.due_at ?? row.created_at),
      }))
    },

    /** Lets waiting rows go: they are due, and the limit is asked once more when they are claimed. */
    promote: (ids: readonly string[], at: Date) =>
      setStatus(ids, { status: 'pending', reason: null, due_at: at.toISOString() }, at),

    /** They go on waiting since when they began to. */
    async waitUntil(ids: readonly string[], dueMs: number): Promise<void> {
      if (ids.length === 0) return
      await db
        .updateTable('deliveries')
        .set({ due_at: new Date(Math.round(dueMs)).toISOString() })
        .where('id', 'in', padded(ids))
        .execute()
    },

    /** With the members of what is a summary. */
    async drop(ids: readonly string[], reason: Reason, at: Date): Promise<void> {
      if (ids.length === 0) return
      const dropped = { status: 'throttled', reason: reasonText(reason), due_at: null }
      await setStatus(ids, dropped, at)
      await db
        .updateTable('deliveries')
        .set({ status: 'throttled', reason: reasonText(reason), updated_at: at.toISOString() })
        .where('summary_id', 'in', padded(ids))
        .where('status', '=', 'pending')
        .execute()
    },
  }
}
