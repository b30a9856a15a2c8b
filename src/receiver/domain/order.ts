import type { Decision } from '../contract/decision.ts'
import type { PlacedOrder, SuppressedOrder } from '../contract/ledger-entry.ts'
import { type ExitPlan, priceText } from './exits.ts'
import { clientOrderIdOf } from './fingerprint.ts'
import { notionalText } from './notional.ts'

/** A decision that the gates let through as an order. */
export type OrderDecision = Decision & { readonly action: 'buy' | 'sell_short' }

export function isOrder(decision: Decision): decision is OrderDecision {
  return decision.action !== 'skip'
}

/** What is sent: an equity market order on the underlying itself, never on an option, by amount or with exits. */
export function orderOf(fingerprint: string, decision: OrderDecision, plan: ExitPlan | null) {
  const order = {
    clientOrderId: clientOrderIdOf(fingerprint),
    symbol: decision.symbol,
    side: decision.action === 'buy' ? 'buy' : 'sell',
  } as const
  if (plan === null) return { ...order, notional: notionalText(decision.notional_usd) }
  const { style, qty, timeInForce, takeProfit, stopLoss } = plan
  return {
    ...order,
    style,
    qty: String(qty),
    timeInForce,
    takeProfit: takeProfit === null ? null : priceText(takeProfit),
    stopLoss: stopLoss === null ? null : priceText(stopLoss),
  }
}

export function suppressedOrder(fingerprint: string, decision: OrderDecision, plan: ExitPlan | null): SuppressedOrder {
  return {
    dry_run: true,
    client_order_id: clientOrderIdOf(fingerprint),
    symbol: decision.symbol,
    action: decision.action,
    notional: decision.notional_usd,
    ...exitFields(plan),
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
  /** Absent where the brokerage reports none, as of an order by amount. */
  readonly qty?: string
}

/** `plan` is what was sent; the number of shares is the brokerage's where it reports one. */
export function placedOrder(order: ReportedOrder, plan: ExitPlan | null): PlacedOrder {
  return {
    dry_run: false,
    order_id: order.orderId,
    client_order_id: order.clientOrderId,
    symbol: order.symbol,
    status: order.status,
    side: order.side,
    notional: numberOf(order.notional),
    ...exitFields(plan, numberOf(order.qty ?? null)),
  }
}

/** Nothing for an order by amount: its result has the fields of the specification and no others. */
function exitFields(plan: ExitPlan | null, reportedQty: number | null = null) {
  if (plan === null) return {}
  return {
    style: plan.style,
    qty: reportedQty ?? plan.qty,
    time_in_force: plan.timeInForce,
    take_profit: plan.takeProfit,
    stop_loss: plan.stopLoss,
  }
}

/** Null for what is no number. */
function numberOf(text: string | null): number | null {
  const value = text === null || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : null
}
