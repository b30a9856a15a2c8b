import { sql } from 'kysely'
import type { Connection } from '../../store/connection.ts'
import type { PlacedOrder } from '../contract/ledger-entry.ts'
import { changeLeased, NO_LEASE } from './leased-entry.ts'
import type { ClaimedIdea } from './ledger-claims.ts'
import type { ReceiverTables } from './tables.ts'

/** Orders that were placed and are followed until nothing of them can change. */
export function followedOrders({ db }: Connection<ReceiverTables>) {
  return {
    /**
     * What a look found, null for nothing new, and when to look next, null for never. A look that was requested meanwhile
     * stays due.
     */
    async record(
      entry: Pick<ClaimedIdea, 'fingerprint' | 'owner' | 'recheckAt'>,
      orderResult: PlacedOrder | null,
      { now, nextAt }: { readonly now: Date; readonly nextAt: Date | null },
    ): Promise<boolean> {
      const next = nextAt?.toISOString() ?? null
      const set = {
        ...NO_LEASE,
        recheck_at: sql<string | null>`case when recheck_at = ${entry.recheckAt} then ${next} else recheck_at end`,
        ...(orderResult && {
          order_result: JSON.stringify(orderResult),
          order_settled_at: orderResult.settled_at ?? null,
          updated_at: now.toISOString(),
        }),
      }
      return changeLeased({ db }, entry, set, 'ordered')
    },

    /** Asks for a look now at all orders sent since then that are not done, or at those of a symbol; how many. */
    async lookNow(now: Date, { since, symbol }: { readonly since: Date; readonly symbol?: string }): Promise<number> {
      let query = db
        .updateTable('ledger')
        .set({ recheck_at: now.toISOString() })
        .where('status', '=', sql.lit('ordered' as const))
        .where('order_settled_at', 'is', null)
        .where('intent_at', '>', since.toISOString())
      if (symbol !== undefined) query = query.where('symbol', '=', symbol)
      const rows = await query.returning('fingerprint').execute()
      return rows.length
    },
  }
}
