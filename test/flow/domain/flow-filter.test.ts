import { describe, expect, it } from 'vitest'
import { admitsSymbol, type FlowFilters, flowMatcher, withoutSymbols } from '../../../src/flow/domain/flow-filter.ts'
import { OPEN_MS, rowOf } from '../../support/market/flow-tape.ts'

/** A call bought for USD 2,750 two minutes after the open, seven days before it expires. */
const row = {
  ...rowOf({ ms: 120_000, size: 25 }),
  unusualScore: 70,
  volume: 25,
  openInterest: 100,
  alertTypes: ['volume_spike' as const],
}

const passed = (tested: typeof row, filters: FlowFilters) => flowMatcher(filters)?.(tested) ?? true

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
    expect(passed(row, passes)).toBe(true)
    expect(passed(row, fails)).toBe(false)
    expect(passed(row, { ...passes, ...fails })).toBe(false)
  })

  it('that asks for nothing has no test', () => {
    expect(flowMatcher({})).toBeNull()
    expect(flowMatcher({ symbol: undefined, minPremium: undefined })).toBeNull()
  })

  it('is answered for all rows of an underlying by its symbol', () => {
    const filters = { symbols: ['QQQ', 'SPY'], excludedSymbols: ['QQQ'], minSize: 26 }

    expect(['SPY', 'QQQ', 'IWM'].filter((symbol) => admitsSymbol(filters, symbol))).toEqual(['SPY'])
    expect(flowMatcher(withoutSymbols({ ...filters, minSize: undefined }))).toBeNull()
    expect(flowMatcher(withoutSymbols(filters))?.(row)).toBe(false)
  })

  it('by premium does not pass what is unknown', () => {
    expect(passed({ ...row, premium: Number.NaN }, { minPremium: 0 })).toBe(false)
  })
})
