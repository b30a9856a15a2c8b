import { sql } from 'kysely'
import type { Connection } from '../../store/connection.ts'
import { clientOrderIdOf } from '../domain/fingerprint.ts'
import type { RecentOrders } from '../domain/guards.ts'
import type { YoungOrder } from '../domain/holdings.ts'
import type { LedgerStatus } from '../domain/ledger-status.ts'
import { changeLeased, type LeasedEntry } from './leased-entry.ts'
import type { ReceiverTables } from './tables.ts'

/** A number that only this count uses, so that on PostgreSQL two processes count one after the other. */
const GUARD_LOCK = 728_114_005

/** Older intents are settled: an idea that is unfinished for 15 minutes is stale. */
const OLDEST_UNFINISHED_MS = 3_600_000

/** What the guards and the metrics count. */
export function ledgerCounts({ db, engine }: Connection<ReceiverTables>) {
  return {
    /** To be called first in a transaction that counts and then writes: nobody else counts meanwhile. */
    async holdCounts(): Promise<void> {
      // On SQLite a transaction holds the write lock from its begin.
      if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${GUARD_LOCK})`.execute(db)
    },

    /** Records that a decision is requested now; counted by `decisionsSince`. */
    async asking(entry: LeasedEntry, now: Date): Promise<boolean> {
      return changeLeased({ db }, entry, { asked_at: now.toISOString() })
    },

    /** Entries of each status; none of a status without entries. */
    async byStatus(): Promise<{ status: LedgerStatus; count: number }[]> {
      return db
        .selectFrom('ledger')
        .groupBy('status')
        .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
        .execute()
    },

    async decisionsSince(since: Date): Promise<number> {
      const row = await db
        .selectFrom('ledger')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('asked_at', '>', since.toISOString())
        .executeTakeFirstOrThrow()
      return row.count
    },

    /** Orders since then, real and suppressed, without those that failed or were skipped, and without the entry in question. */
    async recentOrders(
      { fingerprint }: LeasedEntry,
      symbol: string,
      since: Date,
      symbolSince: Date,
    ): Promise<RecentOrders> {
      const counted = db
        .selectFrom('ledger')
        .where('status', 'not in', ['failed', 'skipped'])
        .where('fingerprint', '!=', fingerprint)
      const { count, usd } = await counted
        .where('intent_at', '>', since.toISOString())
        .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number | null>('notional_usd').as('usd')])
        .executeTakeFirstOrThrow()
      const { last } = await counted
        .where('intent_at', '>', symbolSince.toISOString())
        .where('symbol', '=', symbol)
        .select(({ fn }) => fn.max<string | null>('intent_at').as('last'))
        .executeTakeFirstOrThrow()
      return { count, notionalUsd: usd ?? 0, lastOfSymbolAtMs: last === null ? null : Date.parse(last) }
    },

    /** Orders that a read of what is held, begun at that instant, may have missed; without the entry in question. */
    async youngOrders({ fingerprint }: LeasedEntry, since: Date): Promise<YoungOrder[]> {
      const rows = await db
        .selectFrom('ledger')
        .select(['fingerprint', 'symbol', 'notional_usd'])
        .where('fingerprint', '!=', fingerprint)
        .where('intent_at', '>', new Date(since.getTime() - OLDEST_UNFINISHED_MS).toISOString())
        .where(({ or, and, eb }) =>
          or([
            and([eb('status', '=', 'queued'), eb('phase', '=', 'submitting')]),
            and([eb('status', '=', 'ordered'), eb('updated_at', '>=', since.toISOString())]),
          ]),
        )
        .execute()
      return rows.map((row) => ({
        clientOrderId: clientOrderIdOf(row.fingerprint),
        symbol: row.symbol,
        notionalUsd: row.notional_usd ?? Number.POSITIVE_INFINITY,
      }))
    },
  }
}
