import { z } from 'zod'
import { GammaExposure, gammaExposure } from '../../domain/analytics/gamma-exposure.ts'
import { UnderlyingSymbol } from '../../domain/market/symbol.ts'
import { TradingDate } from '../../domain/market/trading-date.ts'
import { envelope, enveloped } from '../envelope.ts'
import { defineOperation } from '../operation.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES, MaxDte } from './analytics.ts'

const Input = z.object({
  symbol: UnderlyingSymbol,
  expiration_date: z.iso.date().optional().describe('Only this expiration date, YYYY-MM-DD.'),
  dte_max: MaxDte.optional(),
  group_by: z.enum(['strike', 'expiration']).default('strike').describe('What one row of data stands for.'),
  date: TradingDate.optional(),
})

export const gammaExposureOperation = defineOperation({
  name: 'gamma_exposure',
  title: 'Gamma exposure',
  description:
    'Dealer gamma exposure of one symbol in USD per 1 % move, by strike or by expiration, with walls, the gamma flip and the profile over prices. Calls count plus, puts minus. For one line of figures use option_metrics.',
  capability: 'analytics',
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES,
  route: { method: 'GET', path: '/stocks/:symbol/gamma_exposure', errors: ['not_found'] },
  input: Input,
  output: enveloped(GammaExposure),
  example: { symbol: 'SPY', dte_max: 30 },
  concise: {
    view: 'Totals and the 40 strikes nearest to the price.',
    narrow: 'give dte_max, expiration_date or group_by expiration',
    table: {
      list: 'data',
      columns: ['strike', 'expiration_date', 'settlement', 'call_gex', 'put_gex', 'net_gex'],
      most: 40,
      keep: 'nearest',
    },
    lists: { profile: { every: 3, columns: ['underlying_price', 'net_gex'] } },
  },
  async dataVersion({ symbol, date }, { viewAt }) {
    const view = await viewAt(date)
    return view.chain(symbol)
  },
  async run(
    { symbol, expiration_date: expirationDate, dte_max: dteMax, group_by: groupBy, date },
    { viewAt, repriced },
  ) {
    const view = await viewAt(date)
    const chain = await view.chain(symbol)
    await repriced(chain, { expirationDate, dteMax })
    const { answer, warnings } = gammaExposure(chain, { expirationDate, dteMax, groupBy })
    return { symbol, ...envelope(view, { ...chain, warnings }), ...answer }
  },
})
