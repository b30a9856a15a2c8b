import { once } from '../../../lib/async/once.ts'
import { safeText } from '../../../lib/text/safe-text.ts'
import type {
  Broker,
  FindOutcome,
  HoldingsOutcome,
  OrderIntent,
  ReportOutcome,
  SubmitOutcome,
} from '../../ports/broker.ts'
import {
  ACCOUNT_REQUEST,
  type Admitted,
  type Answer,
  admittedOrigin,
  type Guard,
  guard,
  OPEN_ORDERS_REQUEST,
  PAPER_ORIGIN,
  POSITIONS_REQUEST,
  reportRequest,
} from './guard.ts'
import { listenOnce } from './order-stream.ts'
import { readSearch, readSubmission } from './read-answer.ts'
import { MAX_OPEN_ORDERS, readHoldings } from './read-holdings.ts'
import { readReport } from './read-report.ts'

export interface AlpacaOptions {
  readonly keyId: string | undefined
  readonly secret: string | undefined
  /** The operator's paper flag: false makes every submission fail. */
  readonly paper: boolean
  /** The paper endpoint, or a loopback address in its place; anything else is refused before a socket opens. */
  readonly baseUrl?: string | undefined
  readonly timeoutMs: number
}

interface Account {
  readonly keyId: string
  readonly secret: string
  readonly origin: string
  readonly timeoutMs: number
}

// Its 20 MB take a quarter of a second to load, which a service that only runs dry never needs.
const sdk = once(() => import('@alpacahq/alpaca-trade-api'))

/** Paper orders at Alpaca. https://docs.alpaca.markets/reference/postorder */
export function alpacaBroker(options: AlpacaOptions): Broker {
  const safe = safeText([options.keyId, options.secret])
  const account = accountOf(options)
  return {
    async submit(intent, signal) {
      if (typeof account === 'string') return { outcome: 'refused', text: account }
      const outcome = await submit(account, intent, signal)
      return 'text' in outcome ? { ...outcome, text: safe(outcome.text) } : outcome
    },
    async find(clientOrderId, signal) {
      if (typeof account === 'string') return { outcome: 'unclear', text: account }
      const outcome = await find(account, clientOrderId, signal)
      return 'text' in outcome ? { ...outcome, text: safe(outcome.text) } : outcome
    },
    async report(orderId, signal) {
      if (typeof account === 'string') return { outcome: 'unclear', text: account }
      const outcome = await report(account, orderId, signal)
      return 'text' in outcome ? { ...outcome, text: safe(outcome.text) } : outcome
    },
    async listen(listener, signal) {
      if (typeof account !== 'string') {
        const disconnected = (text: string) => listener.disconnected(safe(text))
        return listenOnce(account, { ...listener, disconnected }, signal)
      }
      listener.disconnected(account)
      return false
    },
    async holdings(signal) {
      if (typeof account === 'string') return { outcome: 'unknown', text: account }
      const outcome = await holdings(account, signal)
      return 'text' in outcome ? { ...outcome, text: safe(outcome.text) } : outcome
    },
  }
}

async function submit(account: Account, intent: OrderIntent, signal: AbortSignal): Promise<SubmitOutcome> {
  const way = guard(account.origin)
  try {
    const alpaca = await clientOf(account, way)
    await alpaca.trading.orders.postOrder({ postOrderRequest: requestOf(intent) }, { signal })
  } catch (error) {
    // An error of the SDK after an answer came is about that answer, which is read below.
    if (way.answer() === undefined) return { outcome: 'unclear', text: failureOf(error, account, signal) }
  }
  const answer = way.answer()
  if (answer === undefined) return { outcome: 'unclear', text: 'No request was sent to the brokerage.' }
  return readSubmission(answer, intent.clientOrderId)
}

/** https://docs.alpaca.markets/docs/orders-at-alpaca: an amount excludes exits and any time in force but the day. */
function requestOf(intent: OrderIntent) {
  const { symbol, side, clientOrderId } = intent
  const order = { symbol, side, type: 'market' as const, clientOrderId }
  if ('notional' in intent) return { ...order, notional: intent.notional, timeInForce: 'day' as const }
  const { style, qty, timeInForce, takeProfit, stopLoss } = intent
  return {
    ...order,
    qty,
    timeInForce,
    orderClass: style,
    ...(takeProfit !== null && { takeProfit: { limitPrice: takeProfit } }),
    ...(stopLoss !== null && { stopLoss: { stopPrice: stopLoss } }),
  }
}

