import type { Decision } from '../contract/decision.ts'
import type { PlacedOrder, SuppressedOrder } from '../contract/ledger-entry.ts'
import { clientOrderIdOf } from './fingerprint.ts'
import { notionalText } from './notional.ts'

/** A decision that the gates let through as an order. */
export type OrderDecision = Decision & { readonly action: 'buy' | 'sell_short' }

export function isOrder(decision: Decision): decision is OrderDecision {
  return decision.action !== 'skip'
}

/** What is sent: an equity market order by amount on the underlying itself, never on an option. */
export function orderOf(fingerprint: string, decision: OrderDecision) {
  return {
    clientOrderId: clientOrderIdOf(fingerprint),
    symbol: decision.symbol,
    side: decision.action === 'buy' ? 'buy' : 'sell',
    notional: notionalText(decision.notional_usd),
  } as const
}

export function suppressedOrder(fingerprint: string, decision: OrderDecision): SuppressedOrder {
  return {
    dry_run: true,
    client_order_id: clientOrderIdOf(fingerprint),
    symbol: decision.symbol,
    action: decision.action,
    notional: decision.notional_usd,
  }
}

/** An order as the brokerage reports it. */
interface ReportedOrder {
  readonly orderId: string
  readonly clientOrderId: string
  readonly symbol: string
  readonly status: string
  readonly side: string
  readonly notional: string | null
}

export function placedOrder(order: ReportedOrder): PlacedOrder {
  const notional = order.notional === null ? Number.NaN : Number(order.notional)
  return {
    dry_run: false,
    order_id: order.orderId,
    client_order_id: order.clientOrderId,
    symbol: order.symbol,
    status: order.status,
    side: order.side,
    notional: Number.isFinite(notional) ? notional : null,
  }
}
