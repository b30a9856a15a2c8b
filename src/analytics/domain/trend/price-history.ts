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
  const drawdowns = data.flatMap(({ drawdown_pct }) => drawdown_pct ?? [])
  const returns = window.length - (start > 0 ? 0 : 1)
  return {
    from: window[0]?.date ?? null,
    to: window.at(-1)?.date ?? null,
    data,
    summary: {
      total_return_pct: changePct(window[0]?.close, window.at(-1)?.close),
      max_drawdown_pct: drawdowns.length > 0 ? Math.min(...drawdowns) : null,
      realized_volatility: realizedVolatility(known, returns),
    },
  }
}

function changePct(from = Number.NaN, to = Number.NaN): number | null {
  return orNull(100 * (to / from - 1))
}
