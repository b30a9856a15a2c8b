import type { SeenPrices } from '../../domain/trade-ideas/idea-record.ts'
import type { IdeaAnalytics } from '../../domain/trade-ideas/pipelines/idea-analytics.ts'
import { earningsOperation } from '../analytics/earnings.ts'
import { ifKnown } from '../analytics/if-known.ts'
import { ivTermStructureOperation } from '../analytics/iv-term-structure.ts'
import { optionMetricsOperation } from '../analytics/option-metrics.ts'
import { stockQuoteOperation } from '../analytics/stock-quote.ts'
import { supportResistanceOperation } from '../analytics/support-resistance.ts'
import { trendAnalysisOperation } from '../analytics/trend-analysis.ts'
import type { Context } from '../context.ts'
import { ideaFlow } from '../flow/flow-figures.ts'

/** The default of `support_resistance`. */
const LOOKBACK_DAYS = 120

export interface GatheredAnalytics {
  readonly analytics: IdeaAnalytics
  /** The prices of the quote that they hang on. */
  readonly seen: SeenPrices
}

/**
 * What the pipelines look at, each part as the question of its own answers it at present. Null for a symbol that the
 * source does not know; a part that it does not have is null, a source that fails is a failure.
 */
export async function gatherAnalytics(context: Context, symbol: string): Promise<GatheredAnalytics | null> {
  const quote = await ifKnown(stockQuoteOperation.run({ symbol }, context))
  if (!quote) return null
  const { session_date: sessionDate } = quote
  const metrics = await ifKnown(optionMetricsOperation.run({ symbol }, context))
  const termStructure = await ifKnown(ivTermStructureOperation.run({ symbol }, context))
  const levels = await ifKnown(supportResistanceOperation.run({ symbol, lookback_days: LOOKBACK_DAYS }, context))
  const trend = await ifKnown(trendAnalysisOperation.run({ symbol, horizon: 'medium' }, context))
  const reports = await ifKnown(earningsOperation.run({ symbol, from: sessionDate, limit: 2 }, context))
  const view = await context.viewAt()
  return {
    analytics: {
      symbol,
      sessionDate,
      quote,
      // The chain of a source may be of another session than its prices: that says nothing about this one.
      metrics: metrics?.session_date === sessionDate ? metrics : null,
      termStructure: termStructure?.session_date === sessionDate ? termStructure : null,
      levels,
      trend,
      ...(await ideaFlow(context, view, { symbol, sessionDate })),
      // The first may be out already, on the session's own date.
      nextEarnings: reports?.data.find(({ status }) => status !== 'reported') ?? null,
    },
    seen: {
      atMs: Date.parse(quote.as_of),
      sessionDate,
      high: quote.high ?? Number.NaN,
      low: quote.low ?? Number.NaN,
    },
  }
}
