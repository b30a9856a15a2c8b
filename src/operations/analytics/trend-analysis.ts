import { z } from 'zod'
import { TrendAnalysis, TrendHorizon, trendAnalysis } from '../../domain/analytics/trend.ts'
import { UnderlyingSymbol } from '../../domain/market/symbol.ts'
import { TradingDate } from '../../domain/market/trading-date.ts'
import { envelope, enveloped } from '../envelope.ts'
import { defineOperation } from '../operation.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES } from './analytics.ts'
import { datedBars } from './dated-bars.ts'

export const trendAnalysisOperation = defineOperation({
  name: 'trend_analysis',
  title: 'Trend analysis',
  description:
    'Direction of one underlying as a score from −100 to 100 for a short, medium or long horizon, with moving averages, RSI, MACD, ADX, ATR and Bollinger bands of the daily bars, and the reasons in words.',
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
    const bars = await view.dailyBars(symbol, {})
    return {
      symbol,
      ...envelope(view, await datedBars(view, symbol, bars.at(-1))),
      ...trendAnalysis(bars, horizon),
    }
  },
})
