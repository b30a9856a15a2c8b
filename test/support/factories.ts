import { tradingDaysBetween } from '../../src/market/domain/calendar/trading-calendar.ts'
import type { DailyBar } from '../../src/market/domain/stocks/bar.ts'

/** One bar per close on the sessions from 2026-01-05 on, without a range of its own and 1,000 shares each. */
export function dailyBars(closes: readonly number[]): DailyBar[] {
  const days = tradingDaysBetween('2026-01-05', '2028-12-29')
  return closes.map((close, index) => {
    const date = days[index]
    if (!date) throw new RangeError('More closes than sessions')
    return { date, open: close, high: close, low: close, close, volume: 1000 }
  })
}
