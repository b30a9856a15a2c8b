import { idPrefixAt } from '../../lib/node/ids.ts'
import { writeEach } from '../../store/batch-statement.ts'
import type { Connection } from '../../store/connection.ts'
import { statusAfter } from '../domain/delivery/delivery-state.ts'
import type { ChannelName } from '../domain/notification.ts'
import { readReason, reasonText } from './delivery-rows.ts'
import type { NotificationTables } from './tables.ts'
import { from, fromText } from './transition-sql.ts'

/** Addresses of an account's channel. */
export interface ChannelAddresses {
  readonly accountId: string
  readonly channel: ChannelName
  readonly endpointIds: readonly string[]
}

const QUEUE_AGAIN = `
  update deliveries set status = '${statusAfter('requeued')}', due_at = ?, updated_at = ?, reason = null,
  batch_key = null, redelivery = 1 where id = ? and ${fromText('requeued')}`
const REOPEN_MEMBERS = `
  update deliveries set status = '${statusAfter('requeued')}', reason = null, updated_at = ?
  where summary_id = ? and ${fromText('requeued')}`

/** Deliveries that their owner sends again. */
export function redeliveries(connection: Connection<NotificationTables>) {
  return { ...oneByOne(connection), ...together(connection) }
}

function oneByOne({ db }: Connection<NotificationTables>) {
  return {
    /** Leases a pending row for a request; false when another lease has not ended. */
    async take(
      id: string,
      owner: string,
      { now, until }: { readonly now: Date; readonly until: Date },
    ): Promise<boolean> {
      const taken = await db
        .updateTable('deliveries')
        .set({ lease_owner: owner, lease_until: until.toISOString() })
        .where('id', '=', id)
        .where(from('leased'))
        .where(({ or, eb }) => or([eb('lease_owner', 'is', null), eb('lease_until', '<=', now.toISOString())]))
        .returning('id')
        .executeTakeFirst()
      return taken !== undefined
    },

    /** Ends the lease of a request and leaves the row as it was before. */
    async giveBack(id: string, owner: string): Promise<void> {
      await db
        .updateTable('deliveries')
        .set({ lease_owner: null, lease_until: null })
        .where('id', '=', id)
        .where('lease_owner', '=', owner)
        .where(from('released'))
        .execute()
    },

    /** After a redelivery that worked; the members of a summary count as sent with it. */
    async markRedelivered(id: string, at: Date): Promise<void> {
      const sent = { status: statusAfter('redelivered'), updated_at: at.toISOString() }
      await db
        .updateTable('deliveries')
        .set({
          ...sent,
          due_at: null,
          lease_owner: null,
          lease_until: null,
          batch_key: null,
          redelivery: 0,
          reason: null,
        })
        .where('id', '=', id)
        .where(from('redelivered'))
        .execute()
      await db
        .updateTable('deliveries')
        .set({ ...sent, reason: reasonText({ code: 'in_summary', atMs: at.getTime() }) })
        .where('summary_id', '=', id)
        .where(from('redelivered'))
        .execute()
    },
  }
}

function together(connection: Connection<NotificationTables>) {
  const { db } = connection
  return {
    /** Queues failed deliveries for one more attempt, oldest first, summaries with their members; returns how many. */
    async queueFailed(
      { accountId, channel, endpointIds }: ChannelAddresses,
      { since, limit, at }: { readonly since: Date; readonly limit: number; readonly at: Date },
    ): Promise<number> {
      const rows = await db
        .selectFrom('deliveries')
        .select(['id', 'reason', 'expires_at', 'notification_id'])
        .where('account_id', '=', accountId)
        .where('id', '>=', idPrefixAt(since))
        .where('status', '=', 'failed')
        .where('channel', '=', channel)
        .where('endpoint_id', 'in', endpointIds)
        .where('summary_id', 'is', null)
        .where('body', '!=', '')
        .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', at.toISOString())]))
        .orderBy('id')
        .limit(limit)
        .execute()
      // A message that may have arrived is repeated only one by one, on its owner's request.
      const wanted = rows.filter(({ reason }) => readReason(reason)?.code !== 'outcome_unknown')
      const instant = at.toISOString()
      await writeEach(
        connection,
        QUEUE_AGAIN,
        wanted.map(({ id }) => [instant, instant, id]),
      )
      const summaries = wanted.filter(({ notification_id }) => notification_id === null)
      await writeEach(
        connection,
        REOPEN_MEMBERS,
        summaries.map(({ id }) => [instant, id]),
      )
      return wanted.length
    },
  }
}
