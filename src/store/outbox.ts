import { sql } from 'kysely'
import type { ChannelName, Priority } from '../domain/notifications/notification.ts'
import type { Reason } from '../domain/notifications/reason.ts'
import { type Delivery, padded, reasonText, toDelivery } from './delivery-rows.ts'
import type { Connection } from './engine.ts'

/** Who may hold leases: one process. */
export interface Instance {
  readonly id: string
  readonly host: string
  readonly pid: number
  readonly processStartedAt: string
  readonly heartbeatAt: string
}

/** What became of an attempt, under the lease that it was made with. */
export interface Settlement {
  readonly id: string
  readonly leaseOwner: string
  readonly status: 'sent' | 'pending' | 'failed'
  /** When the next attempt is due; null at an end. */
  readonly dueMs: number | null
  readonly reason: Reason | null
}

export interface WaitingDelivery {
  readonly id: string
  readonly priority: Priority
  readonly createdAtMs: number
  /** Since when it waits. */
  readonly throttledAtMs: number
  readonly dueAtMs: number
}

/** Partial indexes are found by their words, so these are literals. */
const OPEN = sql<boolean>`status = 'pending' and batch_key is null`
const WAITING = sql<boolean>`status = 'throttled' and due_at is not null`

/**
 * The queue of what is to be sent. A claim is a lease that one statement writes: attempts are counted then, since a row
 * that kills the process must not be tried for ever, and the row is due again by itself when the lease runs out. Every
 * outcome is written under the lease alone, so that a process which was paused changes nothing any more.
 */
export function outbox(connection: Connection) {
  return {
    ...claiming(connection),
    ...settling(connection),
    ...counting(connection),
    ...waiting(connection),
    ...holders(connection),
  }
}

