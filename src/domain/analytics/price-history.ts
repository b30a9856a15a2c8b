/** Daily prices of a window with returns, drawdown and realized volatility. Prices are adjusted for splits. */
import { z } from 'zod'
import { orNull } from '../../lib/numbers.ts'
import type { DailyBar } from '../market/bar.ts'
import { RealizedVolatility, realizedVolatility } from './realized-volatility.ts'

const price = (text: string) => z.number().nullable().describe(`${text} USD per share, adjusted for splits.`)

export const PriceHistory = z
  .object({
    from: z.string().nullable().describe('First date that is served, YYYY-MM-DD; null when there is no bar.'),
    to: z.string().nullable().describe('Last date that is served, YYYY-MM-DD; null when there is no bar.'),
    data: z
      .array(
        z.object({
          date: z.string().describe('New York trading date, YYYY-MM-DD.'),
          open: price('Opening price.'),
          high: price('Highest price.'),
          low: price('Lowest price.'),
          close: price('Closing price.'),
          volume: z.number().min(0).nullable().describe('Shares traded; null when the source has none.'),
          return_pct: z
            .number()
            .nullable()
            .describe(
              '100 × (close / previous close − 1), signed. The first row uses the close before the window where one is stored, else null.',
            ),
          drawdown_pct: z
            .number()
            .max(0)
            .nullable()
            .describe('100 × (close / highest close of the window so far − 1): 0 at a new high, negative below.'),
        }),
      )
      .describe('One row per trading day, in date order.'),
    summary: z
      .object({
        total_return_pct: z.number().nullable().describe('100 × (last close / first close of the window − 1), signed.'),
        max_drawdown_pct: z.number().max(0).nullable().describe('Lowest drawdown_pct of the window; never above 0.'),
        realized_volatility: RealizedVolatility,
      })
      .describe('Figures of the whole window.'),
  })
  .meta({ id: 'PriceHistory' })

export type PriceHistory = z.infer<typeof PriceHistory>

export interface DateRange {
  readonly from?: string
  readonly to?: string
}

/**
 * The bars of a window, both ends included. Bars before `from` are used for the first return and the volatility only;
 * bars after `to` are never looked at. Bars are in date order.
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
