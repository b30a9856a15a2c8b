import { sql } from 'kysely'
import type { Connection } from '../../store/connection.ts'
import type { TradeIdea } from '../../trade-ideas/contract.ts'
import type { Decision } from '../contract/decision.ts'
import type { AskedRange } from './decision-scores.ts'
import type { ReceiverTables } from './tables.ts'

export interface ReplayRun {
  /** A digest of what was asked for. */
  readonly id: string
  readonly title: string
  readonly settings: object
}

/** What a replay decided on an idea: a decision after the gates, or why there is none. */
export interface ReplayedIdea {
  readonly fingerprint: string
  readonly decision: Decision | null
  readonly error: string | null
  readonly usage: object | null
}

/** An idea that the receiver is done with. */
export interface ReplayableIdea {
  readonly fingerprint: string
  readonly idea: TradeIdea
  /** What the ledger holds, after the gates; null where the idea failed without one. */
  readonly decision: Decision | null
  /** When its decision was asked for, else when it came. */
  readonly askedAt: Date
  readonly usage: unknown
}

/** Replays and their decisions, which are no part of the ledger: nothing of them is ever ordered. */
export function decisionReplays({ db }: Connection<ReceiverTables>) {
  return {
    /** Ideas of a range that are done, the oldest first. */
    async ideas({ from, until, symbol }: AskedRange, limit: number): Promise<ReplayableIdea[]> {
      const asked = sql<string>`coalesce(asked_at, created_at)`
      const rows = await db
        .selectFrom('ledger')
        .select(['fingerprint', 'payload', 'decision', 'asked_at', 'created_at', 'llm_usage'])
        .where('status', '!=', sql.lit('queued' as const))
        .where(asked, '>=', from.toISOString())
        .where(asked, '<', until.toISOString())
        .$if(symbol !== undefined, (query) => query.where('symbol', '=', symbol ?? ''))
        .orderBy('created_at')
        .orderBy('fingerprint')
        .limit(limit)
        .execute()
      return rows.map((row) => ({
        fingerprint: row.fingerprint,
        idea: JSON.parse(row.payload) as TradeIdea,
        decision: row.decision === null ? null : (JSON.parse(row.decision) as Decision),
        askedAt: new Date(row.asked_at ?? row.created_at),
        usage: row.llm_usage === null ? null : JSON.parse(row.llm_usage),
      }))
    },

    /** The same run again changes nothing. */
    async begin({ id, title, settings }: ReplayRun, now: Date): Promise<void> {
      await db
        .insertInto('replay_runs')
        .values({ id, title, settings: JSON.stringify(settings), created_at: now.toISOString() })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
    },

    async put(runId: string, { fingerprint, decision, error, usage }: ReplayedIdea, now: Date): Promise<void> {
      const values = {
        decision: decision && JSON.stringify(decision),
        error,
        llm_usage: usage && JSON.stringify(usage),
        decided_at: now.toISOString(),
      }
      await db
        .insertInto('replay_decisions')
        .values({ run_id: runId, fingerprint, ...values })
        .onConflict((conflict) => conflict.columns(['run_id', 'fingerprint']).doUpdateSet(values))
        .execute()
    },

    /** All that a run has decided so far. */
    async decided(runId: string): Promise<ReplayedIdea[]> {
      const rows = await db.selectFrom('replay_decisions').selectAll().where('run_id', '=', runId).execute()
      return rows.map((row) => ({
        fingerprint: row.fingerprint,
        decision: row.decision === null ? null : (JSON.parse(row.decision) as Decision),
        error: row.error,
        usage: row.llm_usage === null ? null : (JSON.parse(row.llm_usage) as object),
      }))
    },

    /** Forgets what a run has decided, so that it begins anew. */
    async forget(runId: string): Promise<void> {
      await db.deleteFrom('replay_decisions').where('run_id', '=', runId).execute()
    },
  }
}
