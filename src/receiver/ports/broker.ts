import type { Holdings } from '../domain/holdings.ts'
import type { OrderReport } from '../domain/order-life.ts'

interface MarketOrder {
  readonly clientOrderId: string
  readonly symbol: string
  readonly side: 'buy' | 'sell'
}

/** A market order on the underlying by amount, good for the day. */
export interface AmountIntent extends MarketOrder {
  /** USD with two decimals, as text: what was decided is what is sent. */
  readonly notional: string
}

/** A market order for whole shares with its exits: two of `bracket`, of which one cancels the other, one of `oto`. */
export interface ExitIntent extends MarketOrder {
  readonly style: 'bracket' | 'oto'
  readonly qty: string
  readonly timeInForce: 'day' | 'gtc'
  /** USD per share on the tick, as text; null for no such exit. */
  readonly takeProfit: string | null
  readonly stopLoss: string | null
}

export type OrderIntent = AmountIntent | ExitIntent

/** The order as the brokerage knows it; `status` in its own words. */
export interface BrokerOrder {
  readonly orderId: string
  readonly clientOrderId: string
  readonly symbol: string
  readonly status: string
  readonly side: string
  readonly notional: string | null
  /** Absent where the brokerage reports none, as of an order by amount. */
  readonly qty?: string
}

export type SubmitOutcome =
  | { readonly outcome: 'accepted'; readonly order: BrokerOrder }
  /** An order with this client order id exists already: ask for it. */
  | { readonly outcome: 'id_in_use'; readonly text: string }
  /** Certainly no order; `text` holds the brokerage's words without secrets. */
  | { readonly outcome: 'refused'; readonly text: string }
  /** Certainly no order: the brokerage takes no more requests for now. The same intent may be sent again. */
  | { readonly outcome: 'busy'; readonly text: string; readonly retryAfterMs: number | null }
  /** Nobody can say: a time-out, a reset, a 5xx, an unreadable answer. Ask for the client order id. */
  | { readonly outcome: 'unclear'; readonly text: string }

export type FindOutcome =
  | { readonly outcome: 'found'; readonly order: BrokerOrder }
  | { readonly outcome: 'absent' }
  | { readonly outcome: 'unclear'; readonly text: string }

export type HoldingsOutcome =
  | { readonly outcome: 'read'; readonly holdings: Holdings }
  /** `text` says why, without secrets. */
  | { readonly outcome: 'unknown'; readonly text: string }

export type ReportOutcome =
  | { readonly outcome: 'reported'; readonly report: OrderReport }
  /** The brokerage has no such order: it said so itself. */
  | { readonly outcome: 'absent' }
  | { readonly outcome: 'unclear'; readonly text: string }

/** Who listens to the updates of orders. */
export interface UpdateListener {
  /** From now on every update comes; before, some may have been missed. */
  connected(): void
  /** Something happened to an order of this symbol, or to one of its exits. */
  updated(symbol: string): void
  /** The connection ended or could not be opened; `text` says why, without secrets. */
  disconnected(text: string): void
}

/**
 * Where orders go. Never throws, never sends an order twice in one `submit`, and reaches nothing but the paper endpoint
 * or loopback. Without its keys every method answers `refused`, `unclear` or `unknown` with the setting's name.
 */
export interface Broker {
  submit(intent: OrderIntent, signal: AbortSignal): Promise<SubmitOutcome>
  find(clientOrderId: string, signal: AbortSignal): Promise<FindOutcome>
  /** The present state of the order, with its exits. */
  report(orderId: string, signal: AbortSignal): Promise<ReportOutcome>
  /**
   * Listens on one connection until it ends or the signal is aborted; true where it was complete for a while. An update
   * says when to look, never what is: that is `report`.
   */
  listen(listener: UpdateListener, signal: AbortSignal): Promise<boolean>
  /** Account, positions and open orders of now. */
  holdings(signal: AbortSignal): Promise<HoldingsOutcome>
}
