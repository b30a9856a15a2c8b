import type { Decision } from './decision.ts'
import type { TradeIdea } from './trade-idea.ts'

/** What a ledger entry shows: `queued` until processing has ended, then one of the four ends. */
export const LEDGER_STATUSES = ['queued', 'skipped', 'dry_run', 'ordered', 'failed'] as const
export type LedgerStatus = (typeof LEDGER_STATUSES)[number]

/**
 * How far the work on an idea is committed, which says where it goes on after a crash: `accepted` asks for a decision,
 * `decided` goes on with the stored one, `submitting` may have an order at the brokerage and asks there first.
 */
export type Phase = 'accepted' | 'decided' | 'submitting' | 'done'

/** What a dry run stores in the place of an order. */
export interface SuppressedOrder {
  readonly dry_run: true
  readonly client_order_id: string
  readonly symbol: string
  readonly action: 'buy' | 'sell_short'
  /** USD. */
  readonly notional: number
}

export interface PlacedOrder {
  readonly dry_run: false
  readonly order_id: string
  readonly client_order_id: string
  readonly symbol: string
  /** In the brokerage's own words: usually `accepted` or `pending_new`. */
  readonly status: string
  readonly side: string
  /** USD; null where the brokerage does not say. */
  readonly notional: number | null
}

export type OrderResult = SuppressedOrder | PlacedOrder

/** An entry as it is read over the wire; both times have second precision and end in `Z`. */
export interface LedgerEntry {
  readonly fingerprint: string
  readonly status: LedgerStatus
  readonly payload: TradeIdea
  /** The final one, after the gates; null until there is one. */
  readonly decision: Decision | null
  readonly order_result: OrderResult | null
  readonly error: string | null
  readonly created_at: string
  readonly updated_at: string
}
