import { orNull } from '../../../lib/math/numbers.ts'
import type { DailyBar } from '../../../market/domain/stocks/bar.ts'
import type { PriceHistory } from '../../contract/price-history.ts'
import { realizedVolatility } from './realized-volatility.ts'

export interface DateRange {
  readonly from?: string
  readonly to?: string
}

/**
 * The bars of a window, both ends included. Bars before `from` are used only for the first return and the volatility; bars
 * after `to` are ignored. Bars must be in date order.
 */
export function priceHistory(bars: readonly DailyBar[], { from = '', to = '9999' }: DateRange = {}): PriceHistory {
  const known = bars.filter(({ date }) => date <= to)
  const start = known.findIndex(({ date }) => date >= from)
  const window = start < 0 ? [] : known.slice(start)
  const data: PriceHistory['data'] = []
  let previousClose = start > 0 ? (known[start - 1]?.close ?? Number.NaN) : Number.NaN
  let highestClose = Number.NEGATIVE_INFINITY
  for (const bar of window) {
    if (bar.close > highestClose) highestClose = bar.close
    data.push({
      date: bar.date,
      open: orNull(bar.open),
      high: orNull(bar.high),
      low: orNull(bar.low),
      close: orNull(bar.close),
      volume: orNull(bar.volume),
      return_pct: changePct(previousClose, bar.close),
      drawdown_pct: changePct(highestClose, bar.close),
    })
    previousClose = bar.close
  }
  const drawdown = maxDrawdown(data)
  const returns = window.length - (start > 0 ? 0 : 1)
  return {
    from: window[0]?.date ?? null,
    to: window.at(-1)?.date ?? null,
    data,
    summary: {
      total_return_pct: changePct(window[0]?.close, window.at(-1)?.close),
      ...drawdown,
      realized_volatility: realizedVolatility(known, returns),
    },
  }
}

type Drawdown = Pick<PriceHistory['summary'], 'max_drawdown_pct' | 'max_drawdown_from' | 'max_drawdown_date'>

/** The first of the lowest drawdowns; without one below 0 it has no dates. */
function maxDrawdown(data: PriceHistory['data']): Drawdown {
  let lowest: Drawdown = { max_drawdown_pct: null, max_drawdown_from: null, max_drawdown_date: null }
  let high: string | null = null
  for (const { date, drawdown_pct: pct } of data) {
    if (pct === 0) high = date
    if (pct === null || pct >= (lowest.max_drawdown_pct ?? Number.POSITIVE_INFINITY)) continue
    const dates = pct < 0 ? { max_drawdown_from: high, max_drawdown_date: date } : {}
    lowest = { ...lowest, ...dates, max_drawdown_pct: pct }
  }
  return lowest
}

function changePct(from = Number.NaN, to = Number.NaN): number | null {
  return orNull(100 * (to / from - 1))
}
