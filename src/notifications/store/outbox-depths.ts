import { sql } from 'kysely'
import type { Connection } from '../../store/connection.ts'
import type { DeliveryStatus } from '../domain/delivery/delivery-state.ts'
import type { ChannelName } from '../domain/notification.ts'
import type { NotificationTables } from './tables.ts'

/** How many deliveries of a channel wait in a state, and since when the oldest is due (ISO 8601 UTC). */
export interface OutboxDepth {
  readonly channel: ChannelName
  readonly status: DeliveryStatus
  readonly count: number
  readonly oldestDueAt: string
}

/** Deliveries that are not finished: pending ones, and throttled ones that wait for a slot. */
export function outboxDepths({ db }: Connection<NotificationTables>) {
  return {
    async depths(): Promise<OutboxDepth[]> {
      const rows = await db
        .selectFrom('deliveries')
        .where(sql<boolean>`status in ('pending', 'throttled') and due_at is not null`)
        .groupBy(['channel', 'status'])
        .select(({ fn }) => [
          'channel',
          'status',
          fn.countAll<number>().as('count'),
          sql<string>`min(due_at)`.as('oldestDueAt'),
        ])
        .execute()
      return rows
    },
  }
}
