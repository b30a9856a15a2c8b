import { sql } from 'kysely'
import type { Connection } from '../../store/connection.ts'
import type { TradeIdea } from '../../trade-ideas/contract.ts'
import type { Decision } from '../contract/decision.ts'
import type { LedgerEntry, OrderResult } from '../contract/ledger-entry.ts'
import type { Approval } from '../domain/approval.ts'
import type { LedgerStatus } from '../domain/ledger-status.ts'
import type { Phase } from '../domain/phase.ts'
import { toApproval } from './approvals.ts'
import type { LedgerRow, ReceiverTables } from './tables.ts'

export interface AcceptedIdea {
  readonly fingerprint: string
  readonly idea: TradeIdea
  /** Of all that was received; a duplicate with other content has another one. */
  readonly payloadSha256: string
}

export type Acceptance =
  | { readonly status: 'queued' }
  | { readonly status: 'duplicate'; readonly payloadSha256: string; readonly duplicates: number }

export interface LedgerQuery {
  readonly status?: LedgerStatus | undefined
  readonly symbol?: string | undefined
  /** The last row of the page before. */
  readonly after?: LedgerKey | undefined
  readonly limit: number
}

/** What a list is sorted by, newest first. */
export interface LedgerKey {
  /** With milliseconds. */
  readonly createdAt: string
  readonly fingerprint: string
}

/** What a decision used; entries of earlier versions have fewer fields. */
export interface StoredUsage {
  readonly mode?: string
  readonly provider?: string | null
  readonly model?: string | null
  /** Which instructions the model was given: the start of their SHA-256. */
  readonly promptVersion?: string | null
  readonly inputTokens?: number | null
  readonly outputTokens?: number | null
  readonly toolCalls?: number
  readonly latencyMs?: number
  readonly estimatedCostUsd?: number | null
}

/** An entry with what only the operator sees. */
export interface LedgerRecord {
  readonly entry: LedgerEntry
  readonly key: LedgerKey
  readonly phase: Phase
  readonly attempts: number
  readonly duplicates: number
  readonly payloadSha256: string
  /** Of the last decision; null where none was requested. */
  readonly usage: StoredUsage | null
}

