import { z } from 'zod'
import { DarkPoolLevels, darkPoolLevels, lastUsualPrice } from '../../domain/analytics/dark-pool-levels.ts'
import { UnderlyingSymbol } from '../../domain/market/symbol.ts'
import { TradingDate } from '../../domain/market/trading-date.ts'
import { addDays } from '../../lib/civil-date.ts'
import { envelope, enveloped } from '../envelope.ts'
import { defineOperation } from '../operation.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES } from './analytics.ts'
import { ifKnown } from './if-known.ts'

const Input = z.object({
  symbol: UnderlyingSymbol,
  days: z.int().min(1).max(120).default(20).describe('Calendar days up to and including the session.'),
  limit: z.int().min(1).max(100).default(10).describe('Most levels of the answer, the heaviest first.'),
  date: TradingDate.optional(),
})

export const darkPoolLevelsOperation = defineOperation({
  name: 'dark_pool_levels',
  title: 'Dark pool levels',
  description:
    'Prices at which most was traded off the exchanges in the past days, the largest such prints, and their share of all shares traded. Off-exchange reports hold internalised orders besides dark pools. For levels of all methods use support_resistance.',
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
      columns: ['price', 'total_value', 'total_volume', 'trade_count', 'share_pct', 'distance_pct', 'role'],
      most: 10,
    },
    lists: { largest_prints: { most: 5, columns: ['executed_at', 'price', 'size', 'value', 'flags'] } },
  },
  async run({ symbol, days, limit, date }, { viewAt }) {
    const view = await viewAt(date)
    const { sessions, asOfMs, sessionDate, warnings } = await view.offExchangeTrades(symbol, days)
    const quoted = (await ifKnown(view.quote(symbol)))?.price ?? Number.NaN
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
  'The price of the underlying is that of its last off-exchange trade in the session: nothing else is known.'
