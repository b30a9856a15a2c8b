import { z } from 'zod'
import { TradingDate } from '../../market/contract/trading-date.ts'
import { UnderlyingSymbol } from '../../market/contract/underlying-symbol.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES, MaxDte } from '../../market/operations/analytics.ts'
import { envelope, enveloped } from '../../market/operations/envelope.ts'
import { GammaExposure } from '../contract/gamma-exposure.ts'
import { gammaExposure } from '../domain/exposures/gamma-exposure.ts'
import { defineOperation } from './context.ts'
import { openInterestDateOf } from './open-interest-date.ts'

const Input = z.object({
  symbol: UnderlyingSymbol,
  expiration_date: z.iso.date().optional().describe('Only this expiration date, YYYY-MM-DD.'),
  dte_max: MaxDte.optional(),
  group_by: z.enum(['strike', 'expiration']).default('strike').describe('What a row of data is.'),
  date: TradingDate.optional(),
})

export const gammaExposureOperation = defineOperation({
  name: 'gamma_exposure',
  title: 'Gamma exposure',
  description:
    'Dealer gamma exposure of one symbol in USD per 1 % move, by strike or by expiration, with walls, the gamma flip and the profile over prices. Calls count plus, puts minus. For one line of figures use option_metrics.',
  capability: 'analytics',
  isHeavyInPast: true,
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
      maxRows: 40,
      keep: 'nearest',
    },
    lists: { profile: { every: 3, columns: ['underlying_price', 'net_gex'] } },
  },
  async dataVersion({ symbol, date }, { viewAt }) {
    const view = await viewAt(date)
    return [await view.chain(symbol)]
  },
  async run(
    { symbol, expiration_date: expirationDate, dte_max: dteMax, group_by: groupBy, date },
    { viewAt, analysisOf },
  ) {
    const view = await viewAt(date)
    const chain = await view.chain(symbol)
    const analysis = analysisOf(chain)
    const figures = await analysis.gamma({ expirationDate, dteMax })
    const query = { expirationDate, dteMax, groupBy }
    const { answer, warnings } = gammaExposure(await analysis.valued(), figures, query)
    return { symbol, ...envelope(view, { ...chain, warnings }), ...openInterestDateOf(chain), ...answer }
  },
})
