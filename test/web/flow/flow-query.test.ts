import { describe, expect, it } from 'vitest'
import { readFlowQuery } from '../../../src/web/flow/flow-query.ts'

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
})
