import { z } from 'zod'
import { WindowDate } from '../../../catalogue/window-date.ts'
import { invalid } from '../../../lib/errors.ts'
import { TradingDate } from '../../../market/contract/trading-date.ts'
import { UnderlyingSymbol } from '../../../market/contract/underlying-symbol.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES } from '../../../market/operations/analytics.ts'
import { envelope, enveloped } from '../../../market/operations/envelope.ts'
import { VolatilitySurface } from '../../contract/volatility-surface.ts'
import { calendarWarnings } from '../../domain/smile/calendar-arbitrage.ts'
import { USUAL_TENORS } from '../../domain/surface/surface-grid.ts'
import { volatilitySurface } from '../../domain/surface/volatility-surface.ts'
import type { ValuedChain } from '../../domain/valuation/chain-valuation.ts'
import { type AnalyticsContext, defineOperation } from '../context.ts'

const MAX_TENORS = 12

export const volatilitySurfaceOperation = defineOperation({
  name: 'volatility_surface',
  title: 'Volatility surface',
  description:
    'Implied volatility of one symbol at fixed deltas and days, its change since another session, forward volatility, and the smile of each expiration with its skew, SVI parameters and what in it contradicts the others; decimals per year.',
  capability: 'analytics',
  isHeavyInPast: true,
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES.filter((surface) => surface !== 'mcp'),
  route: { method: 'GET', path: '/stocks/:symbol/volatility_surface', errors: ['not_found'] },
  input: z.object({
    symbol: UnderlyingSymbol,
    tenors: z
      .array(z.int().min(1).max(1_100))
      .min(1)
      .max(MAX_TENORS)
      .optional()
      .describe(`Calendar days, ascending (${USUAL_TENORS.join(', ')}).`),
    against: WindowDate.optional().describe('A session before, YYYY-MM-DD: the change since then.'),
    date: TradingDate.optional(),
  }),
  output: enveloped(VolatilitySurface),
  example: { symbol: 'SPY' },
  async run({ symbol, tenors = USUAL_TENORS, against, date }, context) {
    const view = await context.viewAt(date)
    const chain = await view.chain(symbol)
    if (tenors.some((days, index) => index > 0 && days <= (tenors[index - 1] ?? 0))) {
      throw invalid([{ path: 'tenors', message: 'must ascend, as 7,30,90' }])
    }
    const analysis = context.analysisOf(chain)
    const valued = await analysis.valued()
    const past = await sessionAgainst(context, valued, against)
    const fits = await analysis.surface()
    const warnings = [...valued.warnings, ...calendarWarnings(valued)]
    return { symbol, ...envelope(view, { ...chain, warnings }), ...volatilitySurface(valued, fits, { tenors, past }) }
  },
})

/** The chain of the session to compare with; null where none is requested. Refuses one that is not before. */
export async function sessionAgainst(
  { viewAt, analysisOf }: Pick<AnalyticsContext, 'viewAt' | 'analysisOf'>,
  { chain }: ValuedChain,
  against: string | undefined,
): Promise<ValuedChain | null> {
  if (against === undefined) return null
  if (against >= chain.sessionDate) {
    throw invalid([{ path: 'against', message: `must be before ${chain.sessionDate}, the session of the answer` }])
  }
  const view = await viewAt(against)
  return await analysisOf(await view.chain(chain.symbol)).valued()
}
