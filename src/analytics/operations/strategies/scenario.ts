import { z } from 'zod'
import { TradingDate } from '../../../market/contract/trading-date.ts'
import { UnderlyingSymbol } from '../../../market/contract/underlying-symbol.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES, MaxDte } from '../../../market/operations/analytics.ts'
import { envelope, enveloped } from '../../../market/operations/envelope.ts'
import { openInterestDated } from '../../contract/open-interest-date.ts'
import { Scenario } from '../../contract/scenario.ts'
import { defineOperation } from '../context.ts'
import { openInterestDateOf } from '../open-interest-date.ts'

const USUAL_MOVES = [-3, 0, 3]
const MAX_MOVES = 9

export const scenarioOperation = defineOperation({
  name: 'scenario',
  title: 'Scenario',
  description:
    'What changes when the price moves, volatility shifts and days pass: dealer gamma, delta, vanna, charm, walls and flip of one symbol repriced, before and after.',
  capability: 'analytics',
  isHeavyInPast: true,
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES,
  route: { method: 'GET', path: '/stocks/:symbol/scenario', errors: ['not_found'] },
  input: z.object({
    symbol: UnderlyingSymbol,
    price_pct: z
      .array(z.number().min(-90).max(200))
      .min(1)
      .max(MAX_MOVES)
      .optional()
      .describe('Moves of the price, percent (-3, 0, 3).'),
    iv_points: z.number().min(-50).max(100).default(0).describe('Added to all volatilities; none falls below 5 %.'),
    skew_points: z.number().min(-30).max(30).default(0).describe('By which rr25 falls.'),
    term_scaling: z
      .enum(['none', 'root_time'])
      .default('none')
      .describe('root_time: shifts times the root of 30/dte, at most 3.'),
    days: z.int().min(0).max(365).default(0).describe('Days that pass.'),
    dte_max: MaxDte.optional(),
    date: TradingDate.optional(),
  }),
  output: enveloped(Scenario.extend(openInterestDated)),
  example: { symbol: 'SPY', price_pct: [-3], days: 1 },
  keyFigures: {
    before: ['underlying_price', 'net_gex', 'gamma_flip', 'gamma_regime', 'call_wall', 'put_wall'],
    rows: ['price_pct', 'underlying_price', 'net_gex', 'gamma_flip', 'call_wall', 'put_wall', 'hedge_usd'],
  },
  tool: { unlisted: ['term_scaling'] },
  async run(input, { viewAt, analysisOf }) {
    const { symbol, price_pct: pricePct = USUAL_MOVES, date } = input
    const view = await viewAt(date)
    const chain = await view.chain(symbol)
    const analysis = analysisOf(chain)
    const valued = await analysis.valued()
    const { answer, warnings } = await analysis.scenario({
      pricePct,
      ivPoints: input.iv_points,
      skewPoints: input.skew_points,
      termScaling: input.term_scaling,
      days: input.days,
      dteMax: input.dte_max,
    })
    const all = [...valued.warnings, ...warnings]
    return { symbol, ...envelope(view, { ...chain, warnings: all }), ...openInterestDateOf(chain), ...answer }
  },
})
