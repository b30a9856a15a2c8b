import { sql } from 'kysely'
import { placeholders, writeEach } from '../../store/batch-statement.ts'
import type { Connection } from '../../store/connection.ts'
import { newestFirst, type Page } from '../../store/newest-first.ts'
import type { Reason } from '../contract/reason.ts'
import { CHANNELS } from '../domain/delivery/channels.ts'
import {
  type DeliveryEvent,
  type DeliveryMove,
  type DeliveryStatus,
  statusAfter,
} from '../domain/delivery/delivery-state.ts'
import type { ChannelName } from '../domain/notification.ts'
import {
  ATTEMPT_COLUMNS,
  attemptValues,
  DELIVERY_COLUMNS,
  type Delivery,
  type DeliveryAttempt,
  deliveryValues,
  padded,
  reasonText,
  toAttempt,
  toDelivery,
} from './delivery-rows.ts'
import { freeAt, GATHERED, OPEN } from './delivery-sets.ts'
import { redeliveries } from './redeliveries.ts'
import type { DeliveryRow, NotificationTables } from './tables.ts'
import { from } from './transition-sql.ts'

export interface GatheredGroup {
  readonly accountId: string
  readonly channel: ChannelName
  readonly endpointId: string
}

const UNTRIED = sql<boolean>`attempts = 0 and lease_owner is null and notification_id is not null`

const ADD = `
  insert into deliveries (${DELIVERY_COLUMNS.join(', ')})
  values (${placeholders(DELIVERY_COLUMNS, ['priority_rank', 'attempts', 'handed_over', 'redelivery', 'interrupted'])})`
const PUT_ATTEMPT = `
  insert into delivery_attempts (${ATTEMPT_COLUMNS.join(', ')})
  values (${placeholders(ATTEMPT_COLUMNS, ['n', 'counted', 'ms', 'http_status'])})
  on conflict (delivery_id, n) do update set ms = excluded.ms, outcome = excluded.outcome,
  http_status = excluded.http_status, error_code = excluded.error_code, response_head = excluded.response_head`

/** Deliveries as their owner sees and changes them; the outbox sends them. */
export function deliveries(connection: Connection<NotificationTables>) {
  return {
    ...reading(connection),
    ...attempts(connection),
    ...changing(connection),
    ...gathering(connection),
    ...batches(connection),
    ...redeliveries(connection),
  }
}

function reading(connection: Connection<NotificationTables>) {
  const { db } = connection
  return {
    async add(rows: readonly Delivery[]): Promise<void> {
      await writeEach(connection, ADD, rows.map(deliveryValues))
    },

    async byId(accountId: string, id: string): Promise<Delivery | undefined> {
      const row = await db
        .selectFrom('deliveries')
        .selectAll()
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      return row && toDelivery(row)
    },

    /** Newest first. */
    async list(
      accountId: string,
      { status, channel }: { status?: DeliveryStatus | undefined; channel?: ChannelName | undefined },
      page: Page,
    ): Promise<Delivery[]> {
      const rows = await db
        .selectFrom('deliveries')
        .selectAll()
        .where('account_id', '=', accountId)
        .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'pending'))
        .$if(channel !== undefined, (query) => query.where('channel', '=', channel ?? 'email'))
        .$call(newestFirst(page))
        .execute()
      return rows.map(toDelivery)
    },

    async ofNotifications(ids: readonly string[]): Promise<Delivery[]> {
      if (ids.length === 0) return []
      const rows = await db
        .selectFrom('deliveries')
        .selectAll()
        .where('notification_id', 'in', padded(ids))
        .orderBy('id')
        .execute()
      return rows.map(toDelivery)
    },
  }
}

function attempts(connection: Connection<NotificationTables>) {
  const { db } = connection
  return {
    async attemptsOf(ids: readonly string[]): Promise<DeliveryAttempt[]> {
      if (ids.length === 0) return []
      const rows = await db
        .selectFrom('delivery_attempts')
        .selectAll()
        .where('delivery_id', 'in', padded(ids))
        .orderBy('delivery_id')
        .orderBy('n')
        .execute()
      return rows.map(toAttempt)
    },

    /** Adds attempts, or the outcomes of those already stored. */
    async putAttempts(attempts: readonly DeliveryAttempt[]): Promise<void> {
      await writeEach(connection, PUT_ATTEMPT, attempts.map(attemptValues))
    },

    /** The number after that of the last attempt. */
    async nextAttempt(id: string): Promise<number> {
      const row = await db
        .selectFrom('delivery_attempts')
        .select((expression) => expression.fn.max('n').as('last'))
        .where('delivery_id', '=', id)
        .executeTakeFirst()
      return Number(row?.last ?? 0) + 1
    },
  }
}

