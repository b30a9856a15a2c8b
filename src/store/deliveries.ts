import { sql } from 'kysely'
import { CHANNELS } from '../domain/notifications/channels.ts'
import type { DeliveryStatus } from '../domain/notifications/delivery.ts'
import type { ChannelName } from '../domain/notifications/notification.ts'
import type { Reason } from '../domain/notifications/reason.ts'
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
import { runEach } from './each-row.ts'
import type { Connection } from './engine.ts'
import type { DeliveryRow } from './notification-tables.ts'
import { redeliveries } from './redeliveries.ts'

export interface GatheredGroup {
  readonly accountId: string
  readonly channel: ChannelName
  readonly endpointId: string
}

/** What moves a delivery that nobody holds: null in `dueMs` is an end. */
export interface DeliveryChange {
  readonly status: DeliveryStatus
  readonly dueMs: number | null
  readonly batchKey?: string | null
  readonly reason: Reason | null
}

/** Partial indexes are found by their words, so these are literals. */
const GATHERED = sql<boolean>`status = 'pending' and batch_key is not null and summary_id is null`
const OPEN = sql<boolean>`status = 'pending' and batch_key is null`
const UNTRIED = sql<boolean>`attempts = 0 and lease_owner is null and notification_id is not null`

const ADD = `
  insert into deliveries (${DELIVERY_COLUMNS.join(', ')}) values (${DELIVERY_COLUMNS.map(() => '?').join(', ')})`
const PUT_ATTEMPT = `
  insert into delivery_attempts (${ATTEMPT_COLUMNS.join(', ')}) values (${ATTEMPT_COLUMNS.map(() => '?').join(', ')})
  on conflict (delivery_id, n) do update set ms = excluded.ms, outcome = excluded.outcome,
  http_status = excluded.http_status, error_code = excluded.error_code, response_head = excluded.response_head`

/** Deliveries as their owner sees and changes them; what sends them is the outbox. */
export function deliveries(connection: Connection) {
  return {
    ...reading(connection),
    ...attempts(connection),
    ...changing(connection),
    ...gathering(connection),
    ...batches(connection),
    ...redeliveries(connection),
  }
}

function reading(connection: Connection) {
  const { db } = connection
  return {
    async add(rows: readonly Delivery[]): Promise<void> {
      await runEach(connection, ADD, rows.map(deliveryValues))
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
      { beforeId, limit }: { beforeId?: string | undefined; limit: number },
    ): Promise<Delivery[]> {
      const rows = await db
        .selectFrom('deliveries')
        .selectAll()
        .where('account_id', '=', accountId)
        .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'pending'))
        .$if(channel !== undefined, (query) => query.where('channel', '=', channel ?? 'email'))
        .$if(beforeId !== undefined, (query) => query.where('id', '<', beforeId ?? ''))
        .orderBy('id', 'desc')
        .limit(limit)
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

function attempts(connection: Connection) {
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

    /** New attempts, or what became of those that are known. */
    async putAttempts(attempts: readonly DeliveryAttempt[]): Promise<void> {
      await runEach(connection, PUT_ATTEMPT, attempts.map(attemptValues))
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

function changing({ db }: Connection) {
  const endMembers = (summaryId: string, status: DeliveryStatus, reason: Reason | null, at: Date) =>
    db
      .updateTable('deliveries')
      .set({ status, reason: reasonText(reason), updated_at: at.toISOString() })
      .where('summary_id', '=', summaryId)
      .where('status', '=', 'pending')
      .execute()
  return {
    /** Moves what nobody holds; false when it is being sent, or has ended. */
    async change(id: string, { status, dueMs, batchKey, reason }: DeliveryChange, at: Date): Promise<boolean> {
      const changed = await db
        .updateTable('deliveries')
        .set({
          // A lease that ran out was that of a process that is gone.
          interrupted: sql<number>`interrupted + case when lease_owner is null then 0 else 1 end`,
          status,
          due_at: dueMs === null ? null : new Date(Math.round(dueMs)).toISOString(),
          reason: reasonText(reason),
          updated_at: at.toISOString(),
          ...(batchKey !== undefined && { batch_key: batchKey }),
          lease_owner: null,
        })
        .where('id', '=', id)
        .where('status', 'in', ['pending', 'throttled'])
        .returning(['id', 'notification_id'])
        .executeTakeFirst()
      if (changed?.notification_id === null && dueMs === null) await endMembers(id, status, reason, at)
      return changed !== undefined
    },

    /** The provider's later report on what was taken for sent. False when there is no such row. */
    async setUndelivered(id: string, channel: ChannelName, reason: Reason, at: Date): Promise<boolean> {
      const changed = await db
        .updateTable('deliveries')
        .set({ status: 'failed', reason: reasonText(reason), updated_at: at.toISOString() })
        .where('id', '=', id)
        .where('channel', '=', channel)
        .where('status', '=', 'sent')
        .returning(['id', 'notification_id'])
        .executeTakeFirst()
      if (changed?.notification_id === null) await endMembers(id, 'failed', reason, at)
      return changed !== undefined
    },

    async remove(ids: readonly string[]): Promise<void> {
      if (ids.length > 0) await db.deleteFrom('deliveries').where('id', 'in', padded(ids)).execute()
    },

    /** What an account has on hold, before its first attempt and in nobody's hands. */
    async heldOf(accountId: string): Promise<Delivery[]> {
      // Naming every channel leads the planner to the few gathered rows and not through all that the account ever had.
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

function gathering({ db }: Connection) {
  return {
    /** Addresses for which something gathered is due, found in a number of rows that have been due for longest. */
    async dueGroups(now: Date, limit: number): Promise<GatheredGroup[]> {
      const rows = await db
        .selectFrom('deliveries')
        .select(['account_id', 'channel', 'endpoint_id'])
        .where(GATHERED)
        .where('due_at', '<=', now.toISOString())
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

    /** What is gathered for an address and due, in the order of its raising. */
    async gatheredOf({ accountId, channel, endpointId }: GatheredGroup, now: Date): Promise<Delivery[]> {
      const rows = await db
        .selectFrom('deliveries')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('channel', '=', channel)
        .where('endpoint_id', '=', endpointId)
        .where(GATHERED)
        .where('due_at', '<=', now.toISOString())
        .orderBy('id')
        .execute()
      return rows.map(toDelivery)
    },

    /** Makes rows members of a summary, whose state they take from now on. */
    async join(ids: readonly string[], summaryId: string, at: Date): Promise<void> {
      await db
        .updateTable('deliveries')
        .set({ summary_id: summaryId, due_at: null, updated_at: at.toISOString() })
        .where('id', 'in', padded(ids))
        .execute()
    },
  }
}

function batches({ db }: Connection) {
  return {
    /** False when the key has gone to this address already. */
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
