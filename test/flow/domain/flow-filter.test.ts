import { describe, expect, it } from 'vitest'
import { type FlowFilters, matchesFlow } from '../../../src/flow/domain/flow-filter.ts'
import { OPEN_MS, rowOf } from '../../support/market/flow-tape.ts'

/** A call bought for USD 2,750 two minutes after the open, seven days before it expires. */
const row = {
  ...rowOf({ ms: 120_000, size: 25 }),
  unusualScore: 70,
  volume: 25,
  openInterest: 100,
  alertTypes: ['volume_spike' as const],
}

describe('a filter of flow', () => {
  const cases: [FlowFilters, FlowFilters][] = [
    [{ symbol: 'SPY' }, { symbol: 'QQQ' }],
    [{ optionType: 'call' }, { optionType: 'put' }],
    [{ side: 'at_ask' }, { side: 'above_ask' }],
    [{ sides: ['at_bid', 'at_ask'] }, { sides: ['at_bid'] }],
    [{ symbols: ['QQQ', 'SPY'] }, { symbols: [] }],
    [{ excludedSymbols: ['QQQ'] }, { excludedSymbols: ['QQQ', 'SPY'] }],
    [{ minVolumeOiRatio: 0.25 }, { minVolumeOiRatio: 0.26 }],
    [{ optionSymbol: row.optionSymbol }, { optionSymbol: 'SPY   261127P00500000' }],
    [{ tradeType: 'single' }, { tradeType: 'sweep' }],
    [{ sentiment: 'bullish' }, { sentiment: 'neutral' }],
    [{ alertType: 'volume_spike' }, { alertType: 'iv_spike' }],
    [{ minPremium: 2750 }, { minPremium: 2750.01 }],
    [{ maxPremium: 2750 }, { maxPremium: 2749.99 }],
    [{ minSize: 25 }, { minSize: 26 }],
    [{ minUnusualScore: 70 }, { minUnusualScore: 71 }],
    [{ dteMin: 7 }, { dteMin: 8 }],
    [{ dteMax: 7 }, { dteMax: 6 }],
    [{ sinceMs: OPEN_MS + 120_000 }, { sinceMs: OPEN_MS + 120_001 }],
    [{ untilMs: OPEN_MS + 120_001 }, { untilMs: OPEN_MS + 120_000 }],
  ]

  it.each(cases)('%o passes, %o does not', (passes, fails) => {
    expect(matchesFlow(row, passes)).toBe(true)
    expect(matchesFlow(row, fails)).toBe(false)
    expect(matchesFlow(row, { ...passes, ...fails })).toBe(false)
  })

  it('that asks for nothing passes all', () => {
    expect(matchesFlow(row, {})).toBe(true)
    expect(matchesFlow({ ...row, premium: Number.NaN }, {})).toBe(true)
  })

  it('by premium does not pass what is unknown', () => {
    expect(matchesFlow({ ...row, premium: Number.NaN }, { minPremium: 0 })).toBe(false)
  })
})
