import { z } from 'zod'
import { TradingDate } from '../../market/contract/trading-date.ts'
import { UnderlyingSymbol } from '../../market/contract/underlying-symbol.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES } from '../../market/operations/analytics.ts'
import { envelope, enveloped } from '../../market/operations/envelope.ts'
import { TrendAnalysis, TrendHorizon } from '../contract/trend-analysis.ts'
import { trendAnalysis } from '../domain/trend/trend-analysis.ts'
import { defineOperation } from './context.ts'
import { datedBars } from './dated-bars.ts'

/** The longest average takes 200 sessions; the indicators that take all bars hardly know older ones. */
const DAYS_USED = 300

export const trendAnalysisOperation = defineOperation({
  name: 'trend_analysis',
  title: 'Trend analysis',
  description:
    'Direction of one underlying as a score from −100 to 100 for a short, medium or long horizon, with moving averages, RSI, MACD, ADX, ATR and Bollinger bands of daily bars, and reasons in words.',
  capability: 'analytics',
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES,
  route: { method: 'GET', path: '/stocks/:symbol/trend', errors: ['not_found'] },
  input: z.object({
    symbol: UnderlyingSymbol,
    horizon: TrendHorizon.default('medium'),
    date: TradingDate.optional(),
  }),
  output: enveloped(TrendAnalysis),
  example: { symbol: 'SPY', horizon: 'medium' },
  async run({ symbol, horizon, date }, { viewAt }) {
    const view = await viewAt(date)
    const bars = await view.dailyBars(symbol, { used: DAYS_USED })
    return {
      symbol,
      ...envelope(view, await datedBars(view, symbol, bars.at(-1))),
      ...trendAnalysis(bars, horizon),
    }
  },
})
