import type { Decision } from '../domain/trade-ideas/decision.ts'
import type { LedgerStatus, OrderResult } from '../domain/trade-ideas/ledger-entry.ts'
import type { Connection } from './engine.ts'
import { changeHeld, type Held, NO_LEASE } from './held-entry.ts'
import type { Lease } from './ledger-claims.ts'

export interface Ending {
  readonly status: Exclude<LedgerStatus, 'queued'>
  readonly decision?: Decision | undefined
  readonly orderResult?: OrderResult | undefined
  readonly error?: string | undefined
  /** When the brokerage is to be asked once more. */
  readonly recheckAt?: Date | undefined
}

/**
 * How far the work on an entry is committed. Every write names the lease it is made under and answers whether that
 * lease still held: one that was lost changes nothing.
 */
export function ledgerOutcomes({ db }: Connection) {
  return {
    /** The decision after the gates, before it has any effect: it is never asked for again. */
    async decided(held: Held, decision: Decision, usage: object, now: Date): Promise<boolean> {
      return changeHeld({ db }, held, {
        phase: 'decided',
        decision: JSON.stringify(decision),
        llm_usage: JSON.stringify(usage),
        updated_at: now.toISOString(),
      })
    },

    /** What it cost to be given no decision. */
    async noteUsage(held: Held, usage: object): Promise<boolean> {
      return changeHeld({ db }, held, { llm_usage: JSON.stringify(usage) })
    },

    /** The order's intent, committed before anything is sent. */
    async intend(held: Held, decision: Decision, { now, until }: Pick<Lease, 'now' | 'until'>): Promise<boolean> {
      return changeHeld({ db }, held, {
        phase: 'submitting',
        decision: JSON.stringify(decision),
        intent_at: now.toISOString(),
        notional_usd: decision.notional_usd,
        lease_until: until.toISOString(),
        updated_at: now.toISOString(),
      })
    },

    /** What the brokerage said when nobody can say whether it took the order. */
    async uncertain(held: Held, text: string): Promise<boolean> {
      return changeHeld({ db }, held, { broker_text: text })
    },

    /** The end: from here on nothing changes but by `appeared` and an operator's retry. */
    async finish(held: Held, ending: Ending, now: Date): Promise<boolean> {
      return changeHeld({ db }, held, {
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
    async appeared(held: Held, orderResult: OrderResult, now: Date): Promise<boolean> {
      const result = JSON.stringify(orderResult)
      const set = { ...NO_LEASE, order_result: result, error: null, recheck_at: null, updated_at: now.toISOString() }
      return changeHeld({ db }, held, { ...set, status: 'ordered' }, 'failed')
    },

    /** When the brokerage is asked about a failed order the next time; null for never. */
    async recheck(held: Held, at: Date | null): Promise<boolean> {
      return changeHeld({ db }, held, { ...NO_LEASE, recheck_at: at?.toISOString() ?? null }, 'failed')
    },
  }
}
