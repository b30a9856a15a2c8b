import { z } from 'zod'
import { IvTermStructure, ivTermStructure } from '../../domain/analytics/iv-term-structure.ts'
import { UnderlyingSymbol } from '../../domain/market/symbol.ts'
import { TradingDate } from '../../domain/market/trading-date.ts'
import { addDays } from '../../lib/civil-date.ts'
import { envelope, enveloped } from '../envelope.ts'
import { defineOperation } from '../operation.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES } from './analytics.ts'
import { rankedChain } from './ranked-chain.ts'

/** 61 closes, which rv60 takes, lie within this many calendar days, holidays and a lost week included. */
const DAYS_OF_BARS = 110

/** Without `dataVersion`: realized volatility follows the daily bars, which can be imported while the chain stays. */
export const ivTermStructureOperation = defineOperation({
  name: 'iv_term_structure',
  title: 'IV term structure',
  description:
    'Implied volatility of one symbol by expiration and at 30, 60 and 90 days, with rank and percentile of the past year, beside realized volatility of 10 to 60 days; all decimals a year. Says contango, backwardation or flat.',
  capability: 'analytics',
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES,
  route: { method: 'GET', path: '/stocks/:symbol/iv_term_structure', errors: ['not_found'] },
  input: z.object({ symbol: UnderlyingSymbol, date: TradingDate.optional() }),
  output: enveloped(IvTermStructure),
  example: { symbol: 'SPY' },
  concise: {
    view: 'All expirations.',
    narrow: 'ask option_metrics about one expiration_date',
    table: {
      list: 'points',
      columns: ['expiration_date', 'settlement', 'dte', 'atm_iv', 'forward', 'expected_move_pct'],
      most: 60,
    },
  },
  async run({ symbol, date }, { viewAt, valued }) {
    const view = await viewAt(date)
    const { chain, iv30Before } = await rankedChain(view, symbol)
    await valued(chain)
    const bars = await view.dailyBars(symbol, { from: addDays(chain.sessionDate, -DAYS_OF_BARS) })
    const { answer, warnings } = ivTermStructure(chain, { iv30Before, bars })
    return { symbol, ...envelope(view, { ...chain, warnings }), ...answer }
  },
})
