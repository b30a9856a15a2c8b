import { describe, expect, it } from 'vitest'
import { dailyMetrics } from '../../../src/analytics/domain/daily-metrics.ts'
import { optionMetricsOf } from '../../support/analytics/chain-answers.ts'
import { syntheticChain } from '../../support/market/synthetic-chain.ts'

const dates = ['2026-11-20', '2026-12-04', '2026-12-18', '2027-01-15', '2027-02-19', '2027-03-19']

describe('the daily metrics of a chain', () => {
  it('are the figures that option metrics answer of the same chain', () => {
    const chain = syntheticChain({
      dates,
      change: (row) => ({ ...row, openInterest: row.optionType === 'put' ? 2 * row.strike : row.strike }),
    })

    const metrics = dailyMetrics(chain)
    const { answer } = optionMetricsOf(chain, { iv30Before: [] })

    expect(metrics).toMatchObject({
      underlyingPrice: 600,
      iv30: answer.iv30,
      netGex: answer.net_gex,
      callWall: answer.call_wall,
      putWall: answer.put_wall,
      putCallRatioVolume: answer.put_call_ratio_volume,
      putCallRatioOpenInterest: 2,
      maxPain: answer.max_pain,
      totalOpenInterest: answer.total_open_interest,
    })
    expect(answer.net_gex).toBeLessThan(0)
    expect(metrics.iv60).toBeCloseTo(0.2, 3)
    expect(metrics.iv90).toBeCloseTo(0.2, 3)
  })

  it('are unknown, not zero, where the chain says nothing', () => {
    const silent = syntheticChain({
      dates,
      change: ({ bid: _, ask: __, volume: ___, openInterest: ____, ...row }) => row,
    })

    const { underlyingPrice, ...figures } = dailyMetrics(silent)

    expect(underlyingPrice).toBe(600)
    expect(Object.entries(figures).filter(([, value]) => !Number.isNaN(value))).toEqual([])
  })
})
