import { type ExpressionBuilder, sql } from 'kysely'

import { readEach, runEach } from '../../store/batch-statement.ts'
import type { Connection } from '../../store/connection.ts'
import type { NotificationType } from '../domain/notification.ts'
import type { Notification } from '../domain/notification-record.ts'
import { padded } from './delivery-rows.ts'
import type { NotificationRow, NotificationTables } from './tables.ts'

export interface NotificationFilter {
  readonly types?: readonly NotificationType[] | undefined
  readonly status?: 'unread' | 'read' | undefined
  readonly symbol?: string | undefined
  /** Instants, the first inclusive, the second exclusive. */
  readonly since?: string | undefined
  readonly until?: string | undefined
}

/** The notifications of the bell. A deleted one is hidden at once; retention removes its row. */
export function notifications(connection: Connection<NotificationTables>) {
  return { ...raising(connection), ...reading(connection), ...changing(connection) }
}

const COLUMNS = [
  'id',
  'account_id',
  'seq',
  'type',
  'priority',
  'title',
  'body',
  'symbol',
  'details',
  'alert_id',
  'created_at',
  'read_at',
  'deleted_at',
] as const satisfies readonly (keyof NotificationRow)[]

/** An event that raised a notification, or is about to. */
export interface RaisingEvent {
  readonly accountId: string
  readonly eventKey: string
  readonly notificationId: string
}

const ADD = `insert into notifications (${COLUMNS.join(', ')}) values (${COLUMNS.map(() => '?').join(', ')})`
const ADD_EVENT = `
  insert into notification_events (account_id, event_key, notification_id, at) values (?, ?, ?, ?)
  on conflict (account_id, event_key) do nothing`
const SET_EVENT = `
  insert into notification_events (account_id, event_key, notification_id, at) values (?, ?, ?, ?)
  on conflict (account_id, event_key) do update set notification_id = excluded.notification_id, at = excluded.at`
const REWRITE = 'update notifications set title = ?, body = ?, details = ? where id = ? and deleted_at is null'
const REMOVE_EVENT = 'delete from notification_events where account_id = ? and event_key = ? and notification_id = ?'
const OF_EVENT = 'select notification_id from notification_events where account_id = ? and event_key = ?'

function raising(connection: Connection<NotificationTables>) {
  return {
    async add(notifications: readonly Notification[]): Promise<void> {
      await runEach(connection, ADD, notifications.map(values))
    },

    /** Stores events; returns for each whether it is new. */
    async addEvents(events: readonly RaisingEvent[], at: Date): Promise<boolean[]> {
      const sets = events.map((it) => [it.accountId, it.eventKey, it.notificationId, at.toISOString()])
      return (await runEach(connection, ADD_EVENT, sets)).map((changes) => changes === 1)
    },

    /** Stores events, whatever they raised before. */
    async setEvents(events: readonly RaisingEvent[], at: Date): Promise<void> {
      const sets = events.map((it) => [it.accountId, it.eventKey, it.notificationId, at.toISOString()])
      await runEach(connection, SET_EVENT, sets)
    },

    /** Replaces what visible notifications say. */
    async rewrite(notifications: readonly Notification[]): Promise<void> {
      const sets = notifications.map(({ id, title, body, details }) => [title, body, JSON.stringify(details), id])
      await runEach(connection, REWRITE, sets)
    },

    /** Makes the events raisable again. */
    async removeEvents(events: readonly RaisingEvent[]): Promise<void> {
      await runEach(
        connection,
        REMOVE_EVENT,
        events.map((it) => [it.accountId, it.eventKey, it.notificationId]),
      )
    },

    /** The notification that each event raised; null where it raised none. */
    async ofEvents(events: readonly Pick<RaisingEvent, 'accountId' | 'eventKey'>[]): Promise<(string | null)[]> {
      const sets = events.map(({ accountId, eventKey }) => [accountId, eventKey])
      const found = await readEach<{ notification_id: string }>(connection, OF_EVENT, sets)
      return found.map(([row]) => row?.notification_id ?? null)
    },
  }
}

