import { describe, expect, it } from 'vitest'
import type { Guards } from '../../../src/receiver/domain/guards.ts'
import { type Holdings, holdingsGuard, needsHoldings } from '../../../src/receiver/domain/holdings.ts'
import { NOTHING_HELD } from '../../support/broker/scripted-broker.ts'
import { NO_GUARDS } from '../../support/receiver/guards.ts'

const order = { symbol: 'AAPL', side: 'buy', notionalUsd: 100, lastPrice: 50 } as const
const position = {
  symbol: 'AAPL',
  side: 'long',
  qty: 5,
  marketValueUsd: 600,
  averageEntryPrice: 100,
  unrealizedPnlUsd: 100,
} as const
const open = {
  clientOrderId: 'om-1',
  symbol: 'AAPL',
  side: 'buy',
  status: 'new',
  qty: null,
  notionalUsd: 200,
  price: null,
} as const
const young = { clientOrderId: 'om-1', symbol: 'AAPL', notionalUsd: 200 }
const reason = (
  guards: Partial<Guards>,
  held: Partial<Holdings> = {},
  others: Parameters<typeof holdingsGuard>[2] = [],
  change: Partial<Parameters<typeof holdingsGuard>[0]> = {},
) => holdingsGuard({ ...order, ...change }, { ...NOTHING_HELD, ...held }, others, { ...NO_GUARDS, ...guards })

describe('the bounds on what is held', () => {
  it('need nothing and refuse nothing where none is set', () => {
    expect(needsHoldings(NO_GUARDS)).toBe(false)
    expect(reason({}, { equityUsd: 0, positions: [position], openOrders: [open] }, [young])).toBeNull()
  })

  it.each<[Partial<Guards>]>([
    [{ maxPositionUsd: 1 }],
    [{ maxOpenPositions: 1 }],
    [{ maxPortfolioLossPerDayUsd: 1 }],
    [{ noAddToPosition: true }],
  ])('need the brokerage where %o is set', (guards) => {
    expect(needsHoldings({ ...NO_GUARDS, ...guards })).toBe(true)
  })

  it('count what is held, what is on order and the order itself against MAX_POSITION_USD', () => {
    const held = { positions: [position], openOrders: [open] }

    expect(reason({ maxPositionUsd: 900 }, held)).toBeNull()
    expect(reason({ maxPositionUsd: 899.99 }, held)).toContain('MAX_POSITION_USD')
    expect(reason({ maxPositionUsd: 100 }, { positions: [{ ...position, symbol: 'MSFT' }] })).toBeNull()
    expect(
      reason({ maxPositionUsd: 899 }, { positions: [{ ...position, side: 'short' }], openOrders: [open] }),
    ).not.toBeNull()
  })

  it.each<[string, Partial<typeof open> | object, number]>([
    ['an amount', { notionalUsd: 200 }, 300],
    ['shares at their limit', { notionalUsd: null, qty: 3, price: 40 }, 220],
    ['shares at the market', { notionalUsd: null, qty: 3 }, 250],
    ['an exit on the other side', { side: 'sell' }, 100],
  ])('value an open order: %s', (_case, change, total) => {
    const openOrders = [{ ...open, ...change }]

    expect(reason({ maxPositionUsd: total }, { openOrders })).toBeNull()
    expect(reason({ maxPositionUsd: total - 0.01 }, { openOrders })).toContain('MAX_POSITION_USD')
  })

  it('refuse where an open order cannot be valued', () => {
    const openOrders = [{ ...open, notionalUsd: null, qty: 3 }]

    expect(reason({ maxPositionUsd: 1e9 }, { openOrders }, [], { lastPrice: null })).toContain('MAX_POSITION_USD')
  })

  it('count an order of this service once, seen or not yet seen by the brokerage', () => {
    expect(reason({ maxPositionUsd: 300 }, {}, [young])).toBeNull()
    expect(reason({ maxPositionUsd: 299 }, {}, [young])).not.toBeNull()
    expect(reason({ maxPositionUsd: 300 }, { openOrders: [open] }, [young])).toBeNull()
  })

  it('count symbols, and let one that is held already pass, for MAX_OPEN_POSITIONS', () => {
    const others = { positions: [{ ...position, symbol: 'MSFT' }], openOrders: [{ ...open, symbol: 'SPY' }] }

    expect(reason({ maxOpenPositions: 3 }, others)).toBeNull()
    expect(reason({ maxOpenPositions: 2 }, others)).toContain('MAX_OPEN_POSITIONS')
    expect(
      reason({ maxOpenPositions: 2 }, { positions: others.positions }, [{ ...young, symbol: 'IWM' }]),
    ).not.toBeNull()
    expect(reason({ maxOpenPositions: 1 }, { positions: [position] })).toBeNull()
  })

  it('refuse a symbol that is held or on order with NO_ADD_TO_POSITION, on either side', () => {
    expect(reason({ noAddToPosition: true })).toBeNull()
    expect(reason({ noAddToPosition: true }, { positions: [position] })).toContain('NO_ADD_TO_POSITION')
    expect(reason({ noAddToPosition: true }, { openOrders: [open] }, [], { side: 'sell' })).not.toBeNull()
    expect(reason({ noAddToPosition: true }, {}, [young])).not.toBeNull()
  })

  it('refuse everything from the loss of a day on', () => {
    const lost = (usd: number) => reason({ maxPortfolioLossPerDayUsd: 50 }, { equityUsd: 1_000 - usd })

    expect([lost(-100), lost(49.99)]).toEqual([null, null])
    expect(lost(50)).toContain('MAX_PORTFOLIO_LOSS_PER_DAY_USD')
  })
})
