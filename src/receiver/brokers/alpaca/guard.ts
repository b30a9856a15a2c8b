import { cappedResponse } from '../../../lib/async/capped-response.ts'

/** Where the SDK sends paper orders; it knows no other address for them. */
export const PAPER_ORIGIN = 'https://paper-api.alpaca.markets'

/** One kind of request: its method and path, whether it may have a query, and the largest answer. */
export interface Admitted {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly hasQuery: boolean
  readonly maxBytes: number
}

const KIB = 1024
/** What an order needs. */
const ORDER_REQUESTS: readonly Admitted[] = [
  { method: 'POST', path: '/v2/orders', hasQuery: false, maxBytes: 64 * KIB },
  { method: 'GET', path: '/v2/orders:by_client_order_id', hasQuery: true, maxBytes: 64 * KIB },
]
/** What is held, read and never changed. 500 orders with their legs take about a megabyte. */
export const ACCOUNT_REQUEST: Admitted = { method: 'GET', path: '/v2/account', hasQuery: false, maxBytes: 64 * KIB }
export const POSITIONS_REQUEST: Admitted = {
  method: 'GET',
  path: '/v2/positions',
  hasQuery: false,
  maxBytes: 2048 * KIB,
}
/** One order with its legs. An id is what the vendor gave; only its form is trusted. */
export function reportRequest(orderId: string): Admitted | undefined {
  if (!/^[A-Za-z0-9-]{1,64}$/.test(orderId)) return undefined
  return { method: 'GET', path: `/v2/orders/${orderId}`, hasQuery: true, maxBytes: 64 * KIB }
}

export const OPEN_ORDERS_REQUEST: Admitted = {
  method: 'GET',
  path: '/v2/orders',
  hasQuery: true,
  maxBytes: 2048 * KIB,
}

/** What the brokerage said, read whole; `text` is null when the body could not be read to its end. */
export interface Answer {
  readonly status: number
  /** How long the brokerage asks to wait; null where it does not say. */
  readonly retryAfterMs?: number | null
  readonly text: string | null
}

export interface Guard {
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** The answer that came, if one came. */
  answer(): Answer | undefined
}

/**
 * The only way from the SDK to the network, made new for every call. It lets pass one order or one question for an
 * order, to the paper endpoint or to the loopback address in its place, follows no redirect (custom key headers
 * would travel along) and bounds the answer. A second request throws, so that one submission can never order twice.
 */
export function guard(
  origin: string,
  fetchApi: typeof fetch = fetch,
  admitted: readonly Admitted[] = ORDER_REQUESTS,
): Guard {
  let sent = false
  let answer: Answer | undefined
  return {
    answer: () => answer,
    async fetch(input, init = {}) {
      const { url, maxBytes } = allowedRequest(input, init.method ?? 'GET', admitted)
      if (sent) throw new Error('A second request in one call was held back.')
      sent = true
      const target = new URL(`${url.pathname}${url.search}`, origin)
      const response = cappedResponse(await fetchApi(target, { ...init, redirect: 'error' }), maxBytes)
      const { status } = response
      const retryAfterMs = status === 429 ? retryAfterOf(response.headers) : null
      answer = { status, retryAfterMs, text: null }
      const text = await response.text()
      answer = { status, retryAfterMs, text }
      // The SDK reads a copy: what counts was kept above. Answers such as 204 must not have a body at all.
      return new Response(text === '' ? null : text, { status, headers: response.headers })
    },
  }
}

function allowedRequest(input: string | URL | Request, method: string, admitted: readonly Admitted[]) {
  const url = new URL(input instanceof Request ? input.url : input)
  const found = admitted.find(
    (it) => it.method === method && it.path === url.pathname && (it.hasQuery || url.search === ''),
  )
  if (url.origin !== PAPER_ORIGIN || found === undefined) {
    throw new Error(`${method} ${url.origin}${url.pathname} is not something that this service sends.`)
  }
  return { url, maxBytes: found.maxBytes }
}

/**
 * `Retry-After` in seconds, else the instant in `X-RateLimit-Reset` (seconds since 1970), both measured by the
 * brokerage's own clock in `Date`. https://docs.alpaca.markets/us/docs/trading-api
 */
function retryAfterOf(headers: Headers): number | null {
  const seconds = secondsOf(headers.get('retry-after'))
  if (seconds !== null) return seconds * 1_000
  const resetAt = secondsOf(headers.get('x-ratelimit-reset'))
  const saidAtMs = Date.parse(headers.get('date') ?? '')
  return resetAt === null || Number.isNaN(saidAtMs) ? null : Math.max(0, resetAt * 1_000 - saidAtMs)
}

function secondsOf(text: string | null): number | null {
  return text !== null && /^\d{1,12}$/.test(text.trim()) ? Number(text) : null
}

/** The origin when it is the paper endpoint over https or a loopback host, else undefined. */
export function admittedOrigin(baseUrl: string): string | undefined {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (url === undefined || url.username !== '' || url.password !== '') return undefined
  if (url.origin === PAPER_ORIGIN) return url.origin
  const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname)
  return loopback && /^https?:$/.test(url.protocol) ? url.origin : undefined
}
