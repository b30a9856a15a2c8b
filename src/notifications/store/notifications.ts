import { placeholders, readEach, runEach, writeEach } from '../../store/batch-statement.ts'
import type { Connection } from '../../store/connection.ts'
import type { Notification } from '../domain/notification-record.ts'
import { padded } from './delivery-rows.ts'
import { notificationChanges } from './notification-changes.ts'
import { matches, type NotificationFilter, UNREAD } from './notification-filter.ts'
import type { NotificationRow, NotificationTables } from './tables.ts'

/** The notifications of the bell. A deleted one is hidden at once; retention removes its row. */
export function notifications(connection: Connection<NotificationTables>) {
  return { ...raising(connection), ...reading(connection), ...notificationChanges(connection) }
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

const ADD = `insert into notifications (${COLUMNS.join(', ')}) values (${placeholders(COLUMNS, ['seq'])})`
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
      await writeEach(connection, ADD, notifications.map(values))
    },

    /** Stores events; returns for each whether it is new. */
    async addEvents(events: readonly RaisingEvent[], at: Date): Promise<boolean[]> {
      const sets = events.map((it) => [it.accountId, it.eventKey, it.notificationId, at.toISOString()])
      return (await runEach(connection, ADD_EVENT, sets)).map((changes) => changes === 1)
    },

    /** Stores events, whatever they raised before. */
    async setEvents(events: readonly RaisingEvent[], at: Date): Promise<void> {
      const sets = events.map((it) => [it.accountId, it.eventKey, it.notificationId, at.toISOString()])
      await writeEach(connection, SET_EVENT, sets)
    },

    /** Replaces what visible notifications say. */
    async rewrite(notifications: readonly Notification[]): Promise<void> {
      const sets = notifications.map(({ id, title, body, details }) => [title, body, JSON.stringify(details), id])
      await writeEach(connection, REWRITE, sets)
    },

    /** Makes the events raisable again. */
    async removeEvents(events: readonly RaisingEvent[]): Promise<void> {
      await writeEach(
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

    /** Those that follow a place, as many as are asked for; newest first. */
    async listAfter(
      accountId: string,
      filter: NotificationFilter,
      { afterSeq, limit }: { afterSeq: number; limit: number },
    ): Promise<Notification[]> {
      const rows = await visible(accountId, filter)
        .selectAll()
        .where('seq', '>', afterSeq)
        .orderBy('seq')
        .limit(limit)
        .execute()
      return rows.map(fromRow).reverse()
    },

    /** With a place, only those after it. */
    async count(accountId: string, filter: NotificationFilter, afterSeq?: number): Promise<number> {
      const row = await visible(accountId, filter)
        .$if(afterSeq !== undefined, (query) => query.where('seq', '>', afterSeq ?? 0))
        .select((expression) => expression.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return row.total
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
    archivedAt: row.archived_at,
  }
}
