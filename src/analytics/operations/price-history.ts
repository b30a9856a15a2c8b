import { z } from 'zod'
import type { Focus } from '../../catalogue/operation.ts'
import { WindowDate } from '../../catalogue/window-date.ts'
import { addDays } from '../../lib/time/civil-date.ts'
import { TradingDate } from '../../market/contract/trading-date.ts'
import { UnderlyingSymbol } from '../../market/contract/underlying-symbol.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES } from '../../market/operations/analytics.ts'
import { envelope, enveloped } from '../../market/operations/envelope.ts'
import { startsByDate } from '../../market/operations/ordered-bounds.ts'
import { PriceHistory } from '../contract/price-history.ts'
import { AUTO_BARS, BAR_SIZES } from '../domain/trend/bar-sizes.ts'
import { coMovement } from '../domain/trend/co-movement.ts'
import { coarserBars } from '../domain/trend/coarser-bars.ts'
import { priceHistory } from '../domain/trend/price-history.ts'
import { defineOperation } from './context.ts'
import { datedBars } from './dated-bars.ts'

const DEFAULT_DAYS = 90
const AUTO: Focus = { input: { bars: 'auto' }, note: 'Bars are as long as 24 rows need: give bars for others.' }

const Input = startsByDate(
  z.object({
    symbol: UnderlyingSymbol,
    days: z
      .int()
      .min(1)
      .max(36_500)
      .optional()
      .describe(`Calendar days up to the last session; ${DEFAULT_DAYS} by default.`),
    from: WindowDate.optional().describe('First date, YYYY-MM-DD; not with days.'),
    to: WindowDate.optional().describe('Last date, YYYY-MM-DD; not with days.'),
    bars: z
      .enum([...BAR_SIZES, 'auto'])
      .optional()
      .describe(`Length of the bars, day by default; auto for at most ${AUTO_BARS}.`),
    against: UnderlyingSymbol.optional().describe('Symbol for correlation and beta.'),
    date: TradingDate.optional(),
  }),
  'from',
)
  .refine(({ days, from, to }) => days === undefined || (from === undefined && to === undefined), {
    path: ['days'],
    error: 'cannot be combined with from or to',
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['to'],
    error: 'must not be before from',
  })

export const priceHistoryOperation = defineOperation({
  name: 'price_history',
  title: 'Price history',
  description:
    'Daily bars of one underlying with return and dated drawdown, realized volatility by five estimators (decimals a year), and correlation and beta against another symbol. Adjusted for splits. The last bar is unfinished while its session runs.',
  capability: 'analytics',
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES,
  route: { method: 'GET', path: '/stocks/:symbol/price_history', errors: ['not_found'] },
  input: Input,
  output: enveloped(PriceHistory),
  example: { symbol: 'SPY', days: 30 },
  concise: {
    view: 'at most 24 bars, longer ones for long windows; open, high and low are in detailed.',
    narrow: 'give longer bars, or from and to',
    table: {
      list: 'data',
      columns: ['date', 'close', 'volume', 'return_pct', 'drawdown_pct'],
      maxRows: AUTO_BARS,
      keep: 'last',
    },
    widenedBy: ['bars'],
    focus: async ({ bars }, _context, form) => (bars === undefined && form === 'concise' ? AUTO : null),
  },
  csv: ({ data }) => ({
    columns: ['date', 'open', 'high', 'low', 'close', 'volume', 'return_pct', 'drawdown_pct'],
    rows: data,
  }),
  async run({ symbol, days, from, to, bars: size = 'day', against, date }, { viewAt }) {
    const view = await viewAt(date)
    const range = { used: from ?? days ?? DEFAULT_DAYS, ...(to === undefined ? {} : { to }) }
    const bars = await view.dailyBars(symbol, range)
    const last = bars.at(-1)
    const start = from ?? (last ? addDays(last.date, 1 - (days ?? DEFAULT_DAYS)) : undefined)
    const window = { ...(start === undefined ? {} : { from: start }), ...(to === undefined ? {} : { to }) }
    const { data, ...history } = priceHistory(bars, window)
    const other = against === undefined ? null : await view.dailyBars(against, range)
    return {
      symbol,
      ...envelope(view, await datedBars(view, symbol, last)),
      ...history,
      ...coarserBars(data, size),
      against: other && against !== undefined ? { symbol: against, ...coMovement(bars, other, window) } : null,
    }
  },
})
