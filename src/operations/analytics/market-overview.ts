import { z } from 'zod'
import { MarketOverview } from '../../domain/analytics/market-overview.ts'
import { TradingDate } from '../../domain/market/trading-date.ts'
import { RenewedMemo } from '../../lib/renewed-memo.ts'
import type { MarketSource } from '../../ports/market-source.ts'
import type { Context } from '../context.ts'
import { envelope, envelopedMarket } from '../envelope.ts'
import { defineOperation } from '../operation.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES } from './analytics.ts'
import { type GatheredOverview, gatherOverview } from './gather-overview.ts'

/**
 * The overview values the chain of every symbol, which takes seconds: it is a minute old at most, or up to five while a
 * new one is being made. `as_of` says what it describes.
 */
const KEPT = { freshMs: 60_000, usableMs: 300_000, limit: 32 }

const memos = new WeakMap<MarketSource, RenewedMemo<GatheredOverview>>()

export const marketOverviewOperation = defineOperation({
  name: 'market_overview',
  title: 'Market overview',
  description:
    'The whole market on one page: SPY, QQQ, IWM and DIA with IV rank, put/call ratio, gamma regime and trend, the leaders by option volume and by IV rank, and sentiment of the day’s premium where there is a tape. Up to five minutes old: see as_of. A past date takes some seconds at first.',
  capability: 'analytics',
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
      most_bullish: { most: 5 },
      most_bearish: { most: 5 },
      volume_leaders: { most: 5 },
      high_iv: { most: 5 },
    },
  },
  dataVersion: ({ date }, context) => overviewAt(date, context),
  async run({ date }, context) {
    const { dated, answer } = await overviewAt(date, context)
    return { ...envelope(await context.viewAt(date), dated), ...answer }
  },
})

function overviewAt(date: string | undefined, context: Context): Promise<GatheredOverview> {
  const memo = memos.get(context.market) ?? new RenewedMemo<GatheredOverview>(KEPT)
  memos.set(context.market, memo)
  return memo.find(date ?? '', {
    nowMs: context.now().getTime(),
    make: () => gatherOverview(context, date),
    beside: (work) => context.afterwards(work),
  })
}
