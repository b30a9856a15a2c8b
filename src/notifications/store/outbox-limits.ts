import { sql } from 'kysely'
import { readEach } from '../../store/batch-statement.ts'
import type { Connection } from '../../store/connection.ts'
import type { Reason } from '../contract/reason.ts'
import { statusAfter } from '../domain/delivery/delivery-state.ts'
import type { ChannelName, Priority } from '../domain/notification.ts'
import { padded, reasonText } from './delivery-rows.ts'
import { THROTTLED } from './delivery-sets.ts'
import type { NotificationTables } from './tables.ts'
import { from } from './transition-sql.ts'

/** A delivery that waits for a slot in the limits of its plan. */
export interface ThrottledDelivery {
  readonly id: string
  readonly priority: Priority
  readonly createdAtMs: number
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

const STRETCH = `
  select started_at from delivery_attempts where account_id = ? and channel = ? and counted = 1
  order by started_at desc limit ?::int8 offset ?::int8`

/** The counted sends that plan limits are checked against, and the deliveries that wait for a slot. */
export function outboxLimits(connection: Connection<NotificationTables>) {
  return { ...counting(connection), ...throttled(connection) }
}

function counting(connection: Connection<NotificationTables>) {
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

function throttled({ db }: Connection<NotificationTables>) {
  return {
    /** Accounts and channels with a throttled delivery that is due, among the `limit` rows that have been due for longest. */
    async dueThrottled(now: Date, limit: number): Promise<{ accountId: string; channel: ChannelName }[]> {
      const rows = await db
        .selectFrom('deliveries')
        .select(['account_id', 'channel'])
        .where(THROTTLED)
        .where('due_at', '<=', now.toISOString())
        .orderBy('due_at')
        .limit(limit)
        .execute()
      const pairs = rows.map((row) => ({ accountId: row.account_id, channel: row.channel }))
      return [...new Map(pairs.map((pair) => [JSON.stringify(pair), pair])).values()]
    },

    async throttledOf(accountId: string, channel: ChannelName): Promise<ThrottledDelivery[]> {
      const rows = await db
        .selectFrom('deliveries')
        .select(['id', 'priority_rank', 'created_at', 'updated_at', 'due_at'])
        .where(THROTTLED)
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

    /** Makes throttled rows due; the claim checks the limit again. */
    async promote(ids: readonly string[], at: Date): Promise<void> {
      if (ids.length === 0) return
      await db
        .updateTable('deliveries')
        .set({
          status: statusAfter('slot_freed'),
          reason: null,
          due_at: at.toISOString(),
          updated_at: at.toISOString(),
        })
        .where('id', 'in', padded(ids))
        .where(from('slot_freed'))
        .execute()
    },

    /** Leaves `updated_at` as it is: that says since when they have been throttled. */
    async postpone(ids: readonly string[], dueMs: number): Promise<void> {
      if (ids.length === 0) return
      await db
        .updateTable('deliveries')
        .set({ due_at: new Date(Math.round(dueMs)).toISOString() })
        .where('id', 'in', padded(ids))
        .execute()
    },

    /** The members of a summary are dropped with it. */
    async drop(ids: readonly string[], reason: Reason, at: Date): Promise<void> {
      if (ids.length === 0) return
      const dropped = {
        status: statusAfter('dropped'),
        reason: reasonText(reason),
        due_at: null,
        updated_at: at.toISOString(),
      }
      for (const column of ['id', 'summary_id'] as const) {
        await db
          .updateTable('deliveries')
          .set(dropped)
          .where(column, 'in', padded(ids))
          .where(from('dropped'))
          .execute()
      }
    },
  }
}
