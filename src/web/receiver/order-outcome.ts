import type { PlacedOrder } from '../../receiver/contract/ledger-entry.ts'
import { format } from '../format.ts'

/** What became of an order that is followed: a sentence, its state, and facts by name. */
export interface OrderOutcome {
  readonly state: 'done' | 'none'
  readonly text: string
  readonly facts: readonly (readonly [name: string, value: string])[]
}

/** Null of an order that is not followed, or was not looked at yet. */
export function orderOutcome(order: PlacedOrder): OrderOutcome | null {
  const { filled_qty: filled, settled_at: settledAt, exits = [], open_qty: open = 0 } = order
  if (filled === undefined) return null
  const isSettled = settledAt !== null && settledAt !== undefined
  const rest = open > 0 && isSettled ? ` Left without an exit: ${shares(open)}.` : ''
  return {
    state: isSettled ? 'done' : 'none',
    text: isSettled ? `It ended ${format.dateTime(settledAt)}.${rest}` : 'It can still change.',
    facts: [
      ['Filled', fill(filled, order.filled_avg_price)],
      ...exits.map((exit): readonly [string, string] => [
        exit.kind === 'take_profit' ? 'At the target' : 'At the stop',
        `${exit.status}, ${format.price(exit.price)}: ${fill(exit.filled_qty, exit.filled_avg_price)}`,
      ]),
      ['Open', shares(open)],
      ['Realized profit', format.signedUsd(order.realized_pnl_usd)],
    ],
  }
}

function fill(qty: number, price: number | null | undefined): string {
  return qty === 0 ? 'nothing' : `${shares(qty)} at ${format.price(price)}`
}

/** An order by amount fills in fractions of a share. */
function shares(qty: number): string {
  return `${qty} ${qty === 1 ? 'share' : 'shares'}`
}
