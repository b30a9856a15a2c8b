import { z } from 'zod'
import { WindowDate } from '../../../catalogue/window-date.ts'
import { addDays, daysBetween } from '../../../lib/time/civil-date.ts'
import { TradingDate } from '../../../market/contract/trading-date.ts'
import { UnderlyingSymbol } from '../../../market/contract/underlying-symbol.ts'
import { isMonthlyExpiration } from '../../../market/domain/calendar/option-expirations.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES } from '../../../market/operations/analytics.ts'
import { envelope, enveloped } from '../../../market/operations/envelope.ts'
import { Probability } from '../../contract/strategies/probability.ts'
import { chainDistribution } from '../../domain/distribution/chain-distribution.ts'
import { probabilityAnswer } from '../../domain/distribution/probability-answer.ts'
import { quantileCone } from '../../domain/distribution/quantile-cone.ts'
import type { ValuedChain } from '../../domain/valuation/chain-valuation.ts'
import { defineOperation } from '../context.ts'
import { calibrationBefore } from './past-outcomes.ts'
import { realizedOf } from './realized-of.ts'
import { yearsTo } from './years-to.ts'

const USUAL_POINTS = 101

const level = (text: string) => z.number().positive().max(1_000_000).optional().describe(text)

export const probabilityOperation = defineOperation({
  name: 'probability',
  title: 'Probability of a price',
  description:
    'Chance, 0 to 1, that one symbol closes above, below or between prices on a date, or touches one before, from option prices (risk-neutral, no forecast), with quantiles, density and how often such chances came true.',
  capability: 'analytics',
  isHeavyInPast: true,
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES,
  route: { method: 'GET', path: '/stocks/:symbol/probability', errors: ['not_found'] },
  input: z.object({
    symbol: UnderlyingSymbol,
    target_date: WindowDate.optional().describe('YYYY-MM-DD; the next monthly expiration by default.'),
    above: level('USD; less than below: between, else outside.'),
    below: level('USD too.'),
    touch: level('USD, by the date.'),
    cone: z.boolean().optional().describe('Adds quantiles of the expirations up to target_date.'),
    points: z.int().min(21).max(401).optional().describe(`Prices of the density (${USUAL_POINTS}).`),
    date: TradingDate.optional(),
  }),
  output: enveloped(Probability),
  example: { symbol: 'SPY', above: 700 },
  concise: {
    view: '21 points of the density.',
    narrow: 'give points',
    table: { list: 'density', columns: ['price', 'density', 'probability_below'], maxRows: 21, keep: 'nearest' },
    lists: { quantiles: { columns: ['q', 'price'] } },
    widenedBy: ['points'],
    focus: async ({ points }, _context, form) => (form === 'concise' && points === undefined ? FEW_POINTS : null),
  },
  tool: { unlisted: ['points', 'cone'] },
  async run({ symbol, target_date, above, below, touch, points = USUAL_POINTS, cone, date }, context) {
    const { viewAt, analysisOf } = context
    const view = await viewAt(date)
    const chain = await view.chain(symbol)
    const valued = await analysisOf(chain).valued()
    const targetDate = target_date ?? nextMonthly(valued)
    const found = chainDistribution(valued, targetDate, yearsTo(valued, targetDate))
    const realized = await realizedOf(view, symbol, chain.sessionDate)
    const days = daysBetween(chain.sessionDate, targetDate)
    const calibration = await calibrationBefore(context, view, { symbol, sessionDate: chain.sessionDate, days })
    const answer = probabilityAnswer(valued, found, { targetDate, above, below, touch, points, realized })
    const last = valued.expirations.at(-1)?.expirationDate
    const warnings = found?.warnings ?? [
      `No expiration with a smile is on or after ${targetDate}; the last one is ${last}.`,
    ]
    return {
      symbol,
      ...envelope(view, { ...chain, warnings: [...valued.warnings, ...warnings] }),
      ...answer,
      calibration,
      ...(cone === true && { cone: quantileCone(valued, targetDate) }),
    }
  },
})

const FEW_POINTS = { input: { points: 21 }, note: 'Density: 21 prices; points gives more.' }

/** The next listed monthly expiration after the session, else the last one that is listed. */
function nextMonthly({ expirations, chain }: ValuedChain): string {
  const listed = expirations.filter(({ expired, dte }) => !expired && dte >= 1).map((it) => it.expirationDate)
  return listed.find(isMonthlyExpiration) ?? listed.at(-1) ?? addDays(chain.sessionDate, 30)
}
