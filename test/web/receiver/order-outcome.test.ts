import { describe, expect, it } from 'vitest'
import type { PlacedOrder } from '../../../src/receiver/contract/ledger-entry.ts'
import { orderOutcome } from '../../../src/web/receiver/order-outcome.ts'

const PLACED: PlacedOrder = {
  dry_run: false,
  order_id: 'order-1',
  client_order_id: 'om-1',
  symbol: 'AAPL',
  status: 'filled',
  side: 'buy',
  notional: null,
}
const exit = { order_id: 'exit-1', filled_qty: 0, filled_avg_price: null }

describe('the outcome of an order', () => {
  it('is none while nobody has looked at it', () => {
    expect(orderOutcome(PLACED)).toBeNull()
  })

  it('is its fill and its exits while they wait', () => {
    const waiting = orderOutcome({
      ...PLACED,
      filled_qty: 2,
      filled_avg_price: 100.25,
      exits: [
        { ...exit, kind: 'take_profit', status: 'new', price: 110 },
        { ...exit, kind: 'stop_loss', status: 'held', price: 95 },
      ],
      open_qty: 2,
      realized_pnl_usd: null,
      settled_at: null,
    })

    expect(waiting).toEqual({
      state: 'none',
      text: 'It can still change.',
      facts: [
        ['Filled', '2 shares at 100.25'],
        ['At the target', 'new, 110.00: nothing'],
        ['At the stop', 'held, 95.00: nothing'],
        ['Open', '2 shares'],
        ['Realized profit', '–'],
      ],
    })
  })

  it('is the realized profit or loss once it ended', () => {
    const ended = orderOutcome({
      ...PLACED,
      filled_qty: 1,
      filled_avg_price: 100,
      exits: [{ ...exit, kind: 'stop_loss', status: 'filled', price: 95, filled_qty: 1, filled_avg_price: 94.9 }],
      open_qty: 0,
      realized_pnl_usd: -5.1,
      settled_at: '2026-11-20T20:00:00Z',
    })

    expect(ended).toMatchObject({ state: 'done', text: expect.stringMatching(/^It ended .+\.$/) })
    expect(ended?.facts).toEqual([
      ['Filled', '1 share at 100.00'],
      ['At the stop', 'filled, 95.00: 1 share at 94.90'],
      ['Open', '0 shares'],
      ['Realized profit', '−$5.1'],
    ])
  })

  it('names the shares that have no exit any more', () => {
    const left = { ...PLACED, filled_qty: 1, filled_avg_price: 100, exits: [], open_qty: 1, realized_pnl_usd: null }

    expect(orderOutcome({ ...left, settled_at: '2026-11-20T20:00:00Z' })?.text).toContain(
      'Left without an exit: 1 share.',
    )
  })
})
