import type { ChannelName } from '../domain/notifications/notification.ts'
import { type Reason, readReason } from '../domain/notifications/reason.ts'
import { idsBegin } from '../lib/node/ids.ts'
import { reasonText } from './delivery-rows.ts'
import { runEach } from './each-row.ts'
import type { Connection } from './engine.ts'

/** Addresses of an account's channel. */
export interface ChannelAddresses {
  readonly accountId: string
  readonly channel: ChannelName
  readonly endpointIds: readonly string[]
}

const QUEUE_AGAIN = `
  update deliveries set status = 'pending', due_at = ?, updated_at = ?, reason = null, batch_key = null, redelivery = 1
  where id = ? and status = 'failed'`
const REOPEN_MEMBERS = `
  update deliveries set status = 'pending', reason = null, updated_at = ? where summary_id = ? and status = 'failed'`

/** Deliveries that their owner wants sent again. */
export function redeliveries(connection: Connection) {
  return { ...oneByOne(connection), ...together(connection) }
}

function oneByOne({ db }: Connection) {
  return {
    /** Keeps a pending row that nobody holds from being claimed; false when somebody does. */
    async take(id: string, owner: string, until: Date): Promise<boolean> {
      const taken = await db
        .updateTable('deliveries')
        .set({ lease_owner: owner, due_at: until.toISOString() })
        .where('id', '=', id)
        .where('status', '=', 'pending')
        .where('lease_owner', 'is', null)
        .returning('id')
        .executeTakeFirst()
      return taken !== undefined
    },

    /** Ends a hold that was taken, as if it had not been. */
    async giveBack(id: string, owner: string, dueAt: string | null): Promise<void> {
      await db
        .updateTable('deliveries')
        .set({ lease_owner: null, due_at: dueAt })
        .where('id', '=', id)
        .where('lease_owner', '=', owner)
        .execute()
    },

    /** After a redelivery that worked: a summary with its members. */
    async markSent(id: string, reason: Reason | null, at: Date): Promise<void> {
      const updatedAt = at.toISOString()
      const ended = { status: 'sent', updated_at: updatedAt } as const
      await db
        .updateTable('deliveries')
        .set({ ...ended, due_at: null, lease_owner: null, batch_key: null, redelivery: 0, reason: reasonText(reason) })
        .where('id', '=', id)
        .execute()
      await db
        .updateTable('deliveries')
        .set({ ...ended, reason: reasonText({ code: 'in_summary', atMs: at.getTime() }) })
        .where('summary_id', '=', id)
        .execute()
    },
  }
}

function together(connection: Connection) {
  const { db } = connection
  return {
    /** Gives failed deliveries one attempt more, the oldest first, and the members of summaries with them; how many. */
    async queueFailed(
      { accountId, channel, endpointIds }: ChannelAddresses,
      { since, limit, at }: { readonly since: Date; readonly limit: number; readonly at: Date },
    ): Promise<number> {
      const rows = await db
        .selectFrom('deliveries')
        .select(['id', 'reason', 'expires_at', 'notification_id'])
        .where('account_id', '=', accountId)
        .where('id', '>=', idsBegin(since))
        .where('status', '=', 'failed')
        .where('channel', '=', channel)
        .where('endpoint_id', 'in', endpointIds)
        .where('summary_id', 'is', null)
        .where('body', '!=', '')
        .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', at.toISOString())]))
        .orderBy('id')
        .limit(limit)
        .execute()
      // What may have arrived is not repeated without a look at it.
      const wanted = rows.filter(({ reason }) => readReason(reason)?.code !== 'outcome_unknown')
      const instant = at.toISOString()
      await runEach(
        connection,
        QUEUE_AGAIN,
        wanted.map(({ id }) => [instant, instant, id]),
      )
      const summaries = wanted.filter(({ notification_id }) => notification_id === null)
      await runEach(
        connection,
        REOPEN_MEMBERS,
        summaries.map(({ id }) => [instant, id]),
      )
      return wanted.length
    },
  }
}
