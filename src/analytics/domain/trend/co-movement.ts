import { orNull } from '../../../lib/math/numbers.ts'
import type { DailyBar } from '../../../market/domain/stocks/bar.ts'
import type { CoMovement } from '../../contract/price-history.ts'
import type { DateRange } from './price-history.ts'

const FEWEST = 20

/**
 * Correlation (Pearson) of the daily logarithmic returns of two symbols, and beta of the first against the second =
 * covariance / variance of the second. Over the days of the window, both ends included, whose close and the one before
 * it are known of both. Null with fewer than 20 such days, and where a price never moves. Bars must be in date order.
 */
export function coMovement(
  bars: readonly DailyBar[],
  against: readonly DailyBar[],
  { from = '', to = '9999' }: DateRange = {},
): Omit<CoMovement, 'symbol'> {
  const others = new Map(against.map(({ date, close }) => [date, close]))
  const common = bars.flatMap(({ date, close }) => {
    const other = others.get(date) ?? Number.NaN
    return close > 0 && other > 0 ? [{ date, close, other }] : []
  })
  const returns = common.slice(1).flatMap(({ date, close, other }, index) => {
    const before = common[index]
    if (!before || date < from || date > to) return []
    return [{ date, x: Math.log(other / before.other), y: Math.log(close / before.close) }]
  })
  const known = returns.length >= FEWEST ? moments(returns) : null
  return {
    correlation: known && orNull(known.xy / Math.sqrt(known.xx * known.yy)),
    beta: known && orNull(known.xy / known.xx),
    sessions: returns.length,
    from: returns[0]?.date ?? null,
    to: returns.at(-1)?.date ?? null,
  }
}

interface Pair {
  readonly x: number
  readonly y: number
}

/** Sums of squares and products around the means. */
function moments(pairs: readonly Pair[]): { xx: number; xy: number; yy: number } {
  const mean = (key: keyof Pair) => pairs.reduce((sum, pair) => sum + pair[key], 0) / pairs.length
  const [meanX, meanY] = [mean('x'), mean('y')]
  const sums = { xx: 0, xy: 0, yy: 0 }
  for (const { x, y } of pairs) {
    sums.xx += (x - meanX) ** 2
    sums.xy += (x - meanX) * (y - meanY)
    sums.yy += (y - meanY) ** 2
  }
  return sums
}
