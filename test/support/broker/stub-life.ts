import type { StubOrder } from './stub-order.ts'
import type { StubStream } from './stub-stream.ts'

type Mutable = { -readonly [Key in keyof StubOrder]: StubOrder[Key] }

/** What happens to the orders of the stub after they were taken, as the vendor describes it; each step is published. */
export interface StubLife {
  /** The entry is filled so far; as a whole it activates its exits. */
  fill(clientOrderId: string, fill: { readonly qty: number; readonly price: number; readonly partly?: boolean }): void
  /** The exit of this type is filled, and the other one is canceled. */
  exit(clientOrderId: string, type: 'limit' | 'stop', price: number): void
  /** The entry waits: the market is closed, or its symbol is halted. */
  become(clientOrderId: string, status: 'accepted' | 'suspended' | 'held' | 'done_for_day'): void
  /** The entry ends unfilled or in part, and its exits with it. */
  end(clientOrderId: string, status: 'canceled' | 'expired' | 'rejected'): void
  /** The account was reset: its orders are gone. */
  forget(clientOrderId: string): void
}

export function stubLife(orders: StubOrder[], stream: StubStream): StubLife {
  const found = (clientOrderId: string): Mutable => {
    const order = orders.find(({ client_order_id: id }) => id === clientOrderId)
    if (order === undefined) throw new Error(`The stub has no order ${clientOrderId}.`)
    return order
  }
  const legsOf = (order: StubOrder) => (order.legs ?? []) as Mutable[]
  return {
    fill(clientOrderId, { qty, price, partly = false }) {
      const order = found(clientOrderId)
      const status = partly ? 'partially_filled' : 'filled'
      Object.assign(order, { status, filled_qty: String(qty), filled_avg_price: String(price) })
      for (const leg of legsOf(order)) leg.status = partly || leg.type !== 'limit' ? 'held' : 'new'
      stream.publish(
        partly ? 'partial_fill' : 'fill',
        { ...order, legs: null },
        { price: String(price), qty: String(qty) },
      )
    },
    exit(clientOrderId, type, price) {
      const order = found(clientOrderId)
      for (const leg of legsOf(order)) {
        if (leg.type === type) {
          Object.assign(leg, { status: 'filled', filled_qty: leg.qty, filled_avg_price: String(price) })
        } else leg.status = 'canceled'
        stream.publish(leg.type === type ? 'fill' : 'canceled', leg)
      }
    },
    become(clientOrderId, status) {
      const order = found(clientOrderId)
      order.status = status
      stream.publish(status, { ...order, legs: null })
    },
    end(clientOrderId, status) {
      const order = found(clientOrderId)
      order.status = status
      for (const leg of legsOf(order)) leg.status = 'canceled'
      stream.publish(status, { ...order, legs: null })
    },
    forget(clientOrderId) {
      orders.splice(orders.indexOf(found(clientOrderId)), 1)
    },
  }
}

/** What happens by itself to the orders of these symbols. */
const LIVES: Readonly<Record<string, (life: StubLife, clientOrderId: string) => void>> = {
  FILLS: (life, id) => life.fill(id, { qty: 2, price: 50 }),
  PARTCANCEL(life, id) {
    life.fill(id, { qty: 1, price: 50, partly: true })
    life.end(id, 'canceled')
  },
  LATEREJECT: (life, id) => life.end(id, 'rejected'),
}

/** To be called when an order was taken and answered. */
export function liveOn(life: StubLife, { symbol, client_order_id: id }: StubOrder): void {
  LIVES[symbol]?.(life, id)
}
