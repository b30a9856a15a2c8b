import { sql } from 'kysely'
import type { Connection } from '../../store/connection.ts'
import type { Decision } from '../contract/decision.ts'
import type { OrderResult } from '../contract/ledger-entry.ts'
import type { ExitPlan } from '../domain/exits.ts'
import type { LedgerStatus } from '../domain/ledger-status.ts'
import { changeLeased, type LeasedEntry, NO_LEASE } from './leased-entry.ts'
import type { Lease } from './ledger-claims.ts'
import type { ReceiverTables } from './tables.ts'

export interface Ending {
  readonly status: Exclude<LedgerStatus, 'queued'>
  readonly decision?: Decision | undefined
  readonly orderResult?: OrderResult | undefined
  readonly error?: string | undefined
  /** When to look the order up again. */
  readonly recheckAt?: Date | undefined
}

/** What a decision used; more may be stored than is read here. */
interface Usage {
  readonly inputTokens?: number | null
  readonly outputTokens?: number | null
  readonly estimatedCostUsd?: number | null
}

/** The last usage, and the sums over all decisions on the idea; nothing is added for what the provider does not say. */
function spent(usage: object) {
  const { inputTokens = null, outputTokens = null, estimatedCostUsd = null }: Usage = usage
  const tokens = inputTokens === null && outputTokens === null ? null : (inputTokens ?? 0) + (outputTokens ?? 0)
  return {
    llm_usage: JSON.stringify(usage),
    ...(tokens !== null && { llm_tokens: sql<number>`coalesce(llm_tokens, 0) + ${tokens}` }),
    ...(estimatedCostUsd !== null && { llm_cost_usd: sql<number>`coalesce(llm_cost_usd, 0) + ${estimatedCostUsd}` }),
  }
}

/**
 * How far the work on an entry is committed. Every write names the lease it is made under and answers whether that
 * lease still entry: one that was lost changes nothing.
 */
export function ledgerOutcomes({ db }: Connection<ReceiverTables>) {
  return {
    /** The decision after the gates, before it has any effect: it is never requested again. */
    async decided(entry: LeasedEntry, decision: Decision, usage: object, now: Date): Promise<boolean> {
      return changeLeased({ db }, entry, {
        phase: 'decided',
        decision: JSON.stringify(decision),
        ...spent(usage),
        updated_at: now.toISOString(),
      })
    },

    /** What it cost to be given no decision. */
    async noteUsage(entry: LeasedEntry, usage: object): Promise<boolean> {
      return changeLeased({ db }, entry, spent(usage))
    },

    /** The order's intent, committed before anything is sent. */
    async intend(
      entry: LeasedEntry,
      decision: Decision,
      { now, until }: Pick<Lease, 'now' | 'until'>,
      plan: ExitPlan | null = null,
    ): Promise<boolean> {
      return changeLeased({ db }, entry, {
        phase: 'submitting',
        decision: JSON.stringify(decision),
        order_plan: plan && JSON.stringify(plan),
        intent_at: now.toISOString(),
        notional_usd: decision.notional_usd,
        lease_until: until.toISOString(),
        updated_at: now.toISOString(),
      })
    },

    /** What the brokerage said when nobody can say whether it took the order. */
    async uncertain(entry: LeasedEntry, text: string): Promise<boolean> {
      return changeLeased({ db }, entry, { broker_text: text })
    },

    /** The end: from here on nothing changes but by `appeared` and an operator's retry. */
    async finish(entry: LeasedEntry, ending: Ending, now: Date): Promise<boolean> {
      return changeLeased({ db }, entry, {
        ...NO_LEASE,
        status: ending.status,
        phase: 'done',
        order_result: ending.orderResult ? JSON.stringify(ending.orderResult) : null,
        error: ending.error ?? null,
        recheck_at: ending.recheckAt?.toISOString() ?? null,
        updated_at: now.toISOString(),
        ...(ending.decision && { decision: JSON.stringify(ending.decision) }),
        // Counted by `recentOrders`; a real order is counted from its intent on.
        ...(ending.orderResult?.dry_run && { intent_at: now.toISOString(), notional_usd: ending.orderResult.notional }),
      })
    },

    /** A failed order that the brokerage shows after all. */
    async appeared(
      entry: LeasedEntry,
      orderResult: OrderResult,
      { now, recheckAt }: { readonly now: Date; readonly recheckAt: Date | null },
    ): Promise<boolean> {
      const result = JSON.stringify(orderResult)
      const recheck_at = recheckAt?.toISOString() ?? null
      const set = { ...NO_LEASE, order_result: result, error: null, recheck_at, updated_at: now.toISOString() }
      return changeLeased({ db }, entry, { ...set, status: 'ordered' }, 'failed')
    },

    /** When a failed order is looked up next; null for never. */
    async recheck(entry: LeasedEntry, at: Date | null): Promise<boolean> {
      return changeLeased({ db }, entry, { ...NO_LEASE, recheck_at: at?.toISOString() ?? null }, 'failed')
    },
  }
}
