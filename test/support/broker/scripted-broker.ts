import type { Holdings } from '../../../src/receiver/domain/holdings.ts'
import type {
  Broker,
  BrokerOrder,
  FindOutcome,
  HoldingsOutcome,
  OrderIntent,
  ReportOutcome,
  SubmitOutcome,
} from '../../../src/receiver/ports/broker.ts'

/** Too busy for so many submissions of an order, or for all; then it takes the order. */
interface Busy {
  readonly busy: string
  readonly times?: number
  readonly retryAfterMs?: number
}

/** What a scripted brokerage does with an order: whether it keeps it, and what it answers. */
export interface BrokerScript {
  readonly keeps: boolean
  readonly answer:
    | 'accepted'
    | { readonly refused: string }
    | { readonly idInUse: string }
    | Busy
    | 'unclear'
    | 'throws'
  /** Queries about it that fail before one is answered. */
  readonly failingQueries?: number
  /** Queries that miss it before it is seen. */
  readonly hiddenQueries?: number
}

/** By symbol: the name of the script in upper case, without `_`, at most ten letters. */
export const BROKER_SCRIPTS: Readonly<Record<string, BrokerScript>> = {
  accept: { keeps: true, answer: 'accepted' },
  no_power: { keeps: false, answer: { refused: 'insufficient buying power' } },
  no_short: { keeps: false, answer: { refused: 'fractional orders cannot be sold short' } },
  no_asset: { keeps: false, answer: { refused: 'asset "NOASSET" not found' } },
  auth: { keeps: false, answer: { refused: 'request is not authorized' } },
  forbidden: { keeps: false, answer: { refused: 'forbidden.' } },
  rate: { keeps: false, answer: { busy: 'rate limit exceeded' } },
  bad_body: { keeps: false, answer: { refused: 'request body format is invalid' } },
  id_used: { keeps: false, answer: { idInUse: 'client_order_id must be unique' } },
  accept_500: { keeps: true, answer: 'unclear' },
  accept_504: { keeps: true, answer: 'unclear' },
  accept_reset: { keeps: true, answer: 'unclear' },
  accept_drop: { keeps: true, answer: 'unclear' },
  list_body: { keeps: true, answer: 'unclear' },
  no_id: { keeps: true, answer: 'unclear' },
  empty_200: { keeps: true, answer: 'unclear' },
  html_200: { keeps: true, answer: 'unclear' },
  e500: { keeps: false, answer: 'unclear' },
  timeout408: { keeps: false, answer: 'unclear' },
  reset: { keeps: false, answer: 'unclear' },
  html_502: { keeps: false, answer: 'unclear' },
  redirect: { keeps: false, answer: 'unclear' },
}

export function symbolOfScript(name: string): string {
  return name.replaceAll('_', '').toUpperCase().slice(0, 10)
}

/** An account with 1,000 USD and nothing else. */
export const NOTHING_HELD: Holdings = {
  equityUsd: 1_000,
  lastEquityUsd: 1_000,
  buyingPowerUsd: 1_000,
  positions: [],
  openOrders: [],
}

export interface ScriptedBroker extends Broker {
  readonly orders: BrokerOrder[]
  readonly submitted: OrderIntent[]
  readonly queried: string[]
  /** What it says of an order, by its id. */
  readonly reports: Map<string, ReportOutcome>
  /** What it says is held. */
  held: HoldingsOutcome
  script(symbol: string, script: BrokerScript): void
}

export function scriptedBroker(): ScriptedBroker {
  const bySymbol = new Map(Object.entries(BROKER_SCRIPTS).map(([name, script]) => [symbolOfScript(name), script]))
  const orders: BrokerOrder[] = []
  const submitted: OrderIntent[] = []
  const queried: string[] = []
  const asked = new Map<string, number>()
  const scriptOf = (symbol: string) => bySymbol.get(symbol) ?? { keeps: true, answer: 'accepted' as const }

  async function submit(intent: OrderIntent): Promise<SubmitOutcome> {
    submitted.push(intent)
    const { keeps, answer } = scriptOf(intent.symbol)
    const { clientOrderId, symbol, side } = intent
    const size = 'notional' in intent ? { notional: intent.notional } : { notional: null, qty: intent.qty }
    const order = { clientOrderId, symbol, side, ...size, orderId: `order-${orders.length + 1}`, status: 'accepted' }
    if (answer === 'throws') throw new Error('a brokerage adapter that throws')
    if (keeps && orders.some(({ clientOrderId }) => clientOrderId === intent.clientOrderId)) {
      return { outcome: 'id_in_use', text: 'client_order_id must be unique' }
    }
    if (typeof answer === 'object' && 'busy' in answer) {
      const times = submitted.filter(({ clientOrderId }) => clientOrderId === intent.clientOrderId).length
      if (times <= (answer.times ?? Number.POSITIVE_INFINITY)) {
        return { outcome: 'busy', text: answer.busy, retryAfterMs: answer.retryAfterMs ?? null }
      }
      orders.push(order)
      return { outcome: 'accepted', order }
    }
    if (keeps) orders.push(order)
    if (answer === 'accepted') return { outcome: 'accepted', order }
    if (answer === 'unclear') return { outcome: 'unclear', text: 'The brokerage did not answer clearly.' }
    if ('refused' in answer) return { outcome: 'refused', text: answer.refused }
    return { outcome: 'id_in_use', text: answer.idInUse }
  }

  async function find(clientOrderId: string): Promise<FindOutcome> {
    queried.push(clientOrderId)
    const order = orders.find((it) => it.clientOrderId === clientOrderId)
    const symbol = order?.symbol ?? submitted.find((it) => it.clientOrderId === clientOrderId)?.symbol ?? ''
    const { failingQueries = 0, hiddenQueries = 0 } = scriptOf(symbol)
    const count = asked.get(clientOrderId) ?? 0
    asked.set(clientOrderId, count + 1)
    if (count < failingQueries) return { outcome: 'unclear', text: 'The brokerage did not answer.' }
    if (!order || count < failingQueries + hiddenQueries) return { outcome: 'absent' }
    return { outcome: 'found', order }
  }

  const broker: ScriptedBroker = {
    orders,
    submitted,
    queried,
    held: { outcome: 'read', holdings: NOTHING_HELD },
    submit,
    find,
    reports: new Map(),
    holdings: async () => broker.held,
    report: async (orderId) => broker.reports.get(orderId) ?? { outcome: 'absent' },
    listen: async () => false,
    script: (symbol, script) => void bySymbol.set(symbol, script),
  }
  return broker
}
