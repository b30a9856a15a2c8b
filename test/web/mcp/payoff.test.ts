import { describe, expect, it } from 'vitest'
import { outcomeOf, rowsIn } from '../../../src/web/mcp/answer-fields.ts'
import { payoffIn } from '../../../src/web/mcp/payoff.ts'
import { profitAtExpiration } from '../../../src/web/symbol/strategy/profit-at-expiration.ts'

const GRID = {
  prices: [90, 100, 110],
  dates: ['2026-11-20T18:00:00Z', '2026-12-01T18:00:00Z', '2026-12-18T21:00:00Z'],
  iv_shifts: [0],
  profit: [
    [
      [-300, 0, 280],
      [-310, null, 260],
      [-320, -150, 180],
    ],
  ],
}
const call = (quantity: number, strike: number, price: number, date = '2026-12-18') => [
  quantity,
  'call',
  strike,
  date,
  price,
]
const answerOf = (rows: unknown[]) => ({
  columns: ['quantity', 'kind', 'strike', 'expiration_date', 'price'],
  rows,
  break_evens: [103.2],
  grid: GRID,
})

describe('the profit of a strategy by price', () => {
  it('is exact at expiration, with corners at the strikes and break-evens', () => {
    const { prices, series } = payoffIn(answerOf([call(1, 102, 3.2), call(-1, 106, 2)]))

    expect(prices).toEqual([90, 100, 102, 103.2, 106, 110])
    expect(series.map(({ title }) => title)).toEqual(['Now', '2026-12-01', 'At expiration'])
    const last = series.at(-1)?.values ?? []
    for (const [index, profit] of [-120, -120, -120, 0, 280, 280].entries()) expect(last[index]).toBeCloseTo(profit, 9)
    expect(series[0]?.values).toEqual([-300, 0, null, null, null, 280])
    expect(series[1]?.values[1]).toBeNull()
  })

  it('is that of the grid where a leg expires later, or is unknown', () => {
    const later = payoffIn(answerOf([call(-1, 102, 2), call(1, 102, 3, '2027-01-15')]))
    const unknown = payoffIn(answerOf([[1, 'future', 100, null, 1]]))

    for (const { prices, series } of [later, unknown]) {
      expect(prices.filter((price) => GRID.prices.includes(price))).toEqual(GRID.prices)
      expect(series.at(-1)).toMatchObject({ title: 'At the first expiration' })
    }
  })

  it('counts shares one by one and contracts by the hundred', () => {
    const covered = [
      { quantity: 100, kind: 'stock', strike: 0, price: 100 },
      { quantity: -1, kind: 'call', strike: 105, price: 2 },
    ] as const

    expect(profitAtExpiration(covered, 120)).toBe(700)
    expect(profitAtExpiration(covered, 90)).toBe(-800)
    expect(profitAtExpiration([{ quantity: 2, kind: 'put', strike: 50, price: 1 }], 45)).toBe(800)
  })
})

describe('the answer of a tool that passed through a host', () => {
  it('is read from the text where the host leaves out the structured part', () => {
    expect(outcomeOf({ content: [{ type: 'text', text: '{"symbol":"SPY"}' }] })).toEqual({ answer: { symbol: 'SPY' } })
    expect(outcomeOf({ isError: true, content: [{ text: 'No symbol XX.' }] })).toEqual({ problem: 'No symbol XX.' })
    for (const strange of [null, 'x', {}, { content: {} }, { structuredContent: [1] }]) {
      expect(outcomeOf(strange)).toHaveProperty('problem')
    }
  })

  it('has the same rows in both forms', () => {
    const rows = [
      { strike: 1, side: 'a' },
      { strike: 2, side: 'a' },
    ]
    const short = { constants: { side: 'a' }, columns: ['strike'], rows: [[1], [2]] }

    expect(rowsIn({ data: rows }, 'data')).toEqual(rows)
    expect(rowsIn(short, 'data')).toEqual(rows)
    expect(rowsIn({ data: short }, 'data')).toEqual(rows)
    expect(rowsIn({ rows: 1 }, 'data')).toEqual([])
  })
})
