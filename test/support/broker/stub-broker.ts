import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type StubAccount, stubAccount } from './stub-account.ts'
import { liveOn, type StubLife, stubLife } from './stub-life.ts'
import { mistakeOf, orderOf, type StubOrder } from './stub-order.ts'
import { html, json } from './stub-reply.ts'
import { type StubStream, stubStream } from './stub-stream.ts'

/**
 * What the stub does with an order. Those with "accepted" keep the order before something goes wrong; those without
 * never had it.
 */
export type BrokerScript = keyof typeof answers | keyof typeof faults

export interface BrokerRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: unknown
}

export interface StubBrokerOptions {
  readonly keyId?: string
  readonly secret?: string
  /** What happens by symbol; symbols that are the upper-case name of a script (without `_`, ten letters) need no entry. */
  readonly scripts?: Readonly<Record<string, BrokerScript>>
  readonly defaultScript?: BrokerScript
  /** Whether a second order with the same client order id is refused, as the vendor does. */
  readonly uniqueIds?: boolean
  /** The market price by symbol, against which exits are checked; without it they are checked among themselves only. */
  readonly prices?: Readonly<Record<string, number>>
  /** Headers of the answers that the rate is exceeded. */
  readonly rateHeaders?: Readonly<Record<string, string>>
  /** Where a redirect leads. */
  readonly redirectTo?: string
  readonly port?: number
}

export interface StubBroker extends AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly orders: StubOrder[]
  readonly requests: BrokerRequest[]
  script(symbol: string, script: BrokerScript): void
  readonly stream: StubStream
  readonly life: StubLife
  readonly hold: StubAccount['hold']
  readonly failHeld: StubAccount['fail']
  /** The next questions for an order fail in this way. */
  failQueries(times: number, fault: QueryFault): void
}

export type { HeldFault } from './stub-account.ts'
export type { StubOrder } from './stub-order.ts'

export type QueryFault = '500' | '429' | 'reset' | 'hang' | 'html_404' | 'other_order'

/** Status, code and message as the vendor sends them (public threads and its specification). */
const answers = {
  no_power: [403, 40310000, 'insufficient buying power'],
  no_short: [422, 42210000, 'fractional orders cannot be sold short'],
  not_allowed: [403, 40310000, 'account is not allowed to short'],
  no_asset: [422, 42210000, 'asset "NOASSET" not found'],
  wash: [403, 40310000, 'potential wash trade detected. use complex orders'],
  no_equity: [422, 40010001, 'us_equity orders not allowed for account'],
  bad_body: [400, 40010000, 'request body format is invalid'],
  auth: [401, 40110000, 'request is not authorized'],
  forbidden: [403, 40310000, 'forbidden.'],
  rate: [429, 42910000, 'rate limit exceeded'],
  timeout408: [408, 40810000, 'request timeout'],
  id_used: [422, 40010001, 'client_order_id must be unique'],
  id_exists: [422, 40010001, 'client order id already exists'],
  e500: [500, 50010000, 'internal server error occurred'],
} as const

/** The order is kept (or not) and then this comes over the wire. */
const faults = {
  accept: { keeps: true, send: (response, order) => json(response, 200, order) },
  accept_500: { keeps: true, send: (response) => json(response, 500, { code: 50010000, message: 'internal' }) },
  accept_504: { keeps: true, send: (response) => html(response, 504) },
  accept_reset: { keeps: true, send: (response) => response.socket?.resetAndDestroy() },
  accept_drop: { keeps: true, send: (response) => response.socket?.destroy() },
  accept_hang: { keeps: true, send: () => {} },
  accept_half: { keeps: true, send: (response) => half(response) },
  list_body: { keeps: true, send: (response) => json(response, 200, []) },
  no_id: { keeps: true, send: (response, order) => json(response, 200, { ...order, id: undefined }) },
  other_id: { keeps: true, send: (response, order) => json(response, 200, { ...order, client_order_id: 'om-other' }) },
  empty_200: { keeps: true, send: (response) => void response.writeHead(200).end() },
  html_200: { keeps: true, send: (response) => html(response, 200) },
  huge: { keeps: true, send: (response, order) => json(response, 200, { ...order, legs: 'x'.repeat(100_000) }) },
  huge_403: { keeps: false, send: (response) => json(response, 403, { message: 'x'.repeat(100_000) }) },
  reset: { keeps: false, send: (response) => response.socket?.resetAndDestroy() },
  hang: { keeps: false, send: () => {} },
  html_502: { keeps: false, send: (response) => html(response, 502) },
  html_403: { keeps: false, send: (response) => html(response, 403) },
  redirect: { keeps: false, send: (response, _order, to) => void response.writeHead(307, { location: to }).end() },
  echo_keys: { keeps: false, send: (response) => echo(response) },
} as const satisfies Record<string, Fault>

interface Fault {
  readonly keeps: boolean
  send(response: ServerResponse, order: StubOrder, redirectTo: string): void
}