function claiming({ db }: Connection) {
  return {
    /** The longest due of one priority. */
    async due(now: Date, priority: Priority, limit: number): Promise<Delivery[]> {
      const rows = await db
        .selectFrom('deliveries')
        .selectAll()
        .where(OPEN)
        .where('priority_rank', '=', priority === 'high' ? 0 : 1)
        .where('due_at', '<=', now.toISOString())
        .orderBy('due_at')
        .orderBy('id')
        .limit(limit)
        .execute()
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

    async dueOfEndpoint(endpointId: string, now: Date, limit: number): Promise<Delivery[]> {
      const rows = await db
        .selectFrom('deliveries')
        .selectAll()
        .where(OPEN)
        .where('endpoint_id', '=', endpointId)
        .where('due_at', '<=', now.toISOString())
        .orderBy('due_at')
        .limit(limit)
        .execute()
      return rows.map(toDelivery)
    },

    /** Takes what is still due; gives what was taken, with the attempt counted. */
    async lease(
      ids: readonly string[],
      owner: string,
      { now, until }: { now: Date; until: Date },
    ): Promise<Delivery[]> {
      if (ids.length === 0) return []
      const rows = await db
        .updateTable('deliveries')
        .set((old) => ({
          attempts: old('attempts', '+', 1),
          lease_owner: owner,
          due_at: until.toISOString(),
          handed_over: 0,
          updated_at: now.toISOString(),
        }))
        .where('id', 'in', padded(ids))
        .where('status', '=', 'pending')
        .where('batch_key', 'is', null)
        .where('due_at', '<=', now.toISOString())
        .returningAll()
        .execute()
      return rows.map(toDelivery)
    },
  }
}

function settling({ db }: Connection) {
  const endMembers = async (summaries: readonly string[], { status, reason }: Settlement, at: Date) => {
    if (summaries.length === 0) return
    const shown: Reason | null = status === 'sent' ? { code: 'in_summary', atMs: at.getTime() } : reason
    await db
      .updateTable('deliveries')
      .set({ status, reason: reasonText(shown), updated_at: at.toISOString() })
      .where('summary_id', 'in', padded(summaries))
      .where('status', '=', 'pending')
      .execute()
  }
  return {
    /** Notes that something that cannot be recalled is about to be handed over; false when the lease was lost. */
    async markHandedOver(id: string, leaseOwner: string): Promise<boolean> {
      const held = await db
        .updateTable('deliveries')
        .set({ handed_over: 1 })
        .where('id', '=', id)
        .where('lease_owner', '=', leaseOwner)
        .where('status', '=', 'pending')
        .returning('id')
        .executeTakeFirst()
      return held !== undefined
    },

    /** Writes outcomes; gives the ids whose lease still held. The members of a summary take its end. */
    async settle(settlements: readonly Settlement[], at: Date): Promise<Set<string>> {
      const held = new Set<string>()
      for (const [first, ids] of alike(settlements)) {
        const columns = {
          status: first.status,
          due_at: first.dueMs === null ? null : new Date(Math.round(first.dueMs)).toISOString(),
          reason: reasonText(first.reason),
          updated_at: at.toISOString(),
        }
        const rows = await db
          .updateTable('deliveries')
          .set({ ...columns, lease_owner: null, handed_over: 0 })
          .where('id', 'in', padded(ids))
          .where('lease_owner', '=', first.leaseOwner)
          .where('status', '=', 'pending')
          .returning(['id', 'notification_id'])
          .execute()
        for (const { id } of rows) held.add(id)
        const summaries = rows.filter((row) => row.notification_id === null).map(({ id }) => id)
        if (first.dueMs === null) await endMembers(summaries, first, at)
      }
      return held
    },
  }
}

function counting({ db }: Connection) {
  return {
    /** Of two counted sends, each by how many came after it, the instant; null where there are not so many. */
    async countedSends(
      accountId: string,
      channel: ChannelName,
      followed: readonly [hour: number, day: number],
    ): Promise<readonly [hour: number | null, day: number | null]> {
      const nth = (offset: number) => sql<string | null>`(
        select started_at from delivery_attempts
        where account_id = ${accountId} and channel = ${channel} and counted = 1
        order by started_at desc limit 1 offset ${offset})`
      const { rows } = await sql<{ hour: string | null; day: string | null }>`
        select ${nth(followed[0])} as hour, ${nth(followed[1])} as day`.execute(db)
      const instantOf = (text: string | null | undefined) => (text ? Date.parse(text) : null)
      return [instantOf(rows[0]?.hour), instantOf(rows[0]?.day)]
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

function holders({ db }: Connection) {
  return {
    /** The instant at which the next row of any kind is due; null when nothing waits. */
    async nextDueMs(): Promise<number | null> {
      const smallest = sql<string | null>`min(due_at)`.as('at')
      const of = (condition: typeof OPEN) => db.selectFrom('deliveries').select(smallest).where(condition)
      const found = await Promise.all([
        of(OPEN).where('priority_rank', '=', 0).executeTakeFirst(),
        of(OPEN).where('priority_rank', '=', 1).executeTakeFirst(),
        of(WAITING).executeTakeFirst(),
        of(sql<boolean>`status = 'pending' and batch_key is not null and summary_id is null`).executeTakeFirst(),
      ])
      const instants = found.flatMap((row) => (row?.at ? [Date.parse(row.at)] : []))
      return instants.length > 0 ? Math.min(...instants) : null
    },

    async beat(instance: Instance): Promise<void> {
      const columns = {
        host: instance.host,
        pid: instance.pid,
        process_started_at: instance.processStartedAt,
        heartbeat_at: instance.heartbeatAt,
      }
      await db
        .insertInto('instances')
        .values({ id: instance.id, ...columns })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
        .execute()
    },

    async instances(): Promise<Instance[]> {
      const rows = await db.selectFrom('instances').selectAll().execute()
      return rows.map((row) => ({
        id: row.id,
        host: row.host,
        pid: row.pid,
        processStartedAt: row.process_started_at,
        heartbeatAt: row.heartbeat_at,
      }))
    },

    /** What a process that is gone held is due at once; gives how many rows that were. */
    async release(instanceId: string, now: Date): Promise<number> {
      const rows = await db
        .updateTable('deliveries')
        .set({ due_at: now.toISOString(), lease_owner: null, updated_at: now.toISOString() })
        // A lease is named by its instance and a counter behind a dot; the slash is the character after the dot.
        .where('lease_owner', '>=', `${instanceId}.`)
        .where('lease_owner', '<', `${instanceId}/`)
        .where('status', '=', 'pending')
        .returning('id')
        .execute()
      await db.deleteFrom('instances').where('id', '=', instanceId).execute()
      return rows.length
    },
  }
}

/** Outcomes that one statement can write. */
function alike(settlements: readonly Settlement[]): [Settlement, string[]][] {
  const groups = new Map<string, [Settlement, string[]]>()
  for (const settlement of settlements) {
    const { leaseOwner, status, dueMs, reason } = settlement
    const key = JSON.stringify([leaseOwner, status, dueMs, reason])
    const group = groups.get(key)
    if (group) group[1].push(settlement.id)
    else groups.set(key, [settlement, [settlement.id]])
  }
  return [...groups.values()]
}
