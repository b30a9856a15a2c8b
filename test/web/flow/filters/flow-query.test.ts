import { describe, expect, it } from 'vitest'
import { isSameQuery, parametersOf, readFlowQuery } from '../../../../src/web/flow/filters/flow-query.ts'

describe('filters in an address', () => {
  it('are read as the service wants them', () => {
    const query = readFlowQuery({
      symbol: ' spy ',
      option_type: 'put',
      side: 'above_ask',
      trade_type: 'sweep',
      sentiment: 'bearish',
      min_premium: '50000',
      min_unusual_score: '80',
      dte_min: '0',
      dte_max: '7',
    })

    expect(query).toEqual({
      symbol: 'SPY',
      option_type: 'put',
      side: 'above_ask',
      trade_type: 'sweep',
      sentiment: 'bearish',
      min_premium: 50_000,
      min_unusual_score: 80,
      dte_min: 0,
      dte_max: 7,
    })
  })

  it.each([
    { symbol: '<b>' },
    { symbol: '1ABC' },
    { option_type: 'CALL' },
    { side: 'toString' },
    { min_premium: '-1' },
    { min_premium: '1e9' },
    { dte_min: '' },
    { other: 'x' },
  ])('are left out where they cannot be read: %o', (query) => {
    expect(readFlowQuery(query)).toEqual({})
  })

  it('of several values are lists with commas, each value once', () => {
    const query = readFlowQuery({
      symbols: 'spy, NVDA,spy,<b>',
      exclude_symbols: 'TSLA',
      sides: 'at_ask,top,above_ask',
      min_volume_oi_ratio: '0.5',
      earnings_within: '7',
    })

    expect(query).toEqual({
      symbols: ['SPY', 'NVDA'],
      exclude_symbols: ['TSLA'],
      sides: ['above_ask', 'at_ask'],
      min_volume_oi_ratio: 0.5,
      earnings_within: 7,
    })
  })

  it('are written so that they are read again, and every other one is removed', () => {
    const query = readFlowQuery({ symbols: 'SPY,F', sides: 'mid', dte_max: '0' })
    const written = parametersOf(query)
    const texts = Object.fromEntries(Object.entries(written).map(([name, value]) => [name, value ?? undefined]))

    expect(readFlowQuery(texts)).toEqual(query)
    expect(written).toMatchObject({ symbols: 'SPY,F', sides: 'mid', dte_max: '0', symbol: null, min_premium: null })
    expect(isSameQuery(query, readFlowQuery(texts))).toBe(true)
    expect(isSameQuery(query, {})).toBe(false)
  })
})
