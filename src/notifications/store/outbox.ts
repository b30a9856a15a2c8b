import { sql } from 'kysely'
import { readEach, runEach, setLocal, writeEach } from '../../store/batch-statement.ts'
import type { Connection } from '../../store/connection.ts'
import type { Reason } from '../contract/reason.ts'
import type { AfterAttempt } from '../domain/delivery/attempt-outcome.ts'
import { type EventIn, statusAfter } from '../domain/delivery/delivery-state.ts'
import type { Priority } from '../domain/notification.ts'
import { type Delivery, reasonText, toDelivery } from './delivery-rows.ts'
import { freeAt, OPEN } from './delivery-sets.ts'
import { outboxDepths } from './outbox-depths.ts'
import { outboxHolders } from './outbox-holders.ts'
import { outboxLimits } from './outbox-limits.ts'
import type { DeliveryRow, NotificationTables } from './tables.ts'
import { fromText, stateText } from './transition-sql.ts'

/** The outcome of an attempt, with the lease under which it was made. */
export type Settlement = AfterAttempt & {
  /** A leased row is pending. */
  readonly event: EventIn<'pending'>
  readonly id: string
  /** Its members take its final state. */
  readonly isSummary: boolean
  readonly leaseOwner: string
}

/** `freeAt` for statements that are texts. */
const FREE = '(lease_until is null or lease_until <= ?)'

const DUE_OF_ENDPOINT = `
  select * from deliveries where status = 'pending' and batch_key is null and endpoint_id = ? and due_at <= ?
  and ${FREE} order by due_at limit ?::int8`
const FREE_OF_ENDPOINT = `${DUE_OF_ENDPOINT} for update skip locked`
const LEASE = `
  update deliveries set attempts = attempts + 1,
  interrupted = interrupted + case when lease_owner is null then 0 else 1 end,
  lease_owner = ?, lease_until = ?, handed_over = 0, updated_at = ?
  where id = ? and attempts = ?::int8 and ${fromText('leased')} and batch_key is null and due_at <= ?
  and ${FREE}`
const SETTLE = `
  update deliveries set status = ?, due_at = ?, reason = ?, updated_at = ?, lease_owner = null, lease_until = null,
  handed_over = 0, redelivery = 0 where id = ? and lease_owner = ? and ${stateText('pending')}`
const END_MEMBERS = `
  update deliveries set status = ?, reason = ?, updated_at = ? where summary_id = ? and ${stateText('pending')}`

/**
 * The queue of deliveries. One statement writes a claim as a lease. It counts the attempt, since a row that kills the
 * process must not be retried endlessly. The row stays due, and whoever looks for due rows passes over those of leases
 * that have not ended: a claim then changes no indexed column, and few rows are leased at a time. Outcomes are written
 * only under the lease, so a process that was paused past its end changes nothing.
 */
export function outbox(connection: Connection<NotificationTables>) {
  return {
    ...claiming(connection),
    ...settling(connection),
    ...outboxLimits(connection),
    ...outboxHolders(connection),
    ...outboxDepths(connection),
  }
}

