import { sql } from 'kysely'
import type { Connection } from '../../store/connection.ts'
import type { Spent } from '../domain/budget.ts'
import type { ReceiverTables } from './tables.ts'

/** What decisions cost, for their budget. */
export function decisionCosts({ db }: Connection<ReceiverTables>) {
  return {
    /** What decisions requested since then have cost. */
    async spentSince(since: Date): Promise<Spent> {
      const row = await db
        .selectFrom('ledger')
        .select(({ fn }) => [
          fn.sum<number | null>('llm_tokens').as('tokens'),
          fn.sum<number | null>('llm_cost_usd').as('usd'),
          sql<number>`count(case when llm_tokens > 0 and llm_cost_usd is null then 1 end)`.as('without_cost'),
        ])
        .where('asked_at', '>', since.toISOString())
        .executeTakeFirstOrThrow()
      return { tokens: Number(row.tokens ?? 0), usd: row.usd ?? 0, withoutCost: Number(row.without_cost) }
    },
  }
}
