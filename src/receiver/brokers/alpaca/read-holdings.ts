import { z } from 'zod'
import type { HoldingsOutcome } from '../../ports/broker.ts'
import type { Answer } from './guard.ts'
import { Amount, jsonOf, wordsOf } from './read-answer.ts'

/** The most that one answer of the vendor holds. */
export const MAX_OPEN_ORDERS = 500

const Usd = Amount.transform((text, context) => {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (Number.isFinite(value)) return value
  context.addIssue('must be a number')
  return z.NEVER
})
const OptionalUsd = Usd.nullish().transform((value) => value ?? null)

/** The fields that bounds and models need; https://docs.alpaca.markets/reference/getaccount-1 and its neighbours. */
const Account = z.object({ equity: Usd, last_equity: Usd, buying_power: Usd })
const Positions = z.array(
  z.object({
    symbol: z.string().min(1),
    side: z.enum(['long', 'short']),
    qty: Usd,
    market_value: Usd,
    avg_entry_price: Usd,
    unrealized_pl: Usd,
  }),
)
const Orders = z.array(
  z.object({
    client_order_id: z.string(),
    symbol: z.string(),
    side: z.string(),
    status: z.string(),
    qty: OptionalUsd,
    notional: OptionalUsd,
    limit_price: OptionalUsd,
    stop_price: OptionalUsd,
  }),
)

/** Account, positions and open orders, in this order; a part that cannot be read makes the whole unknown. */
export function readHoldings(answers: readonly [Answer | string, Answer | string, Answer | string]): HoldingsOutcome {
  const failure = answers.map(failureOf).find((it) => it !== null)
  if (failure !== undefined) return { outcome: 'unknown', text: failure }
  const [account, positions, orders] = answers.map((it) => (typeof it === 'string' ? undefined : jsonOf(it.text)))
  const read = z.object({ account: Account, positions: Positions, orders: Orders }).safeParse({
    account,
    positions,
    orders,
  })
  if (!read.success) {
    const part = String(read.error.issues[0]?.path[0] ?? 'account')
    return { outcome: 'unknown', text: `The brokerage answered without a readable list of what is held: ${part}` }
  }
  if (read.data.orders.length >= MAX_OPEN_ORDERS) {
    return { outcome: 'unknown', text: `The account has ${MAX_OPEN_ORDERS} open orders or more: cancel some.` }
  }
  return { outcome: 'read', holdings: toHoldings(read.data) }
}

function failureOf(answer: Answer | string): string | null {
  if (typeof answer === 'string') return answer
  return answer.status === 200 ? null : wordsOf(answer.status, answer.text)
}

interface Parts {
  readonly account: z.output<typeof Account>
  readonly positions: z.output<typeof Positions>
  readonly orders: z.output<typeof Orders>
}

function toHoldings({ account, positions, orders }: Parts) {
  return {
    equityUsd: account.equity,
    lastEquityUsd: account.last_equity,
    buyingPowerUsd: account.buying_power,
    positions: positions.map(
      ({ symbol, side, qty, market_value: value, avg_entry_price: entry, unrealized_pl: pl }) => ({
        symbol,
        side,
        qty: Math.abs(qty),
        marketValueUsd: Math.abs(value),
        averageEntryPrice: entry,
        unrealizedPnlUsd: pl,
      }),
    ),
    openOrders: orders.map((order) => ({
      clientOrderId: order.client_order_id,
      symbol: order.symbol,
      side: order.side,
      status: order.status,
      qty: order.qty,
      notionalUsd: order.notional,
      price: order.limit_price ?? order.stop_price,
    })),
  }
}
