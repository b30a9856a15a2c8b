import { z } from 'zod'
import type { ReportOutcome } from '../../ports/broker.ts'
import type { Answer } from './guard.ts'
import { Amount, jsonOf, readAbsence, wordsOf } from './read-answer.ts'

const Price = Amount.nullish().transform((text) => numberOf(text ?? null))
const Shares = Amount.nullish().transform((text) => numberOf(text ?? null) ?? 0)
const Leg = z.object({
  id: z.string().min(1),
  type: z.string(),
  status: z.string().min(1),
  filled_qty: Shares,
  filled_avg_price: Price,
  limit_price: Price,
  stop_price: Price,
})
const Order = z.object({
  id: z.string().min(1),
  status: z.string().min(1),
  filled_qty: Shares,
  filled_avg_price: Price,
  legs: z.array(Leg).nullish(),
})

/** What an answer to a question for one order means, legs included. https://docs.alpaca.markets/reference/getorderbyorderid-1 */
export function readReport(answer: Answer | string, orderId: string): ReportOutcome {
  if (typeof answer === 'string') return { outcome: 'unclear', text: answer }
  if (readAbsence(answer)) return { outcome: 'absent' }
  const order = answer.status === 200 ? Order.safeParse(jsonOf(answer.text)) : undefined
  if (!order?.success || order.data.id !== orderId) {
    return { outcome: 'unclear', text: wordsOf(answer.status, answer.text) }
  }
  const { status, filled_qty: filledQty, filled_avg_price: filledAvgPrice, legs } = order.data
  const exits = (legs ?? []).map((leg) => ({
    orderId: leg.id,
    kind: leg.type === 'limit' ? ('take_profit' as const) : ('stop_loss' as const),
    status: leg.status,
    price: leg.type === 'limit' ? leg.limit_price : leg.stop_price,
    filledQty: leg.filled_qty,
    filledAvgPrice: leg.filled_avg_price,
  }))
  return { outcome: 'reported', report: { status, filledQty, filledAvgPrice, exits } }
}

function numberOf(text: string | null): number | null {
  const value = text === null || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : null
}
