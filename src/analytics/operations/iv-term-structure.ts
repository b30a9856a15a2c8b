import { z } from 'zod'
import { WindowDate } from '../../catalogue/window-date.ts'
import { addDays } from '../../lib/time/civil-date.ts'
import { TradingDate } from '../../market/contract/trading-date.ts'
import { UnderlyingSymbol } from '../../market/contract/underlying-symbol.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES } from '../../market/operations/analytics.ts'
import { envelope, enveloped } from '../../market/operations/envelope.ts'
import { IvTermStructure } from '../contract/iv-term-structure.ts'
import { ivTermStructure } from '../domain/smile/iv-term-structure.ts'
import { surfaceGrid, USUAL_TENORS } from '../domain/surface/surface-grid.ts'
import { defineOperation } from './context.ts'
import { rankedChain } from './ranked-chain.ts'
import { sessionAgainst } from './surface/volatility-surface.ts'

/** Calendar days that contain the 61 closes for rv60, including holidays and a missing week. */
const DAYS_OF_BARS = 110

/** Without `dataVersion`: realized volatility depends on daily bars, which can be imported while the chain is unchanged. */
export const ivTermStructureOperation = defineOperation({
  name: 'iv_term_structure',
  title: 'IV term structure',
  description:
    'Implied volatility of one symbol by expiration, with the expected move to each (one standard deviation), and at 30, 60 and 90 days, with rank and percentile of the past year, and realized volatility of 10 to 60 days; decimals per year. State: contango, backwardation or flat.',
  capability: 'analytics',
  isHeavyInPast: true,
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES,
  route: { method: 'GET', path: '/stocks/:symbol/iv_term_structure', errors: ['not_found'] },
  input: z.object({
    symbol: UnderlyingSymbol,
    surface: z.boolean().optional().describe('Adds IV by delta and days.'),
    against: WindowDate.optional().describe('And its change since a session before.'),
    date: TradingDate.optional(),
  }),
  output: enveloped(IvTermStructure),
  example: { symbol: 'SPY' },
  concise: {
    view: 'All expirations.',
    narrow: 'ask option_metrics about one expiration_date',
    table: {
      list: 'points',
      columns: ['expiration_date', 'settlement', 'dte', 'atm_iv', 'forward', 'expected_move_pct'],
      maxRows: 60,
    },
  },
  async run({ symbol, surface, against, date }, context) {
    const { viewAt, analysisOf } = context
    const view = await viewAt(date)
    const { chain, iv30Before } = await rankedChain(view, symbol)
    const valued = await analysisOf(chain).valued()
    const bars = await view.dailyBars(symbol, { from: addDays(chain.sessionDate, -DAYS_OF_BARS) })
    const { answer, warnings } = ivTermStructure(valued, { iv30Before, bars })
    const isWanted = surface === true || against !== undefined
    const past = await sessionAgainst(context, valued, against)
    const grid = isWanted ? { surface: surfaceGrid(valued, USUAL_TENORS, past) } : {}
    return { symbol, ...envelope(view, { ...chain, warnings }), ...answer, ...grid }
  },
})