function changing({ db }: Connection<NotificationTables>) {
  const moveMembers = (summaryId: string, event: DeliveryEvent, reason: Reason, at: Date) =>
    db
      .updateTable('deliveries')
      .set({ status: statusAfter(event), reason: reasonText(reason), updated_at: at.toISOString() })
      .where('summary_id', '=', summaryId)
      .where(from(event))
      .execute()
  return {
    /** The members of a summary share its end. False when the event cannot happen in the row's state. */
    async move(id: string, { event, dueMs, batchKey, reason }: DeliveryMove, at: Date): Promise<boolean> {
      const moved = await db
        .updateTable('deliveries')
        .set({
          // A lease on a row that is due has expired: its process ended before it wrote the outcome.
          interrupted: sql<number>`interrupted + case when lease_owner is null then 0 else 1 end`,
          status: statusAfter(event),
          due_at: dueMs === null ? null : new Date(Math.round(dueMs)).toISOString(),
          reason: reasonText(reason),
          updated_at: at.toISOString(),
          ...(batchKey !== undefined && { batch_key: batchKey }),
          lease_owner: null,
          lease_until: null,
        })
        .where('id', '=', id)
        .where(from(event))
        .returning(['id', 'notification_id'])
        .executeTakeFirst()
      if (moved?.notification_id === null && dueMs === null) await moveMembers(id, event, reason, at)
      return moved !== undefined
    },

    /** The provider's later report that a message did not arrive. False when there is no such sent delivery. */
    async setUndelivered(id: string, channel: ChannelName, reason: Reason, at: Date): Promise<boolean> {
      const changed = await db
        .updateTable('deliveries')
        .set({ status: statusAfter('bounced'), reason: reasonText(reason), updated_at: at.toISOString() })
        .where('id', '=', id)
        .where('channel', '=', channel)
        .where(from('bounced'))
        .returning(['id', 'notification_id'])
        .executeTakeFirst()
      if (changed?.notification_id === null) await moveMembers(id, 'bounced', reason, at)
      return changed !== undefined
    },

    async remove(ids: readonly string[]): Promise<void> {
      if (ids.length > 0) await db.deleteFrom('deliveries').where('id', 'in', padded(ids)).execute()
    },

    /** An account's deliveries that are held, untried and not leased. */
    async heldOf(accountId: string): Promise<Delivery[]> {
      // Naming every channel makes the planner use the index of the few gathered rows, not that of the whole account.
      const { rows } = await sql<DeliveryRow>`
        select * from deliveries where ${GATHERED} and account_id = ${accountId}
        and channel in (${sql.join(CHANNELS)}) and ${UNTRIED}
        union all
        select * from deliveries where ${OPEN} and ${UNTRIED}
        and endpoint_id in (select id from endpoints where account_id = ${accountId})`.execute(db)
      return rows.map(toDelivery)
    },
  }
}

function gathering({ db }: Connection<NotificationTables>) {
  return {
    /** Addresses with gathered deliveries that are due, among the `limit` rows that have been due for longest. */
    async dueGroups(now: Date, limit: number): Promise<GatheredGroup[]> {
      const rows = await db
        .selectFrom('deliveries')
        .select(['account_id', 'channel', 'endpoint_id'])
        .where(GATHERED)
        .where('due_at', '<=', now.toISOString())
        .where(freeAt(now))
        .orderBy('due_at')
        .limit(limit)
        .execute()
      const groups = rows.map((row) => ({
        accountId: row.account_id,
        channel: row.channel,
        endpointId: row.endpoint_id,
      }))
      return [...new Map(groups.map((group) => [JSON.stringify(group), group])).values()]
    },

    /** The gathered deliveries of an address that are due, in the order in which they were raised. */
    async gatheredOf({ accountId, channel, endpointId }: GatheredGroup, now: Date): Promise<Delivery[]> {
      const rows = await db
        .selectFrom('deliveries')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('channel', '=', channel)
        .where('endpoint_id', '=', endpointId)
        .where(GATHERED)
        .where('due_at', '<=', now.toISOString())
        .where(freeAt(now))
        .orderBy('id')
        .execute()
      return rows.map(toDelivery)
    },

    /** Makes rows members of a summary, whose state they share from now on. */
    async join(ids: readonly string[], summaryId: string, at: Date): Promise<void> {
      await db
        .updateTable('deliveries')
        .set({ summary_id: summaryId, due_at: null, updated_at: at.toISOString() })
        .where('id', 'in', padded(ids))
        .execute()
    },
  }
}

function batches({ db }: Connection<NotificationTables>) {
  return {
    /** False when this address was already sent a batch of the key. */
    async addBatch(
      key: string,
      { accountId, endpointId }: GatheredGroup,
      summaryId: string,
      at: Date,
    ): Promise<boolean> {
      const added = await db
        .insertInto('batches')
        .values({
          key,
          endpoint_id: endpointId,
          account_id: accountId,
          summary_id: summaryId,
          flushed_at: at.toISOString(),
        })
        .onConflict((conflict) => conflict.columns(['key', 'endpoint_id']).doNothing())
        .returning('key')
        .executeTakeFirst()
      return added !== undefined
    },

    async hasBatch(key: string, endpointId: string): Promise<boolean> {
      const row = await db
        .selectFrom('batches')
        .select('key')
        .where('key', '=', key)
        .where('endpoint_id', '=', endpointId)
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
