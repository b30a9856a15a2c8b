import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TrendAnalysis } from '../../../../src/analytics/contract/trend-analysis.ts'
import { indicators } from '../../../../src/analytics/domain/trend/indicators.ts'
import { trendAnalysis } from '../../../../src/analytics/domain/trend/trend-analysis.ts'
import { dailyBars } from '../../../support/factories.ts'

const rising = Array.from({ length: 300 }, (_, day) => 100 * 1.004 ** day)
const wave = Array.from({ length: 300 }, (_, day) => 100 + 5 * Math.sin(day / 7) + day / 50)

const withRange = (closes: readonly number[]) =>
  dailyBars(closes).map((bar) => ({ ...bar, high: bar.close * 1.004, low: bar.close * 0.996 }))

describe('trend analysis', () => {
  it.each(['short', 'medium', 'long'] as const)(
    'calls a steady rise bullish and its mirror bearish (%s)',
    (horizon) => {
      const up = trendAnalysis(withRange(rising), horizon)
      const down = trendAnalysis(withRange(rising.map((price) => 10_000 / price)), horizon)

      expect(up.direction).toBe('bullish')
      expect(up.score).toBeGreaterThan(60)
      expect(down.direction).toBe('bearish')
      expect(down.score).toBeLessThan(-60)
      expect(up.reasons).toHaveLength(3)
      expect(up.reasons[0]).toMatch(/\(\+\d+ points\)\.$/)
    },
  )

  it('is neutral, without evidence in any direction, when the price never moved', () => {
    const analysis = TrendAnalysis.parse(trendAnalysis(dailyBars(Array(300).fill(50)), 'medium'))

    expect(analysis).toMatchObject({ direction: 'neutral', score: 0 })
    expect(analysis.indicators).toMatchObject({ rsi_14: 50, atr_14: 0, adx_14: 0, sma_200: 50 })
  })

  it('gives the weight of what is unknown to the rest', () => {
    const short = trendAnalysis(withRange(rising.slice(0, 60)), 'long')

    expect(short.indicators.sma_200).toBeNull()
    expect(short.score).toBeGreaterThan(50)
    expect(short.reasons.join(' ')).not.toContain('200-day')
  })

  it('has no score with fewer bars than any indicator needs', () => {
    expect(TrendAnalysis.parse(trendAnalysis(withRange(rising.slice(0, 14)), 'short'))).toMatchObject({
      direction: null,
      score: null,
      reasons: [],
    })
    expect(trendAnalysis([], 'short').score).toBeNull()
  })

  it('stays within its scale for any prices', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 1, max: 1000, noNaN: true }), { minLength: 15, maxLength: 300 }),
        (closes) => {
          const analysis = trendAnalysis(dailyBars(closes), 'medium')

          expect(TrendAnalysis.parse(analysis)).toEqual(analysis)
        },
      ),
      { numRuns: 50 },
    )
  })
})

describe('indicators', () => {
  it('appear one by one as bars come in', () => {
    const known = (bars: number) =>
      Object.entries(indicators(withRange(wave.slice(0, bars))))
        .filter(([, value]) => value !== null)
        .map(([name]) => name)

    expect(known(14)).toEqual(['ema_12'])
    expect(known(15)).toEqual(['ema_12', 'rsi_14', 'atr_14'])
    expect(known(27)).toEqual([
      'sma_20',
      'ema_12',
      'ema_26',
      'rsi_14',
      'macd',
      'atr_14',
      'bollinger_upper',
      'bollinger_lower',
    ])
    expect(known(28)).toContain('adx_14')
    expect(known(33)).not.toContain('macd_signal')
    expect(known(34)).toContain('macd_signal')
    expect(known(200)).toHaveLength(13)
  })

  it('has an RSI of 100 without a loss', () => {
    expect(indicators(dailyBars(rising)).rsi_14).toBe(100)
  })

  it('is null, not NaN, when a close is unknown', () => {
    const values = indicators(dailyBars([...rising.slice(0, 299), Number.NaN]))

    expect(values).toMatchObject({ sma_20: null, ema_12: null, macd: null, adx_14: null, bollinger_lower: null })
  })
})
