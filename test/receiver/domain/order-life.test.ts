import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlacedOrder } from '../../../src/receiver/contract/ledger-entry.ts'
import { followed, isSameLife, lost, type OrderReport } from '../../../src/receiver/domain/order-life.ts'

const AT = '2026-11-20T15:00:00Z'
const placed: PlacedOrder = {
  dry_run: false,
  order_id: 'o',
  client_order_id: 'om-1',
  symbol: 'AAPL',
  status: 'accepted',
  side: 'buy',
  notional: null,
  style: 'bracket',
  qty: 10,
}
const exit = (
  kind: 'take_profit' | 'stop_loss',
  status: string,
  filledQty = 0,
  filledAvgPrice: number | null = null,
) => ({
  orderId: kind,
  kind,
  status,
  price: kind === 'take_profit' ? 110 : 95,
  filledQty,
  filledAvgPrice,
})
const report = (
  status: string,
  filledQty: number,
  exits = [exit('take_profit', 'held'), exit('stop_loss', 'held')],
): OrderReport => ({ status, filledQty, filledAvgPrice: filledQty > 0 ? 100 : null, exits })

/** A bracket from its entry to its exit, in the order in which it happens. */
const LIFE = [
  report('new', 0),
  report('partially_filled', 4),
  report('filled', 10, [exit('take_profit', 'new'), exit('stop_loss', 'held')]),
  report('filled', 10, [exit('take_profit', 'partially_filled', 3, 110), exit('stop_loss', 'held')]),
  report('filled', 10, [exit('take_profit', 'filled', 10, 110.5), exit('stop_loss', 'canceled')]),
]
const lived = (reports: readonly OrderReport[], start = placed) =>
  reports.reduce((result, it) => followed(result, it, AT), start)

describe('the life of an order', () => {
  it('goes from the entry to the exit, with the profit of what was closed', () => {
    expect(LIFE.map((_, index) => lived(LIFE.slice(0, index + 1)))).toMatchObject([
      { status: 'new', filled_qty: 0, filled_avg_price: null, open_qty: 0, realized_pnl_usd: null, settled_at: null },
      { status: 'partially_filled', filled_qty: 4, open_qty: 4, settled_at: null },
      { status: 'filled', filled_qty: 10, filled_avg_price: 100, open_qty: 10, realized_pnl_usd: null },
      { open_qty: 7, realized_pnl_usd: 30, settled_at: null },
      { status: 'filled', open_qty: 0, realized_pnl_usd: 105, settled_at: AT },
    ])
    expect(lived(LIFE).exits).toEqual([
      {
        kind: 'take_profit',
        order_id: 'take_profit',
        status: 'filled',
        price: 110,
        filled_qty: 10,
        filled_avg_price: 110.5,
      },
      {
        kind: 'stop_loss',
        order_id: 'stop_loss',
        status: 'canceled',
        price: 95,
        filled_qty: 0,
        filled_avg_price: null,
      },
    ])
  })

  it('has the profit of a short sale where the price fell', () => {
    const covered = report('filled', 10, [exit('take_profit', 'filled', 10, 90.25)])

    expect(lived([covered], { ...placed, side: 'sell' }).realized_pnl_usd).toBe(97.5)
  })

  it('ends the same, whatever reports came twice, late or not at all before the last', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 12 }), (order) => {
        const reports = order.map((index) => LIFE[index]).filter((it) => it !== undefined)
        const end = LIFE.slice(-1)

        expect(lived([...reports, ...end])).toEqual(lived(end))
      }),
    )
  })

  it('does not change by a report that came before', () => {
    const end = lived(LIFE)

    for (const old of LIFE) expect(isSameLife(followed(end, old, '2027-01-01T00:00:00Z'), end)).toBe(true)
  })

  it.each(['canceled', 'expired', 'rejected', 'replaced'])(
    'is settled where the entry was %s with its exits',
    (status) => {
      const exits = [exit('take_profit', 'canceled'), exit('stop_loss', 'canceled')]

      expect(lived([report(status, 0, exits)])).toMatchObject({ status, open_qty: 0, settled_at: AT })
      expect(lived([report(status, 3, exits)])).toMatchObject({ filled_qty: 3, open_qty: 3, realized_pnl_usd: null })
    },
  )

  it('is not settled where the market is closed or the symbol is halted', () => {
    for (const status of ['accepted', 'held', 'suspended', 'done_for_day', 'calculated']) {
      expect(lived([report(status, 0)]).settled_at).toBeNull()
    }
  })

  it('of an order by amount ends with its fill, and its shares stay open', () => {
    const { style: _, ...simple } = placed

    expect(lived([report('filled', 0.4321, [])], simple)).toMatchObject({
      exits: [],
      open_qty: 0.4321,
      realized_pnl_usd: null,
      settled_at: AT,
    })
  })

  it('ends where the brokerage has no such order any more, with what was filled', () => {
    const before = lived(LIFE.slice(0, 4))
    const end = followed(before, lost(before), AT)

    expect(end).toMatchObject({ status: 'filled', open_qty: 7, realized_pnl_usd: 30, settled_at: AT })
    expect(end.exits?.map(({ status }) => status)).toEqual(['not_found', 'not_found'])
    expect(followed(placed, lost(placed), AT)).toMatchObject({ status: 'not_found', filled_qty: 0, settled_at: AT })
  })
})