function claiming(connection: Connection<NotificationTables>) {
  const { db, engine } = connection
  const isShared = engine === 'postgres'
  return {
    /** The longest due of one priority; on PostgreSQL without those that another process claims now. */
    async due(now: Date, priority: Priority, limit: number): Promise<Delivery[]> {
      // With statistics of an empty table PostgreSQL took the index of the endpoints, and sorted all rows that are due.
      await setLocal(connection, 'enable_sort', 'off')
      const rows = await db
        .selectFrom('deliveries')
        .selectAll()
        .where(OPEN)
        .where('priority_rank', '=', priority === 'high' ? 0 : 1)
        .where('due_at', '<=', now.toISOString())
        .where(freeAt(now))
        .orderBy('due_at')
        .orderBy('id')
        .limit(limit)
        .$if(isShared, (query) => query.forUpdate().skipLocked())
        .execute()
      await setLocal(connection, 'enable_sort', 'on')
      return rows.map(toDelivery)
    },

    /** Endpoints that have anything open, in the order of their ids after one, found by hops through the index. */
    async endpointsAfter(endpointId: string, limit: number): Promise<string[]> {
      const first = sql<string>`(select min(endpoint_id) from deliveries where ${OPEN} and endpoint_id > ${endpointId})`
      const next = sql<string>`(select min(endpoint_id) from deliveries where ${OPEN} and endpoint_id > lane.id)`
      const { rows } = await sql<{ id: string }>`
        with recursive lane(id) as (
          select ${first} union all select ${next} from lane where lane.id is not null
        ) select id from lane where id is not null limit ${limit}`.execute(db)
      return rows.map(({ id }) => id)
    },

    /** The longest due of each endpoint. */
    async dueOfEndpoints(endpointIds: readonly string[], now: Date, limit: number): Promise<Delivery[]> {
      const at = now.toISOString()
      const sets = endpointIds.map((id) => [id, at, at, limit])
      const found = await readEach<DeliveryRow>(connection, isShared ? FREE_OF_ENDPOINT : DUE_OF_ENDPOINT, sets)
      return found.flat().map(toDelivery)
    },

    /** Leases the rows that are still due and unchanged since they were read; returns those, with the attempt counted. */
    async lease(
      rows: readonly Delivery[],
      owner: string,
      { now, until }: { readonly now: Date; readonly until: Date },
    ): Promise<Delivery[]> {
      const [leaseUntil, updatedAt] = [until.toISOString(), now.toISOString()]
      const sets = rows.map(({ id, attempts }) => [owner, leaseUntil, updatedAt, id, attempts, updatedAt, updatedAt])
      const changes = await runEach(connection, LEASE, sets)
      const leased = { leaseOwner: owner, leaseUntil, handedOver: false, updatedAt }
      return rows.flatMap((row, index) => {
        const { attempts, interrupted, leaseOwner } = row
        const counts = { attempts: attempts + 1, interrupted: interrupted + (leaseOwner === null ? 0 : 1) }
        return changes[index] === 1 ? [{ ...row, ...leased, ...counts }] : []
      })
    },
  }
}

function settling(connection: Connection<NotificationTables>) {
  return {
    /** Records that a message which cannot be recalled is about to be handed over; false when the lease was lost. */
    async markHandedOver(id: string, leaseOwner: string): Promise<boolean> {
      const held = await connection.db
        .updateTable('deliveries')
        .set({ handed_over: 1 })
        .where('id', '=', id)
        .where('lease_owner', '=', leaseOwner)
        .where(sql<boolean>`${sql.raw(stateText('pending'))}`)
        .returning('id')
        .executeTakeFirst()
      return held !== undefined
    },

    /** Writes outcomes; returns the ids whose lease was still valid. The members of a summary take its final state. */
    async settle(settlements: readonly Settlement[], at: Date): Promise<Set<string>> {
      const atText = at.toISOString()
      const sets = settlements.map(({ id, leaseOwner, event, dueMs, reason }) => {
        const dueAt = dueMs === null ? null : new Date(Math.round(dueMs)).toISOString()
        return [statusAfter(event), dueAt, reasonText(reason), atText, id, leaseOwner]
      })
      const changes = await runEach(connection, SETTLE, sets)
      const held = settlements.filter((_, index) => changes[index] === 1)
      const ended = held.filter(({ isSummary, dueMs }) => isSummary && dueMs === null)
      await writeEach(
        connection,
        END_MEMBERS,
        ended.map((it) => [statusAfter(it.event), reasonText(reasonOfMembers(it, at)), atText, it.id]),
      )
      return new Set(held.map(({ id }) => id))
    },
  }
}

function reasonOfMembers({ event, reason }: Settlement, at: Date): Reason | null {
  return event === 'acknowledged' ? { code: 'in_summary', atMs: at.getTime() } : reason
}
