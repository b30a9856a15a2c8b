import { z } from 'zod'
import { TradingDate } from '../../market/contract/trading-date.ts'
import { UnderlyingSymbol } from '../../market/contract/underlying-symbol.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES } from '../../market/operations/analytics.ts'
import { envelope, enveloped } from '../../market/operations/envelope.ts'
import { HistoryMetric, MetricHistory } from '../contract/metric-history.ts'
import { METHODOLOGY } from '../domain/methodology.ts'
import { metricHistory } from '../domain/trend/metric-history.ts'
import { defineOperation } from './context.ts'
import { chainSeries, premiumSeries } from './metric-series.ts'

export const metricHistoryOperation = defineOperation({
  name: 'metric_history',
  title: 'Metric history',
  description:
    'One daily figure of a symbol’s options by session, with change and percentile in the year before. For prices use price_history.',
  capability: 'analytics',
  isHeavyInPast: true,
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES,
  route: { method: 'GET', path: '/stocks/:symbol/metric_history', errors: ['not_found'] },
  input: z.object({
    symbol: UnderlyingSymbol,
    metric: HistoryMetric,
    sessions: z.int().min(2).max(252).default(20).describe('Sessions up to the last one.'),
    date: TradingDate.optional(),
  }),
  output: enveloped(MetricHistory),
  example: { symbol: 'SPY', metric: 'iv30', sessions: 5 },
  concise: {
    view: 'The last 10 of 20 sessions.',
    narrow: 'give sessions',
    table: { list: 'data', columns: ['date', 'value'], maxRows: 10, keep: 'last' },
    widenedBy: ['sessions'],
  },
  csv: ({ data }) => ({ columns: ['date', 'value', 'change', 'percentile'], rows: data }),
  async run({ symbol, metric, sessions, date }, context) {
    const view = await context.viewAt(date)
    const { dated, series } =
      metric === 'net_premium'
        ? await premiumSeries(context, view, { symbol, sessions })
        : await chainSeries(context, view, { symbol, metric, sessions })
    const unit = METHODOLOGY[metric]?.unit ?? ''
    return { symbol, ...envelope(view, dated), metric, unit, ...metricHistory(series, sessions) }
  },
})
