import { describe, expect, it } from 'vitest'
import { PriceHistory } from '../../../../src/analytics/contract/price-history.ts'
import { priceHistory } from '../../../../src/analytics/domain/trend/price-history.ts'
import { realizedVolatility } from '../../../../src/analytics/domain/trend/realized-volatility.ts'
import { dailyBars } from '../../../support/factories.ts'

describe('price history', () => {
  it('takes the first return from the close before the window, and drawdown from the window alone', () => {
    const history = priceHistory(dailyBars([200, 100, 110, 99, 120]), { from: '2026-01-06' })

    expect(history.data.map((row) => row.return_pct?.toFixed(6))).toEqual([
      '-50.000000',
      '10.000000',
      '-10.000000',
      '21.212121',
    ])
    expect(history.data.map((row) => row.drawdown_pct?.toFixed(6))).toEqual([
      '0.000000',
      '0.000000',
      '-10.000000',
      '0.000000',
    ])
    expect(history.from).toBe('2026-01-06')
    expect(history.to).toBe('2026-01-09')
    expect(history.summary.total_return_pct).toBeCloseTo(20, 10)
    expect(history.summary.max_drawdown_pct).toBeCloseTo(-10, 10)
  })

  it('has no first return when no close before the window is stored', () => {
    const history = priceHistory(dailyBars([100, 110]))

    expect(history.data.map((row) => row.return_pct)).toEqual([null, expect.closeTo(10, 10)])
  })

  it('never looks at a bar after the window', () => {
    const bars = dailyBars([100, 110, 105, 500])

    expect(priceHistory(bars, { to: '2026-01-07' })).toEqual(priceHistory(bars.slice(0, 3)))
  })

  it('answers an empty window with nulls instead of zeros', () => {
    const history = priceHistory(dailyBars([100, 110]), { from: '2027-01-01' })

    expect(PriceHistory.parse(history)).toEqual({
      from: null,
      to: null,
      data: [],
      summary: {
        total_return_pct: null,
        max_drawdown_pct: null,
        max_drawdown_from: null,
        max_drawdown_date: null,
        realized_volatility: {
          close_to_close: null,
          parkinson: null,
          garman_klass: null,
          rogers_satchell: null,
          yang_zhang: null,
        },
      },
    })
  })

  it('shows unknown prices and volumes as null, never as NaN', () => {
    const bars = dailyBars([100, Number.NaN, 105]).map((bar) => ({ ...bar, volume: Number.NaN }))

    const history = PriceHistory.parse(priceHistory(bars))

    expect(history.data[1]).toMatchObject({ close: null, volume: null, return_pct: null, drawdown_pct: null })
    expect(history.data[2]).toMatchObject({ close: 105, return_pct: null })
  })
})

describe('realized volatility', () => {
  it('needs one close more than returns', () => {
    const bars = dailyBars([100, 101, 102, 103])

    expect(realizedVolatility(bars, 3).close_to_close).toBeGreaterThan(0)
    expect(realizedVolatility(bars, 4).close_to_close).toBeNull()
    expect(realizedVolatility(bars, 1).close_to_close).toBeNull()
  })

  it('is zero, not null, for a price that never moves', () => {
    expect(realizedVolatility(dailyBars([50, 50, 50, 50]), 3)).toEqual({
      close_to_close: 0,
      parkinson: 0,
      garman_klass: 0,
      rogers_satchell: 0,
      yang_zhang: 0,
    })
  })

  it('is unknown when a price in the window is zero or unknown', () => {
    expect(realizedVolatility(dailyBars([100, 0, 102, 103]), 3).close_to_close).toBeNull()
    expect(realizedVolatility(dailyBars([100, Number.NaN, 102, 103]), 3).yang_zhang).toBeNull()
  })
})