/** Entries as they are accepted and read; the work on them is in `ledger-claims.ts` and `ledger-outcomes.ts`. */
export function ledger({ db }: Connection<ReceiverTables>) {
  return {
    /** Of any number of simultaneous calls with one fingerprint, in any number of processes, one gets `queued`. */
    async accept({ fingerprint, idea, payloadSha256 }: AcceptedIdea, now: Date): Promise<Acceptance> {
      const at = now.toISOString()
      const added = await db
        .insertInto('ledger')
        .values(newRow(fingerprint, idea, payloadSha256, at))
        .onConflict((conflict) => conflict.column('fingerprint').doNothing())
        .returning('fingerprint')
        .executeTakeFirst()
      if (added) return { status: 'queued' }
      const known = await db
        .updateTable('ledger')
        .set((row) => ({ duplicates: row('duplicates', '+', 1) }))
        .where('fingerprint', '=', fingerprint)
        .returning(['payload_sha256', 'duplicates'])
        .executeTakeFirstOrThrow()
      return { status: 'duplicate', payloadSha256: known.payload_sha256, duplicates: known.duplicates }
    },

    async byFingerprint(fingerprint: string): Promise<LedgerRecord | undefined> {
      const row = await db.selectFrom('ledger').selectAll().where('fingerprint', '=', fingerprint).executeTakeFirst()
      return row && (await withApprovals(db, [row]))[0]
    },

    /** Newest first. */
    async list({ status, symbol, after, limit }: LedgerQuery): Promise<LedgerRecord[]> {
      let query = db.selectFrom('ledger').selectAll()
      if (status !== undefined) query = query.where('status', '=', status)
      if (symbol !== undefined) query = query.where('symbol', '=', symbol)
      if (after !== undefined) {
        const { createdAt, fingerprint } = after
        query = query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('created_at', 'fingerprint'), '<', tuple(createdAt, fingerprint)),
        )
      }
      const rows = await query.orderBy('created_at', 'desc').orderBy('fingerprint', 'desc').limit(limit).execute()
      return withApprovals(db, rows)
    },

    /** How many are queued, and since when the oldest of them. */
    async waiting(): Promise<{ count: number; oldestAt: string | null }> {
      const row = await db
        .selectFrom('ledger')
        .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<string | null>('created_at').as('oldest_at')])
        .where('status', '=', sql.lit('queued' as const))
        .executeTakeFirstOrThrow()
      return { count: row.count, oldestAt: row.oldest_at }
    },

    /**
     * An operator's explicit act on a failed entry: it goes on from where it had come to, under its own order id, and
     * asks the brokerage first when an order may have been sent. False when there is no such entry that failed.
     */
    async retry(fingerprint: string, now: Date): Promise<boolean> {
      const at = now.toISOString()
      const row = await db
        .updateTable('ledger')
        .set({
          status: 'queued',
          phase: sql`case when decision is null then 'accepted' when intent_at is null then 'decided' else 'submitting' end`,
          error: null,
          broker_text: null,
          unclear_queries: 0,
          recheck_at: null,
          // A yes was for the order of then.
          approval_id: null,
          fresh_from: at,
          due_at: at,
          updated_at: at,
        })
        .where('fingerprint', '=', fingerprint)
        .where('status', '=', 'failed')
        .returning('fingerprint')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

async function withApprovals(
  db: Connection<ReceiverTables>['db'],
  rows: readonly LedgerRow[],
): Promise<LedgerRecord[]> {
  const ids = rows.flatMap(({ approval_id: id }) => id ?? [])
  const found = ids.length === 0 ? [] : await db.selectFrom('approvals').selectAll().where('id', 'in', ids).execute()
  const known = new Map(found.map((row) => [row.id, toApproval(row)]))
  return rows.map((row) => toRecord(row, known.get(row.approval_id ?? '')))
}

function newRow(fingerprint: string, idea: TradeIdea, payloadSha256: string, at: string): LedgerRow {
  return {
    fingerprint,
    status: 'queued',
    phase: 'accepted',
    symbol: idea.symbol,
    payload: JSON.stringify(idea),
    payload_sha256: payloadSha256,
    decision: null,
    order_result: null,
    order_plan: null,
    order_settled_at: null,
    error: null,
    llm_usage: null,
    llm_tokens: null,
    llm_cost_usd: null,
    broker_text: null,
    duplicates: 0,
    attempts: 0,
    unclear_queries: 0,
    fresh_from: at,
    due_at: at,
    lease_owner: null,
    lease_instance: null,
    lease_until: null,
    asked_at: null,
    intent_at: null,
    notional_usd: null,
    recheck_at: null,
    approval_id: null,
    created_at: at,
    updated_at: at,
  }
}

function toRecord(row: LedgerRow, approval: Approval | undefined): LedgerRecord {
  return {
    entry: {
      fingerprint: row.fingerprint,
      status: row.status,
      payload: JSON.parse(row.payload) as TradeIdea,
      decision: row.decision === null ? null : (JSON.parse(row.decision) as Decision),
      order_result: row.order_result === null ? null : (JSON.parse(row.order_result) as OrderResult),
      ...(approval && { approval: entryApproval(approval) }),
      error: row.error,
      created_at: inSeconds(row.created_at),
      updated_at: inSeconds(row.updated_at),
    },
    key: { createdAt: row.created_at, fingerprint: row.fingerprint },
    phase: row.phase,
    attempts: row.attempts,
    duplicates: row.duplicates,
    payloadSha256: row.payload_sha256,
    usage: row.llm_usage === null ? null : (JSON.parse(row.llm_usage) as StoredUsage),
  }
}

/** What waits past its end is closed at its next turn; readers compare `expires_at` with their own clock. */
function entryApproval({ id, answer, requestedAt, expiresAt, answeredAt }: Approval): LedgerEntry['approval'] {
  const states = { yes: 'approved', no: 'declined', none: 'expired' } as const
  const state = answer === null ? 'waiting' : states[answer]
  return { id, state, requested_at: requestedAt, expires_at: expiresAt, answered_at: answeredAt }
}

function inSeconds(instant: string): string {
  return `${instant.slice(0, 19)}Z`
}