/** A symbol that stands for a script: `accept_reset` is `ACCEPTRESE`. */
export function symbolOf(script: BrokerScript): string {
  return script.replaceAll('_', '').toUpperCase().slice(0, 10)
}

export const brokerScripts = [...Object.keys(answers), ...Object.keys(faults)] as BrokerScript[]

/** Alpaca's order endpoints over real HTTP on loopback, with orders that stay. */
export async function stubBroker(options: StubBrokerOptions = {}): Promise<StubBroker> {
  const orders: StubOrder[] = []
  const requests: BrokerRequest[] = []
  const scripts = new Map<string, BrokerScript>([
    ...brokerScripts.map((script) => [symbolOf(script), script] as const),
    ...Object.entries(options.scripts ?? {}),
  ])
  const failing: QueryFault[] = []
  const held = stubAccount(orders)
  const { keyId = 'PKTESTKEY', secret = 'stub-broker-secret', uniqueIds = true } = options

  const server = createServer(async (request, response): Promise<unknown> => {
    const body = await bodyOf(request)
    const url = new URL(request.url ?? '/', 'http://stub')
    requests.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body })
    if (url.pathname === '/_orders') return json(response, 200, orders)
    if (url.pathname === '/_requests') return json(response, 200, requests)
    if (url.pathname === '/_control' && request.method === 'POST') return control(body, response)
    if (request.headers['apca-api-key-id'] !== keyId || request.headers['apca-api-secret-key'] !== secret) {
      return refuse(response, answers.auth)
    }
    if (request.method === 'POST' && url.pathname === '/v2/orders') return place(body, response)
    if (request.method === 'GET' && url.pathname === '/v2/orders:by_client_order_id') {
      return search(orders, failing.shift(), url.searchParams.get('client_order_id') ?? '', response)
    }
    if (request.method === 'GET' && held.answers(url, response)) return
    return json(response, 404, { code: 40410000, message: 'endpoint not found' })
  })

  function place(body: unknown, response: ServerResponse): unknown {
    const sent = body as Record<string, unknown>
    const symbol = String(sent['symbol'])
    const script = scripts.get(symbol) ?? options.defaultScript ?? 'accept'
    if (script === 'rate') response.setHeaders(new Headers(options.rateHeaders))
    if (script in answers) return refuse(response, answers[script as keyof typeof answers])
    const wrong = mistakeOf(sent, options.prices?.[symbol])
    if (wrong !== undefined) return json(response, 422, wrong)
    const clientOrderId = String(sent['client_order_id'])
    const taken = orders.some((order) => order.client_order_id === clientOrderId)
    if (uniqueIds && taken) return refuse(response, answers.id_used)
    const order = orderOf(sent)
    const fault: Fault = faults[script as keyof typeof faults]
    if (fault.keeps) orders.push(order)
    response.once('finish', () => fault.keeps && liveOn(life, order))
    return fault.send(response, order, options.redirectTo ?? `http://127.0.0.1:${port}/elsewhere`)
  }

  function control(body: unknown, response: ServerResponse): unknown {
    const { symbol, script, fail_queries: times, fault } = body as Record<string, never>
    if (symbol !== undefined) scripts.set(symbol, script as unknown as BrokerScript)
    if (times !== undefined) failing.push(...Array<QueryFault>(times).fill(fault as unknown as QueryFault))
    return json(response, 200, { ok: true })
  }

  const stream = stubStream(server, { keyId, secret })
  const life = stubLife(orders, stream)
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    orders,
    requests,
    script: (symbol, script) => void scripts.set(symbol, script),
    hold: held.hold,
    failHeld: held.fail,
    failQueries: (times, fault) => void failing.push(...Array<QueryFault>(times).fill(fault)),
    stream,
    life,
    [Symbol.asyncDispose]: async () => {
      stream.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function search(
  orders: readonly StubOrder[],
  fault: QueryFault | undefined,
  clientOrderId: string,
  response: ServerResponse,
): unknown {
  if (fault === '500') return json(response, 500, { code: 50010000, message: 'internal server error occurred' })
  if (fault === '429') return refuse(response, answers.rate)
  if (fault === 'reset') return void response.socket?.resetAndDestroy()
  if (fault === 'hang') return
  if (fault === 'html_404') return html(response, 404)
  const order = orders.find((one) => one.client_order_id === clientOrderId)
  if (order === undefined)
    return json(response, 404, { code: 40410000, message: `order not found for ${clientOrderId}` })
  return json(response, 200, fault === 'other_order' ? { ...order, client_order_id: 'om-other' } : order)
}

function refuse(response: ServerResponse, [status, code, message]: readonly [number, number, string]): void {
  json(response, status, { code, message })
}

function half(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
  response.write('{"id":"', () => response.socket?.destroy())
}

/** A careless proxy that shows what it was sent. */
function echo(response: ServerResponse): void {
  const { headers } = response.req
  json(response, 403, { code: 40310000, message: `forbidden for ${JSON.stringify(headers)}` })
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text === '' ? null : JSON.parse(text)
}
