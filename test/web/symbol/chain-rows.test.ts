import { describe, expect, it } from 'vitest'
import { nearestStrike, strikeRows } from '../../../src/web/symbol/chain-rows.ts'

const contract = (root: string, strike: number, type: 'call' | 'put') => ({
  option_symbol: `${root.padEnd(6)}261218${type === 'call' ? 'C' : 'P'}${String(strike * 1000).padStart(8, '0')}`,
  strike,
  option_type: type,
})

describe('a chain by strike', () => {
  it('has the call of a strike beside its put, in ascending order', () => {
    const rows = strikeRows([contract('SPY', 105, 'put'), contract('SPY', 100, 'call'), contract('SPY', 100, 'put')])

    expect(rows.map(({ strike, call, put }) => [strike, call?.option_type, put?.option_type])).toEqual([
      [100, 'call', 'put'],
      [105, undefined, 'put'],
    ])
  })

  it('keeps two roots of one date apart', () => {
    const rows = strikeRows([contract('SPX', 6000, 'call'), contract('SPXW', 6000, 'call')])

    expect(new Set(rows.map(({ key }) => key)).size).toBe(2)
  })
})

describe('the strike at the money', () => {
  const rows = [{ strike: 95 }, { strike: 100 }, { strike: 105 }]

  it('is the nearest to the price', () => {
    expect(nearestStrike(rows, 101)).toBe(1)
    expect(nearestStrike(rows, 300)).toBe(2)
  })

  it('is the first where nothing is known', () => {
    expect(nearestStrike(rows, null)).toBe(0)
    expect(nearestStrike([], 100)).toBe(0)
  })
})
