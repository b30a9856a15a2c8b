import { sql } from 'kysely'
import type { Connection } from '../../store/connection.ts'
import type { TradeIdea } from '../../trade-ideas/contract.ts'
import type { Decision } from '../contract/decision.ts'
import type { OrderResult } from '../contract/ledger-entry.ts'
import type { ExitPlan } from '../domain/exits.ts'
import type { LedgerStatus } from '../domain/ledger-status.ts'
import type { Phase } from '../domain/phase.ts'
import { changeLeased, type LeasedEntry, NO_LEASE } from './leased-entry.ts'
import type { LedgerRow, ReceiverTables } from './tables.ts'

/** Who works on an entry. The owner is new for every claim: a paused process may meet its own entry again. */
export interface Lease {
  readonly owner: string
  readonly instance: string
  readonly now: Date
  readonly until: Date
}

/** An entry under a lease, and what the work on it needs. */
export interface ClaimedIdea {
  readonly fingerprint: string
  readonly owner: string
  readonly phase: Phase
  readonly status: LedgerStatus
  readonly idea: TradeIdea
  readonly decision: Decision | null
  readonly freshFrom: Date
  /** How often it was claimed, this time included. */
  readonly attempts: number
  readonly unclearQueries: number
  /** What the brokerage said to an order of uncertain fate; null where no answer was seen. */
  readonly brokerText: string | null
  /** The exits of the order that may have been sent; null of an order by amount. */
  readonly plan: ExitPlan | null
  /** When it was due to be looked up. */
  readonly recheckAt: string | null
  /** The order as it is stored. */
  readonly orderResult: OrderResult | null
  /** Whether an order may have been sent. */
  readonly wasIntended: boolean
  /** The request whose answer decides about its order; null where none was made. */
  readonly approvalId: string | null
}

/** The ledger as a queue: who works on which entry, and until when. */
export function ledgerClaims({ db, engine }: Connection<ReceiverTables>) {
  return {
    /** The oldest entry that waits and that nobody works on; with `isDecided`, the oldest that has its decision. */
    async claim(lease: Lease, { isDecided = false } = {}): Promise<ClaimedIdea | undefined> {
      const at = lease.now.toISOString()
      const row = await db
        .updateTable('ledger')
        .set((it) => ({ ...leased(lease), attempts: it('attempts', '+', 1) }))
        .where('fingerprint', 'in', () => {
          const all = waitingAt(db, at)
          const waiting = isDecided ? all.where('phase', '!=', sql.lit('accepted' as const)) : all
          return engine === 'postgres' ? waiting.forUpdate().skipLocked() : waiting
        })
        .returningAll()
        .executeTakeFirst()
      return row && toClaimed(row, lease.owner)
    },

    /** A failed entry whose order is to be looked up again, or an ordered one that is followed. */
    async claimRecheck(lease: Lease): Promise<ClaimedIdea | undefined> {
      const at = lease.now.toISOString()
      const row = await db
        .updateTable('ledger')
        .set(leased(lease))
        .where('fingerprint', 'in', (query) => {
          const due = query
            .selectFrom('ledger')
            .select('fingerprint')
            .where('recheck_at', '<=', at)
            .where(({ or, eb }) => or([eb('lease_until', 'is', null), eb('lease_until', '<=', at)]))
            .orderBy('recheck_at')
            .limit(1)
          return engine === 'postgres' ? due.forUpdate().skipLocked() : due
        })
        .returningAll()
        .executeTakeFirst()
      return row && toClaimed(row, lease.owner)
    },

    async renew(entry: LeasedEntry, until: Date): Promise<boolean> {
      return changeLeased({ db }, entry, { lease_until: until.toISOString() })
    },

    /** Waits for the next query, with the lease given back. */
    async postpone(entry: LeasedEntry, dueAt: Date): Promise<boolean> {
      const unclear = await db
        .updateTable('ledger')
        .set((row) => ({ ...NO_LEASE, due_at: dueAt.toISOString(), unclear_queries: row('unclear_queries', '+', 1) }))
        .where('fingerprint', '=', entry.fingerprint)
        .where('lease_owner', '=', entry.owner)
        .where('status', '=', 'queued')
        .returning('fingerprint')
        .executeTakeFirst()
      return unclear !== undefined
    },

    /** Hands an unfinished entry over to whoever comes next. */
    async release(entry: LeasedEntry): Promise<boolean> {
      return changeLeased({ db }, entry, NO_LEASE)
    },

    /** Gives back what these processes entry; they are known to be gone. */
    async releaseOf(instances: readonly string[]): Promise<number> {
      if (instances.length === 0) return 0
      const rows = await db
        .updateTable('ledger')
        .set(NO_LEASE)
        .where('lease_instance', 'in', instances)
        .returning('fingerprint')
        .execute()
      return rows.length
    },
  }
}

/** The oldest entry that is due and that nobody works on. */
function waitingAt(db: Connection<ReceiverTables>['db'], at: string) {
  return (
    db
      .selectFrom('ledger')
      .select('fingerprint')
      .where('status', '=', sql.lit('queued' as const))
      // What seems to come from the future was there before the clock was set back: it is not left waiting for it.
      .where(({ or, and, eb }) =>
        or([eb('due_at', '<=', at), and([eb('created_at', '>', at), eb('approval_id', 'is', null)])]),
      )
      .where(({ or, eb }) => or([eb('lease_until', 'is', null), eb('lease_until', '<=', at)]))
      .orderBy('created_at')
      .orderBy('fingerprint')
      .limit(1)
  )
}

function leased({ owner, instance, until }: Lease) {
  return { lease_owner: owner, lease_instance: instance, lease_until: until.toISOString() }
}

function toClaimed(row: LedgerRow, owner: string): ClaimedIdea {
  return {
    fingerprint: row.fingerprint,
    owner,
    phase: row.phase,
    status: row.status,
    idea: JSON.parse(row.payload) as TradeIdea,
    decision: row.decision === null ? null : (JSON.parse(row.decision) as Decision),
    freshFrom: new Date(row.fresh_from),
    attempts: row.attempts,
    unclearQueries: row.unclear_queries,
    brokerText: row.broker_text,
    plan: row.order_plan === null ? null : (JSON.parse(row.order_plan) as ExitPlan),
    recheckAt: row.recheck_at,
    orderResult: row.order_result === null ? null : (JSON.parse(row.order_result) as OrderResult),
    wasIntended: row.intent_at !== null,
    approvalId: row.approval_id,
  }
}
