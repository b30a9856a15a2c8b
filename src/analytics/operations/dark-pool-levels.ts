import { z } from 'zod'
import { addDays } from '../../lib/time/civil-date.ts'
import { TradingDate } from '../../market/contract/trading-date.ts'
import { UnderlyingSymbol } from '../../market/contract/underlying-symbol.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES } from '../../market/operations/analytics.ts'
import { envelope, enveloped } from '../../market/operations/envelope.ts'
import { nullIfNotFound } from '../../market/operations/null-if-not-found.ts'
import { DarkPoolLevels } from '../contract/dark-pool-levels.ts'
import { darkPoolLevels, lastUsualPrice } from '../domain/levels/dark-pool-levels.ts'
import { defineOperation } from './context.ts'

const Input = z.object({
  symbol: UnderlyingSymbol,
  days: z.int().min(1).max(120).default(20).describe('Calendar days up to the session.'),
  limit: z.int().min(1).max(100).default(10).describe('Maximum number of levels, largest first.'),
  date: TradingDate.optional(),
})

export const darkPoolLevelsOperation = defineOperation({
  name: 'dark_pool_levels',
  title: 'Dark pool levels',
  description:
    'Prices with the most off-exchange volume of the past days, the largest such prints, and their share of all shares traded. These include internalised orders. For levels of all methods use support_resistance.',
  capability: 'analytics',
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES,
  route: { method: 'GET', path: '/dark_pool_levels', errors: ['not_found'] },
  input: Input,
  output: enveloped(
    DarkPoolLevels.extend({
      from: z.iso.date().describe('First date of the window, YYYY-MM-DD.'),
      to: z.iso.date().describe('Last date of the window, YYYY-MM-DD: the session.'),
      sessions: z.int().min(0).max(120).describe('Sessions of the window that have trades.'),
    }),
  ),
  example: { symbol: 'SPY' },
  concise: {
    view: '10 levels and the 5 largest prints.',
    narrow: 'give fewer days; limit asks for more levels',
    table: {
      list: 'levels',
      columns: ['price', 'total_value', 'total_volume', 'trade_count', 'share_pct', 'distance_pct', 'role', 'flags'],
      maxRows: 10,
    },
    lists: { largest_prints: { maxItems: 5, columns: ['executed_at', 'price', 'size', 'value', 'flags'] } },
  },
  async run({ symbol, days, limit, date }, { viewAt }) {
    const view = await viewAt(date)
    const { sessions, asOfMs, sessionDate, warnings } = await view.offExchangeTrades(symbol, days)
    const quoted = (await nullIfNotFound(view.quote(symbol)))?.price ?? Number.NaN
    const underlyingPrice = Number.isNaN(quoted) ? lastUsualPrice(sessions) : quoted
    const unquoted = Number.isNaN(quoted) && sessions.length > 0
    return {
      symbol,
      ...envelope(view, { asOfMs, sessionDate, warnings: [...warnings, ...(unquoted ? [FROM_TRADES] : [])] }),
      from: addDays(sessionDate, 1 - days),
      to: sessionDate,
      sessions: sessions.length,
      ...darkPoolLevels({ sessions, underlyingPrice, limit }),
    }
  },
})

const FROM_TRADES =
  'There is no quote: the price of the underlying is that of its last off-exchange trade in the session.'