function reading({ db }: Connection<NotificationTables>) {
  const visible = (accountId: string, filter: NotificationFilter) =>
    db.selectFrom('notifications').where((where) => matches(where, accountId, filter))
  return {
    /** Newest first; with a place, only those before it. */
    async list(
      accountId: string,
      filter: NotificationFilter,
      { beforeSeq, limit }: { beforeSeq?: number | undefined; limit: number },
    ): Promise<Notification[]> {
      const rows = await visible(accountId, filter)
        .selectAll()
        .$if(beforeSeq !== undefined, (query) => query.where('seq', '<', beforeSeq ?? 0))
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute()
      return rows.map(fromRow)
    },

    async count(accountId: string, filter: NotificationFilter): Promise<number> {
      const row = await visible(accountId, filter)
        .select((expression) => expression.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return row.total
    },

    async byIds(accountId: string, ids: readonly string[]): Promise<Notification[]> {
      if (ids.length === 0) return []
      const rows = await visible(accountId, {}).selectAll().where('id', 'in', ids).orderBy('seq').execute()
      return rows.map(fromRow)
    },

    /** The visible ones, of any accounts. */
    async inSight(ids: readonly string[]): Promise<Notification[]> {
      if (ids.length === 0) return []
      const rows = await db
        .selectFrom('notifications')
        .selectAll()
        .where('id', 'in', padded(ids))
        .where('deleted_at', 'is', null)
        .execute()
      return rows.map(fromRow)
    },
  }
}

function changing({ db }: Connection<NotificationTables>) {
  const changeable = (accountId: string, ids: readonly string[]) =>
    db
      .updateTable('notifications')
      .where('account_id', '=', accountId)
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
  return {
    /** Returns the ids that changed: those that exist and were unread. */
    async markRead(accountId: string, ids: readonly string[], at: Date): Promise<string[]> {
      const rows = await changeable(accountId, ids)
        .set({ read_at: at.toISOString() })
        .where('read_at', 'is', null)
        .returning('id')
        .execute()
      return rows.map(({ id }) => id)
    },

    async markUnread(accountId: string, ids: readonly string[]): Promise<string[]> {
      const rows = await changeable(accountId, ids)
        .set({ read_at: null })
        .where('read_at', 'is not', null)
        .returning('id')
        .execute()
      return rows.map(({ id }) => id)
    },

    /** Returns how many changed. */
    async markAllRead(accountId: string, at: Date): Promise<number> {
      const rows = await db
        .updateTable('notifications')
        .set({ read_at: at.toISOString() })
        .where('account_id', '=', accountId)
        .where(UNREAD)
        .returning('id')
        .execute()
      return rows.length
    },

    /** Returns the ids that were hidden, and which of them were unread. */
    async markDeleted(
      accountId: string,
      ids: readonly string[],
      at: Date,
    ): Promise<{ readonly id: string; readonly wasUnread: boolean }[]> {
      const rows = await changeable(accountId, ids)
        .set({ deleted_at: at.toISOString() })
        .returning(['id', 'read_at'])
        .execute()
      return rows.map(({ id, read_at }) => ({ id, wasUnread: read_at === null }))
    },

    async countUnread(accountId: string): Promise<number> {
      const row = await db
        .selectFrom('notifications')
        .select((expression) => expression.fn.countAll<number>().as('total'))
        .where('account_id', '=', accountId)
        .where(UNREAD)
        .executeTakeFirstOrThrow()
      return row.total
    },
  }
}

/** In the text of the partial index, so that the planner matches it. */
const UNREAD = sql<boolean>`read_at is null and deleted_at is null`

function matches(
  where: ExpressionBuilder<NotificationTables, 'notifications'>,
  accountId: string,
  filter: NotificationFilter,
) {
  const { types, status, symbol, since, until } = filter
  return where.and([
    where('account_id', '=', accountId),
    status === 'unread' ? UNREAD : where('deleted_at', 'is', null),
    ...(status === 'read' ? [where('read_at', 'is not', null)] : []),
    ...(types === undefined ? [] : [where('type', 'in', types)]),
    ...(symbol === undefined ? [] : [where('symbol', '=', symbol)]),
    ...(since === undefined ? [] : [where('created_at', '>=', since)]),
    ...(until === undefined ? [] : [where('created_at', '<', until)]),
  ])
}

/** In the order of the columns. */
function values(it: Notification): readonly NotificationRow[keyof NotificationRow][] {
  return [
    it.id,
    it.accountId,
    it.seq,
    it.type,
    it.priority,
    it.title,
    it.body,
    it.symbol,
    JSON.stringify(it.details),
    it.alertId,
    it.createdAt,
    it.readAt,
    null,
  ]
}

function fromRow(row: NotificationRow): Notification {
  return {
    id: row.id,
    accountId: row.account_id,
    seq: row.seq,
    type: row.type,
    priority: row.priority,
    title: row.title,
    body: row.body,
    symbol: row.symbol,
    details: JSON.parse(row.details) as Record<string, unknown>,
    alertId: row.alert_id,
    createdAt: row.created_at,
    readAt: row.read_at,
  }
}
