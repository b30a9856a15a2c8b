import { z } from 'zod'
import { TradingDate } from '../../market/contract/trading-date.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES } from '../../market/operations/analytics.ts'
import { envelope, envelopedMarket } from '../../market/operations/envelope.ts'
import { MarketOverview } from '../contract/market-overview.ts'
import { defineOperation } from './context.ts'

export const marketOverviewOperation = defineOperation({
  name: 'market_overview',
  title: 'Market overview',
  description:
    'The whole market on one page: SPY, QQQ, IWM and DIA with IV rank, put/call ratio, gamma regime and trend, the leaders by option volume and by IV rank, and sentiment of the day’s premium. Up to five minutes old.',
  capability: 'analytics',
  isHeavyInPast: true,
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES,
  route: { method: 'GET', path: '/market_overview', errors: ['not_found'] },
  input: z.object({ date: TradingDate.optional() }),
  output: envelopedMarket(MarketOverview),
  example: {},
  concise: {
    view: 'Lists of 5.',
    narrow: 'ask for one symbol with option_metrics',
    lists: {
      most_bullish: { maxItems: 5 },
      most_bearish: { maxItems: 5 },
      volume_leaders: { maxItems: 5 },
      high_iv: { maxItems: 5 },
    },
  },
  dataVersion: async ({ date }, context) => [await context.marketOverviews.at(date, context)],
  async run({ date }, context) {
    const { view, dated, answer } = await context.marketOverviews.at(date, context)
    return { ...envelope(view, dated), ...answer }
  },
})
