import { z } from 'zod'
import { WindowDate } from '../../../catalogue/window-date.ts'
import { invalid } from '../../../lib/errors.ts'
import { addDays, daysBetween } from '../../../lib/time/civil-date.ts'
import { TradingDate } from '../../../market/contract/trading-date.ts'
import { UnderlyingSymbol } from '../../../market/contract/underlying-symbol.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES, Dte } from '../../../market/operations/analytics.ts'
import { envelope, enveloped } from '../../../market/operations/envelope.ts'
import { FoundStrategies } from '../../contract/strategies/find-strategies.ts'
import { searchAnswer } from '../../domain/strategies/search/search-answer.ts'
import {
  DIRECTIONS,
  PREFERENCES,
  SEARCHED_TEMPLATES,
  type SearchQuery,
  USUAL_DAYS_AFTER,
  USUAL_LOSS_SHARE,
} from '../../domain/strategies/search/search-query.ts'
import type { ValuedChain } from '../../domain/valuation/chain-valuation.ts'
import { defineOperation } from '../context.ts'
import { yearsTo } from './years-to.ts'

const USUAL_DAYS = 30
const SHARES = 100

const Input = z.object({
  symbol: UnderlyingSymbol,
  target_price: z.number().positive().max(1_000_000).optional().describe('USD: the mean on target_date.'),
  direction: z.enum(DIRECTIONS).optional().describe('Instead of it; neutral by default.'),
  target_date: WindowDate.optional().describe('YYYY-MM-DD (30 days).'),
  max_loss: z.number().min(1).max(10_000_000).optional().describe('USD a unit (2 % of 100 shares).'),
  iv_points: z.number().min(-50).max(50).default(0).describe('Volatility points added by then.'),
  templates: z
    .array(z.enum(SEARCHED_TEMPLATES))
    .min(1)
    .max(SEARCHED_TEMPLATES.length)
    .optional()
    .describe('Only these; all of limited loss by default.'),
  prefer: z.enum(PREFERENCES).default('balanced').describe('What a rank weighs more.'),
  dte_max: Dte.optional().describe(`Of the legs (target + ${USUAL_DAYS_AFTER}).`),
  min_open_interest: z.int().min(0).max(1_000_000).default(10).describe('Of each contract.'),
  max_spread_pct: z.number().min(0).max(100).default(10).describe('Bid to ask, percent of the mid.'),
  limit: z.int().min(1).max(25).default(8).describe('Maximum number of rows.'),
  date: TradingDate.optional(),
})

export const findStrategiesOperation = defineOperation({
  name: 'find_strategies',
  title: 'Find strategies',
  description:
    'Ranks option strategies of one symbol for a thesis: a target price by a date, or a direction, with a limit of loss and a shift of volatility. All are compared after costs; a few are answered, unlike each other, each with its reason, profit if right, most loss and chance. Research data, not advice.',
  capability: 'analytics',
  isHeavyInPast: true,
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES,
  route: { method: 'GET', path: '/stocks/:symbol/strategies', errors: ['not_found'] },
  input: Input,
  output: enveloped(FoundStrategies),
  example: { symbol: 'SPY', direction: 'bullish' },
  concise: {
    view: '8 strategies.',
    narrow: 'give limit or templates',
    table: {
      list: 'data',
      columns: [
        'strategy',
        'legs',
        'cost',
        'max_loss',
        'profit_at_target',
        'probability_of_profit',
        'probability_implied',
        'growth',
      ],
      cells: { legs: joined },
      maxRows: 8,
    },
    lists: { rejected: { maxItems: 3 } },
  },
  tool: { unlisted: ['dte_max', 'min_open_interest', 'max_spread_pct'] },
  async run(input, { viewAt, analysisOf }) {
    const view = await viewAt(input.date)
    const chain = await view.chain(input.symbol)
    const analysis = analysisOf(chain)
    const valued = await analysis.valued()
    const query = queryOf(valued, input)
    const { answer, warnings } = searchAnswer(valued, await analysis.search(query), query)
    return {
      symbol: input.symbol,
      ...envelope(view, { ...chain, warnings: [...valued.warnings, ...warnings] }),
      ...answer,
    }
  },
})

function joined(legs: unknown): string {
  return z.array(z.string()).parse(legs).join('; ')
}

function queryOf(valued: ValuedChain, input: z.output<typeof Input>): SearchQuery {
  if (input.target_price !== undefined && input.direction !== undefined) {
    throw invalid([{ path: 'direction', message: 'must be left out where target_price is given' }])
  }
  const { sessionDate } = valued.chain
  const targetDate = input.target_date ?? addDays(sessionDate, USUAL_DAYS)
  return {
    targetPrice: input.target_price ?? null,
    direction: input.direction ?? 'neutral',
    targetDate,
    targetYears: yearsTo(valued, targetDate),
    maxLoss: input.max_loss ?? Math.max(1, USUAL_LOSS_SHARE * SHARES * valued.spot),
    ivPoints: input.iv_points,
    templates: input.templates ?? SEARCHED_TEMPLATES,
    prefer: input.prefer,
    dteMax: input.dte_max ?? daysBetween(sessionDate, targetDate) + USUAL_DAYS_AFTER,
    minOpenInterest: input.min_open_interest,
    maxSpreadPct: input.max_spread_pct,
    limit: input.limit,
  }
}
