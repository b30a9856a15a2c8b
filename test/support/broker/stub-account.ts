import type { ServerResponse } from 'node:http'
import { DONE, type StubOrder } from './stub-order.ts'
import { html, json } from './stub-reply.ts'

export type HeldFault = '401' | '403' | '422' | '429' | '500' | 'reset' | 'hang' | 'html_200' | 'nonsense'

/** What the stub answers about the account besides placing orders. */
export interface StubAccount {
  /** What the account has besides its orders, in the vendor's fields. */
  hold(state: {
    readonly account?: Readonly<Record<string, unknown>>
    readonly positions?: readonly Readonly<Record<string, unknown>>[]
  }): void
  /**
   * `/v2/account`, `/v2/positions`, the list of `/v2/orders` or one order of `/v2/orders/` fails in this way from now on;
   * null ends that.
   */
  fail(path: string, fault: HeldFault | null): void
  /** Answers a question that it knows; false for others. */
  answers(url: URL, response: ServerResponse): boolean
}

/** A paper account in the vendor's fields. https://docs.alpaca.markets/reference/getaccount-1 */
export const AN_ACCOUNT = {
  id: '1d9eed04-be39-4e01-9b84-a48ac5bbafcf',
  account_number: 'PALPACA_123',
  status: 'ACTIVE',
  currency: 'USD',
  cash: '100000',
  equity: '100000',
  last_equity: '100000',
  buying_power: '200000',
  long_market_value: '0',
  short_market_value: '0',
  multiplier: '2',
  shorting_enabled: true,
  trading_blocked: false,
  account_blocked: false,
}

/** Five shares in the vendor's fields. https://docs.alpaca.markets/reference/getallopenpositions */
export const A_POSITION = {
  asset_id: '904837e3-3b76-47ec-b432-046db621571b',
  symbol: 'AAPL',
  exchange: 'NASDAQ',
  asset_class: 'us_equity',
  avg_entry_price: '100.0',
  qty: '5',
  qty_available: '4',
  side: 'long',
  market_value: '600.0',
  cost_basis: '500.0',
  unrealized_pl: '100.0',
  unrealized_plpc: '0.20',
  unrealized_intraday_pl: '10.0',
  unrealized_intraday_plpc: '0.0084',
  current_price: '120.0',
  lastday_price: '119.0',
  change_today: '0.0084',
  asset_marginable: false,
}

const REFUSALS = {
  401: [401, 40110000, 'request is not authorized'],
  403: [403, 40310000, 'forbidden.'],
  422: [422, 40010001, 'request query is invalid'],
  429: [429, 42910000, 'rate limit exceeded'],
  500: [500, 50010000, 'internal server error occurred'],
} as const

export function stubAccount(orders: readonly StubOrder[]): StubAccount {
  const held: Record<string, unknown> = { '/v2/account': AN_ACCOUNT, '/v2/positions': [] }
  const faults = new Map<string, HeldFault>()
  return {
    hold({ account = {}, positions = [] }) {
      held['/v2/account'] = { ...AN_ACCOUNT, ...account }
      held['/v2/positions'] = positions.map((change) => ({ ...A_POSITION, ...change }))
    },
    fail(path, fault) {
      if (fault === null) faults.delete(path)
      else faults.set(path, fault)
    },
    answers(url, response) {
      const { pathname } = url
      const [, orderId] = /^\/v2\/orders\/([\w-]+)$/.exec(pathname) ?? []
      if (!(pathname in held) && pathname !== '/v2/orders' && orderId === undefined) return false
      const fault = faults.get(orderId === undefined ? pathname : '/v2/orders/')
      if (fault !== undefined) failBy(fault, response)
      else if (orderId !== undefined) show(orders, orderId, url, response)
      else if (pathname === '/v2/orders') list(orders, url, response)
      else json(response, 200, held[pathname])
      return true
    },
  }
}

function list(orders: readonly StubOrder[], { searchParams }: URL, response: ServerResponse): unknown {
  if (searchParams.get('status') !== 'open' || Number(searchParams.get('limit')) > 500) {
    return json(response, 422, { code: 40010001, message: 'request query is invalid' })
  }
  const open = orders.filter(({ status }) => !DONE.includes(status))
  return json(response, 200, searchParams.get('nested') === 'true' ? open : flat(open))
}

function show(orders: readonly StubOrder[], orderId: string, { searchParams }: URL, response: ServerResponse): unknown {
  const order = orders.find(({ id }) => id === orderId)
  if (order === undefined) return json(response, 404, { code: 40410000, message: `order not found for ${orderId}` })
  return json(response, 200, searchParams.get('nested') === 'true' ? order : { ...order, legs: null })
}

function failBy(fault: HeldFault, response: ServerResponse): unknown {
  if (fault === 'reset') return void response.socket?.resetAndDestroy()
  if (fault === 'hang') return
  if (fault === 'html_200') return html(response, 200)
  if (fault === 'nonsense') return json(response, 200, { positions: 'none' })
  const [status, code, message] = REFUSALS[fault]
  return json(response, status, { code, message })
}

/** Child orders beside their parents, as the vendor lists them without `nested`. */
function flat(list: readonly StubOrder[]): StubOrder[] {
  return list.flatMap((order) => [{ ...order, legs: null }, ...(order.legs ?? [])])
}
