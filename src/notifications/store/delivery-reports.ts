import { sql } from 'kysely'
import type { Plan } from '../../accounts/domain/plan.ts'
import type { AccountTables } from '../../accounts/store/tables.ts'
import { idPrefixAt } from '../../lib/node/ids.ts'
import type { Connection } from '../../store/connection.ts'
import { Reason } from '../contract/reason.ts'
import type { EndpointHealth } from '../domain/delivery/endpoint-health.ts'
import type { ChannelName } from '../domain/notification.ts'
import type { NotificationTables } from './tables.ts'

/** Failed deliveries with the same channel and reason. Instants are ISO 8601 UTC. */
export interface FailedDeliveries {
  readonly channel: ChannelName
  readonly reason: Reason | null
  readonly count: number
  readonly accounts: number
  readonly lastAt: string
}

/** An address to which nothing is sent at present. */
export interface StoppedEndpoint {
  readonly email: string
  readonly channel: ChannelName
  /** How its owner recognizes it, without secrets. */
  readonly label: string
  readonly state: EndpointHealth['state']
  readonly failures: number
  readonly firstFailureAt: string | null
  readonly openUntil: string | null
}

/** How many accounts an announcement reaches. */
export interface Reach {
  readonly open: number
  /** Notified of it before. */
  readonly known: number
  /** Suspended, or on a plan without notifications. */
  readonly refused: number
}

/** Deliveries of all accounts, for the operator. */
export function deliveryReports(connection: Connection<NotificationTables & AccountTables>) {
  const { db } = connection
  return {
    ...reaches(connection),

    /** Of the deliveries that were made since an instant, those that failed; the most frequent reasons first. */
    async failedSince(since: Date, limit: number): Promise<FailedDeliveries[]> {
      const rows = await db
        .selectFrom('deliveries')
        .where('id', '>=', idPrefixAt(since))
        .where('status', '=', 'failed')
        .groupBy(['channel', 'reason'])
        .select(({ fn }) => [
          'channel',
          'reason',
          fn.countAll<number>().as('count'),
          sql<number>`count(distinct account_id)`.as('accounts'),
          sql<string>`max(updated_at)`.as('lastAt'),
        ])
        .orderBy('count', 'desc')
        .orderBy('lastAt', 'desc')
        .limit(limit)
        .execute()
      return rows.map(({ reason, ...row }) => ({
        ...row,
        reason: reason === null ? null : Reason.parse(JSON.parse(reason)),
      }))
    },

    /** Disabled ones before those that cool after failures. */
    async stoppedEndpoints(now: Date, limit: number): Promise<StoppedEndpoint[]> {
      return db
        .selectFrom('endpoints')
        .innerJoin('accounts', 'accounts.id', 'endpoints.account_id')
        .where(({ or, and, eb }) =>
          or([
            eb('state', '=', 'disabled'),
            and([eb('state', '=', 'cooling'), eb('open_until', '>', now.toISOString())]),
          ]),
        )
        .select([
          'accounts.email',
          'endpoints.channel',
          'endpoints.label',
          'endpoints.state',
          'endpoints.failures',
          'endpoints.first_failure_at as firstFailureAt',
          'endpoints.open_until as openUntil',
        ])
        .orderBy('endpoints.state', 'desc')
        .orderBy('endpoints.first_failure_at')
        .orderBy('endpoints.id')
        .limit(limit)
        .execute()
    },
  }
}

function reaches({ db }: Connection<NotificationTables & AccountTables>) {
  return {
    /** Accounts by what an announcement of this event would do, where only these plans have notifications. */
    async reach(eventKey: string, plans: readonly Plan[]): Promise<Reach> {
      const rows = await db
        .selectFrom('accounts')
        .leftJoin('notification_events', (join) =>
          join.onRef('notification_events.account_id', '=', 'accounts.id').on('event_key', '=', eventKey),
        )
        .groupBy(['plan', 'standing', sql`event_key is null`])
        .select(({ fn }) => [
          'plan',
          'standing',
          sql<number>`max(case when event_key is null then 0 else 1 end)`.as('isKnown'),
          fn.countAll<number>().as('count'),
        ])
        .execute()
      const sum = (chosen: typeof rows) => chosen.reduce((total, { count }) => total + count, 0)
      const notified = rows.filter(({ plan, standing }) => standing === 'good' && plans.includes(plan))
      return {
        open: sum(notified.filter(({ isKnown }) => isKnown === 0)),
        known: sum(notified.filter(({ isKnown }) => isKnown === 1)),
        refused: sum(rows) - sum(notified),
      }
    },
  }
}
