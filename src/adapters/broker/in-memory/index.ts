import type { Broker, BrokerOrder, OrderIntent, SubmitOutcome } from '../../../ports/broker.ts'

export interface InMemoryOptions {
  /** What may be traded. */
  readonly symbols: readonly string[]
  readonly buyingPowerUsd: number
  /** A new id for each order. */
  readonly newId: () => string
  /** What is held at the beginning, USD by symbol: only what is held can be sold by amount. */
  readonly holdingsUsd?: Readonly<Record<string, number>>
}

export interface InMemoryBroker extends Broker {
  /** All orders, oldest first. */
  orders(): readonly BrokerOrder[]
  buyingPowerUsd(): number
  /** Fills an accepted order at its amount; false when there is nothing to fill. */
  fill(clientOrderId: string): boolean
  /** Gives back what an accepted order holds; false when there is nothing to cancel. */
  cancel(clientOrderId: string): boolean
}

const AMOUNT = /^(0|[1-9]\d{0,11})\.\d{2}$/

/**
 * A small brokerage without a network, with the rules and words of the real one that matter to orders by amount: client
 * order ids are unique for ever, fractions cannot be sold short, and what is ordered is set aside at once. In cents.
 */
export function inMemoryBroker(options: InMemoryOptions): InMemoryBroker {
  const symbols = new Set(options.symbols)
  const orders = new Map<string, BrokerOrder & { readonly cents: number }>()
  const held = new Map(Object.entries(options.holdingsUsd ?? {}).map(([symbol, usd]) => [symbol, centsOf(usd)]))
  let cents = centsOf(options.buyingPowerUsd)

  function heldOf(symbol: string): number {
    return held.get(symbol) ?? 0
  }

  /** A buy takes money and gives shares, a sale the other way round; what is given comes with the fill. */
  function take(side: string, symbol: string, amount: number): void {
    if (side === 'buy') cents -= amount
    else held.set(symbol, heldOf(symbol) - amount)
  }

  function give(side: string, symbol: string, amount: number): void {
    if (side === 'buy') held.set(symbol, heldOf(symbol) + amount)
    else cents += amount
  }

  function refusalOf({ symbol, side, notional }: OrderIntent): string | undefined {
    if (!AMOUNT.test(notional)) return 'notional must be an amount with two decimals'
    const amount = centsOf(Number(notional))
    if (amount < 100) return 'cost basis must be >= minimal amount of order 1'
    if (!symbols.has(symbol)) return `asset ${symbol} not found`
    if (side === 'buy' && amount > cents) return 'insufficient buying power'
    if (side === 'sell' && amount > heldOf(symbol)) return 'fractional orders cannot be sold short'
    return undefined
  }

  function submit(intent: OrderIntent): SubmitOutcome {
    const { clientOrderId, symbol, side, notional } = intent
    if (orders.has(clientOrderId)) return { outcome: 'id_in_use', text: 'client_order_id must be unique' }
    const refusal = refusalOf(intent)
    if (refusal !== undefined) return { outcome: 'refused', text: refusal }
    const amount = centsOf(Number(notional))
    take(side, symbol, amount)
    const order = { orderId: options.newId(), clientOrderId, symbol, status: 'accepted', side, notional }
    orders.set(clientOrderId, { ...order, cents: amount })
    return { outcome: 'accepted', order }
  }

  function end(clientOrderId: string, status: 'filled' | 'canceled'): boolean {
    const order = orders.get(clientOrderId)
    if (order?.status !== 'accepted') return false
    orders.set(clientOrderId, { ...order, status })
    if (status === 'filled') give(order.side, order.symbol, order.cents)
    else take(order.side, order.symbol, -order.cents)
    return true
  }

  return {
    async submit(intent, signal) {
      if (signal.aborted) return { outcome: 'unclear', text: 'The request to the brokerage was stopped.' }
      return submit(intent)
    },
    async find(clientOrderId, signal) {
      if (signal.aborted) return { outcome: 'unclear', text: 'The request to the brokerage was stopped.' }
      const order = orders.get(clientOrderId)
      return order === undefined ? { outcome: 'absent' } : { outcome: 'found', order: shown(order) }
    },
    orders: () => [...orders.values()].map(shown),
    buyingPowerUsd: () => cents / 100,
    fill: (clientOrderId) => end(clientOrderId, 'filled'),
    cancel: (clientOrderId) => end(clientOrderId, 'canceled'),
  }
}

function shown({ orderId, clientOrderId, symbol, status, side, notional }: BrokerOrder): BrokerOrder {
  return { orderId, clientOrderId, symbol, status, side, notional }
}

function centsOf(usd: number): number {
  return Math.round(usd * 100)
}