async function find(account: Account, clientOrderId: string, signal: AbortSignal): Promise<FindOutcome> {
  const way = guard(account.origin)
  try {
    const alpaca = await clientOf(account, way)
    await alpaca.trading.orders.getOrderByClientOrderId({ clientOrderId }, { signal })
  } catch (error) {
    if (way.answer() === undefined) return { outcome: 'unclear', text: failureOf(error, account, signal) }
  }
  const answer = way.answer()
  if (answer === undefined) return { outcome: 'unclear', text: 'No request was sent to the brokerage.' }
  return readSearch(answer, clientOrderId)
}

async function holdings(account: Account, signal: AbortSignal): Promise<HoldingsOutcome> {
  const orders = { status: 'open', nested: true, limit: MAX_OPEN_ORDERS } as const
  return readHoldings(
    await Promise.all([
      requested(account, ACCOUNT_REQUEST, signal, ({ account: api }) => api.getAccount({ signal })),
      requested(account, POSITIONS_REQUEST, signal, ({ positions }) => positions.getAllOpenPositions({ signal })),
      requested(account, OPEN_ORDERS_REQUEST, signal, ({ orders: api }) => api.getAllOrders(orders, { signal })),
    ]),
  )
}

async function report(account: Account, orderId: string, signal: AbortSignal): Promise<ReportOutcome> {
  const request = reportRequest(orderId)
  if (request === undefined) return { outcome: 'unclear', text: 'The id of the order has not the form of an id.' }
  const answer = await requested(account, request, signal, ({ orders }) =>
    orders.getOrderByOrderID({ orderId, nested: true }, { signal }),
  )
  return readReport(answer, orderId)
}

type Trading = Awaited<ReturnType<typeof clientOf>>['trading']

/** The answer to a question, or a sentence about why none came. */
async function requested(
  account: Account,
  admitted: Admitted,
  signal: AbortSignal,
  question: (trading: Trading) => Promise<unknown>,
): Promise<Answer | string> {
  const way = guard(account.origin, fetch, [admitted])
  try {
    const alpaca = await clientOf(account, way)
    await question(alpaca.trading)
  } catch (error) {
    if (way.answer() === undefined) return failureOf(error, account, signal)
  }
  return way.answer() ?? 'No request was sent to the brokerage.'
}

async function clientOf({ keyId, secret, timeoutMs }: Account, way: Guard) {
  const { Alpaca } = await sdk()
  // Both keys always: where one is missing the SDK reads APCA_* from the environment, and a token there wins.
  return new Alpaca({
    keyId,
    secret,
    paper: true,
    timeoutMs,
    retry: false,
    rateLimit: false,
    redirect: 'error',
    fetchApi: way.fetch as typeof fetch,
  })
}

/** The credentials for this account, or a sentence that names the setting which forbids its use. */
function accountOf({ keyId, secret, paper, baseUrl = PAPER_ORIGIN, timeoutMs }: AlpacaOptions): Account | string {
  const origin = admittedOrigin(baseUrl)
  if (origin === undefined) return 'ALPACA_BASE_URL must be the paper endpoint or a loopback address: nothing was sent.'
  if (!paper) return 'ALPACA_PAPER is false, and this service places paper orders only: nothing was sent.'
  if (!isGiven(keyId)) return 'ALPACA_API_KEY is not set: nothing was sent.'
  if (!isGiven(secret)) return 'ALPACA_API_SECRET is not set: nothing was sent.'
  return { keyId, secret, origin, timeoutMs }
}

function isGiven(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== ''
}

function failureOf(error: unknown, { timeoutMs }: Account, signal: AbortSignal): string {
  if (signal.aborted) return 'The request to the brokerage was stopped.'
  const names = chainOf(error)
  if (names.some(({ name }) => name === 'TimeoutError')) {
    return `The brokerage timed out: it did not answer within ${timeoutMs} ms.`
  }
  return `The brokerage could not be reached: ${names.map(({ text }) => text).join(': ')}`
}

/** The error and what caused it, outermost first: the reason of a failed connection stands at the end. */
function chainOf(error: unknown): { readonly name: string; readonly text: string }[] {
  const links: { name: string; text: string }[] = []
  let link: unknown = error
  while (link instanceof Error && links.length < 4) {
    const code = 'code' in link && typeof link.code === 'string' ? ` (${link.code})` : ''
    links.push({ name: link.name, text: `${link.message}${code}` })
    link = link.cause
  }
  return links.length > 0 ? links : [{ name: '', text: 'unknown cause' }]
}
