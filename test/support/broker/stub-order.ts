import { randomUUID } from 'node:crypto'

/** An order as it lies in the stub, with the vendor's names. */
export interface StubOrder {
  readonly id: string
  readonly client_order_id: string
  readonly symbol: string
  readonly side: string
  readonly notional: string | null
  readonly qty: string | null
  readonly filled_qty: string
  readonly filled_avg_price: string | null
  readonly type: string
  readonly order_class: string
  readonly time_in_force: string
  readonly limit_price: string | null
  readonly stop_price: string | null
  readonly status: string
  readonly legs: readonly StubOrder[] | null
}

/** Statuses after which an order does not change. */
export const DONE: readonly string[] = ['filled', 'canceled', 'expired', 'replaced', 'rejected']

type Sent = Readonly<Record<string, unknown>>

interface Refusal {
  readonly code: number
  readonly message: string
  readonly base_price?: string
}

/**
 * What the vendor checks of a market order, in its words: https://docs.alpaca.markets/docs/orders-at-alpaca (bracket and
 * OTO orders, increments, base price) and the answers in public threads. `price` is the market price if it is known.
 */
export function mistakeOf(sent: Sent, price: number | undefined): Refusal | undefined {
  const message = commonMistake(sent) ?? (isAdvanced(sent) ? exitMistake(sent) : amountMistake(sent))
  if (message !== undefined) return { code: 42210000, message }
  const base = price === undefined ? undefined : basePriceMistake(sent, price)
  return base === undefined ? undefined : { code: 42210000, message: base, base_price: String(price) }
}

function isAdvanced({ order_class: kind }: Sent): boolean {
  return kind === 'bracket' || kind === 'oto'
}

function commonMistake(sent: Sent): string | undefined {
  if (sent['type'] !== 'market') return 'notional orders must be market orders'
  if (sent['side'] !== 'buy' && sent['side'] !== 'sell') return 'invalid side'
  const clientOrderId = sent['client_order_id']
  return typeof clientOrderId === 'string' && clientOrderId.length <= 128 ? undefined : 'invalid client_order_id'
}

function amountMistake(sent: Sent): string | undefined {
  if (typeof sent['notional'] !== 'string' || !/^\d+(\.\d{1,2})?$/.test(sent['notional'])) {
    return 'notional must be a string with at most 2 decimals'
  }
  if (sent['qty'] !== undefined && sent['qty'] !== null) return 'qty and notional cannot both be given'
  if (sent['take_profit'] !== undefined || sent['stop_loss'] !== undefined) return 'simple orders have no legs'
  return sent['time_in_force'] === 'day' ? undefined : 'fractional orders must be DAY orders'
}

function exitMistake(sent: Sent): string | undefined {
  const { order_class: kind, qty, time_in_force: time } = sent
  if (sent['notional'] !== undefined) return `notional orders must be simple orders`
  if (typeof qty !== 'string' || !(Number(qty) > 0)) return 'qty must be > 0'
  if (!/^\d+$/.test(qty)) return 'fractional orders must be simple orders'
  if (time !== 'day' && time !== 'gtc') return `${kind} orders must be day or gtc`
  const { target, stop } = exitsOf(sent)
  if (kind === 'bracket' && target === undefined) return 'bracket orders require take_profit.limit_price'
  if (kind === 'bracket' && stop === undefined) return 'bracket orders require stop_loss.stop_price'
  if (kind === 'oto' && (target === undefined) === (stop === undefined)) {
    return 'oto orders require either take_profit.limit_price or stop_loss.stop_price'
  }
  return priceMistake('limit_price', target) ?? priceMistake('stop_price', stop) ?? orderMistake(sent)
}

function priceMistake(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (!(Number(text) > 0)) return `invalid ${name}: must be > 0`
  const decimals = /\.(\d*?)0*$/.exec(text)?.[1]?.length ?? 0
  return decimals > (Number(text) >= 1 ? 2 : 4)
    ? `invalid ${name} ${text}. sub-penny increment does not fulfill minimum pricing criteria`
    : undefined
}

function orderMistake(sent: Sent): string | undefined {
  const { target, stop } = exitsOf(sent)
  if (target === undefined || stop === undefined) return undefined
  const sign = sent['side'] === 'buy' ? '>' : '<'
  const holds = sign === '>' ? Number(target) > Number(stop) : Number(target) < Number(stop)
  return holds ? undefined : `take_profit.limit_price must be ${sign} stop_loss.stop_price`
}

function basePriceMistake(sent: Sent, price: number): string | undefined {
  const { target, stop } = exitsOf(sent)
  const isBuy = sent['side'] === 'buy'
  const beyond = (text: string | undefined, up: boolean) =>
    text === undefined || (up ? Number(text) >= price + 0.01 : Number(text) <= price - 0.01)
  if (!beyond(target, isBuy)) {
    return `take_profit.limit_price must be ${isBuy ? '>= base_price + 0.01' : '<= base_price - 0.01'}`
  }
  if (!beyond(stop, !isBuy)) {
    return `stop_loss.stop_price must be ${isBuy ? '<= base_price - 0.01' : '>= base_price + 0.01'}`
  }
  return undefined
}

function exitsOf(sent: Sent): { readonly target: string | undefined; readonly stop: string | undefined } {
  const text = (leg: unknown, name: string) =>
    leg === null || typeof leg !== 'object' || Reflect.get(leg, name) === undefined
      ? undefined
      : String(Reflect.get(leg, name))
  return { target: text(sent['take_profit'], 'limit_price'), stop: text(sent['stop_loss'], 'stop_price') }
}

/** The order as it is answered and kept, its exits waiting in `legs` until the entry is filled. */
export function orderOf(sent: Sent): StubOrder & Record<string, unknown> {
  const { target, stop } = exitsOf(sent)
  const exit = (change: Sent) =>
    anOrder({ ...sent, side: sent['side'] === 'buy' ? 'sell' : 'buy', ...change }, { status: 'held' })
  const legs = [
    ...(target === undefined ? [] : [exit({ type: 'limit', limit_price: target, client_order_id: randomUUID() })]),
    ...(stop === undefined ? [] : [exit({ type: 'stop', stop_price: stop, client_order_id: randomUUID() })]),
  ]
  return anOrder(sent, { status: 'pending_new', legs: legs.length > 0 ? legs : null })
}

function anOrder(sent: Sent, change: { status: string; legs?: readonly StubOrder[] | null }) {
  const text = (name: string) => (sent[name] === undefined ? null : String(sent[name]))
  return {
    id: randomUUID(),
    client_order_id: String(sent['client_order_id']),
    created_at: '2026-11-20T15:00:01.524915Z',
    submitted_at: '2026-11-20T15:00:01.522613Z',
    filled_at: null,
    asset_class: 'us_equity',
    symbol: String(sent['symbol']),
    notional: text('notional'),
    qty: text('qty'),
    filled_qty: '0',
    filled_avg_price: null,
    order_class: text('order_class') ?? '',
    order_type: text('type'),
    type: String(sent['type']),
    side: String(sent['side']),
    time_in_force: String(sent['time_in_force']),
    limit_price: text('limit_price'),
    stop_price: text('stop_price'),
    extended_hours: false,
    legs: null,
    ...change,
  }
}
