import type { DailyBar } from '../../../market/domain/stocks/bar.ts'
import type { Pivots } from '../../contract/pivots.ts'

/** Floor-trader, Camarilla and Fibonacci pivots for the session after the bar, USD; null when a price is unknown. */
export function pivots({ date, high, low, close }: DailyBar): Pivots | null {
  const range = high - low
  const p = (high + low + close) / 3
  if (!Number.isFinite(p)) return null
  const camarilla = (parts: number) => (range * 1.1) / parts
  return {
    date,
    classic: {
      p,
      r1: 2 * p - low,
      s1: 2 * p - high,
      r2: p + range,
      s2: p - range,
      r3: high + 2 * (p - low),
      s3: low - 2 * (high - p),
    },
    camarilla: {
      r1: close + camarilla(12),
      s1: close - camarilla(12),
      r2: close + camarilla(6),
      s2: close - camarilla(6),
      r3: close + camarilla(4),
      s3: close - camarilla(4),
      r4: close + camarilla(2),
      s4: close - camarilla(2),
    },
    fibonacci: {
      r1: p + 0.382 * range,
      s1: p - 0.382 * range,
      r2: p + 0.618 * range,
      s2: p - 0.618 * range,
      r3: p + range,
      s3: p - range,
    },
  }
}
