import { z } from 'zod'
import { OptionMetrics, optionMetrics } from '../../domain/analytics/option-metrics.ts'
import { UnderlyingSymbol } from '../../domain/market/symbol.ts'
import { TradingDate } from '../../domain/market/trading-date.ts'
import { envelope, enveloped } from '../envelope.ts'
import { printPremium } from '../flow/flow-figures.ts'
import { defineOperation } from '../operation.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES, MaxDte } from './analytics.ts'
import { jointVersion } from './joint-version.ts'
import { rankedChain } from './ranked-chain.ts'

export const optionMetricsOperation = defineOperation({
  name: 'option_metrics',
  title: 'Option metrics',
  description:
    'Key figures of one symbol’s options in one line: put/call ratios, IV30 with rank and percentile, gamma, vanna and charm exposure (calls plus, puts minus) and delta exposure in USD, walls, max pain, expected move and skew (rr25: calls minus puts). By strike or expiration use gamma_exposure.',
  capability: 'analytics',
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES,
  route: { method: 'GET', path: '/stocks/:symbol/metrics', errors: ['not_found'] },
  input: z.object({
    symbol: UnderlyingSymbol,
    expiration_date: z.iso
      .date()
      .optional()
      .describe(
        'Only this expiration date, YYYY-MM-DD; iv30, iv_rank and iv_percentile are of the whole chain always.',
      ),
    dte_max: MaxDte.optional(),
    date: TradingDate.optional(),
  }),
  output: enveloped(OptionMetrics),
  example: { symbol: 'SPY' },
  async dataVersion({ symbol, date }, { viewAt }) {
    const view = await viewAt(date)
    const ranked = await rankedChain(view, symbol)
    const { prints } = await view.optionPrints(symbol)
    return prints.count === 0 ? ranked : jointVersion(ranked, prints)
  },
  async run({ symbol, expiration_date: expirationDate, dte_max: dteMax, date }, context) {
    const view = await context.viewAt(date)
    const { chain, iv30Before } = await rankedChain(view, symbol)
    const filter = { expirationDate, dteMax }
    await context.repriced(chain, filter)
    const premium = await printPremium(context, view, chain, filter)
    const { answer, warnings } = optionMetrics(chain, { ...filter, iv30Before, printPremium: premium })
    return { symbol, ...envelope(view, { ...chain, warnings }), ...answer }
  },
})
