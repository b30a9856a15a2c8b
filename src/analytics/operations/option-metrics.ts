import { z } from 'zod'
import { TradingDate } from '../../market/contract/trading-date.ts'
import { UnderlyingSymbol } from '../../market/contract/underlying-symbol.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES, MaxDte } from '../../market/operations/analytics.ts'
import { envelope, enveloped } from '../../market/operations/envelope.ts'
import { OptionMetrics } from '../contract/option-metrics.ts'
import { optionMetrics } from '../domain/chain/option-metrics.ts'
import { defineOperation } from './context.ts'
import { openInterestDateOf } from './open-interest-date.ts'
import { rankedChain } from './ranked-chain.ts'

/** The figures of a symbol's options that traders look at first. */
export const KEY_METRICS = [
  'put_call_ratio_volume',
  'iv30',
  'iv_rank',
  'net_gex',
  'gamma_flip',
  'gamma_regime',
  'call_wall',
  'put_wall',
  'max_pain',
  'expected_move',
  'expected_move_pct',
]

export const optionMetricsOperation = defineOperation({
  name: 'option_metrics',
  title: 'Option metrics',
  description:
    'Key figures of one symbol’s options in one line: put/call ratios, IV30 with rank and percentile, gamma, vanna and charm exposure (calls plus, puts minus) and delta exposure in USD, walls, max pain, expected move and skew (rr25: calls minus puts). By strike or expiration use gamma_exposure.',
  capability: 'analytics',
  isHeavyInPast: true,
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES,
  route: { method: 'GET', path: '/stocks/:symbol/metrics', errors: ['not_found'] },
  input: z.object({
    symbol: UnderlyingSymbol,
    expiration_date: z.iso
      .date()
      .optional()
      .describe('Only this expiration, YYYY-MM-DD; iv30 and its ranks use the whole chain.'),
    dte_max: MaxDte.optional(),
    date: TradingDate.optional(),
  }),
  output: enveloped(OptionMetrics),
  example: { symbol: 'SPY' },
  keyFigures: {
    '': [
      ...['symbol', 'as_of', 'session_date', 'underlying_price', ...KEY_METRICS],
      ...['put_call_ratio_open_interest', 'atm_iv', 'iv_percentile', 'rr25', 'bf25'],
    ],
  },
  async dataVersion({ symbol, date }, { viewAt }) {
    const view = await viewAt(date)
    const { chain, history } = await rankedChain(view, symbol)
    const { prints } = await view.optionPrints(symbol)
    return prints.count === 0 ? [chain, history] : [chain, history, prints]
  },
  async run({ symbol, expiration_date: expirationDate, dte_max: dteMax, date }, context) {
    const view = await context.viewAt(date)
    const { chain, iv30Before } = await rankedChain(view, symbol)
    const filter = { expirationDate, dteMax }
    const analysis = context.analysisOf(chain)
    const gamma = await analysis.gamma(filter)
    const tape = await context.sessionPremium.bySide(view, chain, filter)
    const query = { ...filter, iv30Before, tape }
    const { answer, warnings } = optionMetrics(await analysis.valued(), gamma, query)
    return { symbol, ...envelope(view, { ...chain, warnings }), ...openInterestDateOf(chain), ...answer }
  },
})
