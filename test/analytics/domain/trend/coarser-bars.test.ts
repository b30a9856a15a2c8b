import { describe, expect, it } from 'vitest'
import { coarserBars } from '../../../../src/analytics/domain/trend/coarser-bars.ts'
import { priceHistory } from '../../../../src/analytics/domain/trend/price-history.ts'
import { tradingDaysBetween } from '../../../../src/market/domain/calendar/trading-calendar.ts'

const rowsOf = (from: string, to: string) =>
  priceHistory(
    tradingDaysBetween(from, to).map((date, day) => {
      const close = 100 + ((day * 7) % 13)
      return { date, open: close - 1, high: close + 2, low: close - 3, close, volume: 10 }
    }),
  ).data

describe('coarser bars', () => {
  it('join the days of a week from open to close', () => {
    const days = rowsOf('2026-11-16', '2026-11-24')
    const { bars, data } = coarserBars(days, 'week')

    expect(bars).toBe('week')
    expect(data.map(({ date }) => date)).toEqual(['2026-11-20', '2026-11-24'])
    expect(data[1]).toEqual({
      date: '2026-11-24',
      open: days[5]?.open,
      high: 111,
      low: 100,
      close: days[6]?.close,
      volume: 20,
      return_pct: expect.closeTo(100 * ((days[6]?.close ?? 0) / (days[4]?.close ?? 0) - 1), 9),
      drawdown_pct: days[6]?.drawdown_pct,
    })
    expect(data[0]?.return_pct).toBeNull()
  })

  it.each([
    ['2026-11-02', '2026-11-20', 'day'],
    ['2026-08-03', '2026-11-20', 'week'],
    ['2025-01-02', '2026-11-20', 'month'],
    ['2022-01-03', '2026-11-20', 'quarter'],
    ['2015-01-02', '2026-11-20', 'year'],
  ] as const)('from %s to %s are as short as 24 of them allow: by %s', (from, to, size) => {
    const { bars, data } = coarserBars(rowsOf(from, to), 'auto')

    expect(bars).toBe(size)
    expect(data.length).toBeLessThanOrEqual(24)
  })

  it('stay the rows that they are by day, and unknown where a day is', () => {
    const days = rowsOf('2026-11-16', '2026-11-18')
    const [first, ...rest] = days

    expect(coarserBars(days, 'day')).toEqual({ bars: 'day', data: days })
    expect(coarserBars([], 'auto')).toEqual({ bars: 'day', data: [] })
    expect(coarserBars([{ ...first!, volume: null }, ...rest], 'week').data[0]).toMatchObject({ volume: null })
  })
})
