import { z } from 'zod'
import type { BrokerOrder, FindOutcome, SubmitOutcome } from '../../ports/broker.ts'
import type { Answer } from './guard.ts'

/** Amounts are texts in the vendor's documents and numbers in some of its answers. */
export const Amount = z.union([z.string(), z.number().transform(String)])

/** The fields of an order that the ledger keeps. The vendor's other fields come and go. */
const Order = z.object({
  id: z.string().min(1),
  client_order_id: z.string().min(1),
  symbol: z.string().min(1),
  status: z.string().min(1),
  side: z.string().min(1),
  notional: Amount.nullish(),
  qty: Amount.nullish(),
})

const Refusal = z.object({ code: z.union([z.number(), z.string()]).optional(), message: z.string().optional() })

/** Wordings vary: "client_order_id must be unique", "client order id already exists". */
const ID_IN_USE = /client[ _-]?order[ _-]?id.*(unique|exist|duplicate|in use)/is

/** What an answer to an order means. Only a clear refusal is `refused`: all else may have become an order. */
export function readSubmission({ status, text, retryAfterMs }: Answer, clientOrderId: string): SubmitOutcome {
  if (status >= 200 && status < 300) {
    const order = orderOf(text, clientOrderId)
    if (order !== undefined) return { outcome: 'accepted', order }
    return { outcome: 'unclear', text: `The brokerage answered ${status} without an order of this client order id.` }
  }
  const words = wordsOf(status, text)
  if (status < 400 || status === 408 || status >= 500) return { outcome: 'unclear', text: words }
  if (status === 429) return { outcome: 'busy', text: words, retryAfterMs: retryAfterMs ?? null }
  return { outcome: ID_IN_USE.test(words) ? 'id_in_use' : 'refused', text: words }
}

/** What an answer to a question for an order means. A 404 counts only in the brokerage's own form: a proxy knows nothing. */
export function readSearch({ status, text }: Answer, clientOrderId: string): FindOutcome {
  const order = status === 200 ? orderOf(text, clientOrderId) : undefined
  if (order !== undefined) return { outcome: 'found', order }
  if (readAbsence({ status, text })) return { outcome: 'absent' }
  return { outcome: 'unclear', text: wordsOf(status, text) }
}

/** A 404 in the brokerage's own form; that of a proxy is no proof. */
export function readAbsence({ status, text }: Answer): boolean {
  return status === 404 && refusalOf(text) !== undefined
}

function orderOf(text: string | null, clientOrderId: string): BrokerOrder | undefined {
  const order = Order.safeParse(jsonOf(text))
  if (!order.success || order.data.client_order_id !== clientOrderId) return undefined
  const { id, client_order_id, symbol, status, side, notional, qty } = order.data
  return {
    orderId: id,
    clientOrderId: client_order_id,
    symbol,
    status,
    side,
    notional: notional ?? null,
    ...(qty != null && { qty }),
  }
}

export function wordsOf(status: number, text: string | null): string {
  const refusal = refusalOf(text)
  const code = refusal?.code === undefined ? '' : ` ${refusal.code}`
  const words = refusal?.message ?? 'an answer that cannot be read'
  const keys = status === 401 ? ' (are ALPACA_API_KEY and ALPACA_API_SECRET the keys of the paper account?)' : ''
  return `The brokerage answered ${status}${code}: ${words}${keys}`
}

/** The brokerage's own form of an error: a JSON object with a code or a message. */
function refusalOf(text: string | null): z.infer<typeof Refusal> | undefined {
  const refusal = Refusal.safeParse(jsonOf(text))
  if (!refusal.success || (refusal.data.code === undefined && refusal.data.message === undefined)) return undefined
  return refusal.data
}

export function jsonOf(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
