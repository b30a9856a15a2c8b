import { type ExpressionBuilder, sql } from 'kysely'
import type { NotificationType } from '../domain/notification.ts'
import type { NotificationTables } from './tables.ts'

export interface NotificationFilter {
  readonly types?: readonly NotificationType[] | undefined
  readonly status?: 'unread' | 'read' | undefined
  readonly symbol?: string | undefined
  /** The rule that raised it. */
  readonly alertId?: string | undefined
  /** Archived ones or those of the list; both if absent. */
  readonly archived?: boolean | undefined
  /** Instants, the first inclusive, the second exclusive. */
  readonly since?: string | undefined
  readonly until?: string | undefined
  /** Only those that had arrived at this place of the feed. */
  readonly throughSeq?: number | undefined
}

/** In the text of the partial index, so that the planner matches it. */
export const UNREAD = sql<boolean>`read_at is null and archived_at is null and deleted_at is null`
const ARCHIVED = sql<boolean>`archived_at is not null`

type Where = ExpressionBuilder<NotificationTables, 'notifications'>

/** The condition of a filter on the notifications of an account; a deleted one matches none. */
export function matches(where: Where, accountId: string, filter: NotificationFilter) {
  const { types, symbol, alertId, since, until, throughSeq } = filter
  return where.and([
    where('account_id', '=', accountId),
    ...stateOf(where, filter),
    ...(types === undefined ? [] : [where('type', 'in', types)]),
    ...(symbol === undefined ? [] : [where('symbol', '=', symbol)]),
    ...(alertId === undefined ? [] : [where('alert_id', '=', alertId)]),
    ...(since === undefined ? [] : [where('created_at', '>=', since)]),
    ...(until === undefined ? [] : [where('created_at', '<', until)]),
    ...(throughSeq === undefined ? [] : [where('seq', '<=', throughSeq)]),
  ])
}

function stateOf(where: Where, { status, archived }: NotificationFilter) {
  if (status === 'unread' && archived === false) return [UNREAD]
  return [
    where('deleted_at', 'is', null),
    ...(status === undefined ? [] : [where('read_at', status === 'unread' ? 'is' : 'is not', null)]),
    ...(archived === undefined ? [] : [archived ? ARCHIVED : where('archived_at', 'is', null)]),
  ]
}
