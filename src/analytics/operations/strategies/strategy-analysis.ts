import { z } from 'zod'
import { WindowDate } from '../../../catalogue/window-date.ts'
import { type FieldIssue, invalid } from '../../../lib/errors.ts'
import { TradingDate } from '../../../market/contract/trading-date.ts'
import { UnderlyingSymbol } from '../../../market/contract/underlying-symbol.ts'
import { newYorkDate, newYorkInstant } from '../../../market/domain/calendar/new-york-time.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES, Dte } from '../../../market/operations/analytics.ts'
import { envelope, enveloped } from '../../../market/operations/envelope.ts'
import type { MarketView } from '../../../market/ports/market-source.ts'
import { StrategyAnalysis } from '../../contract/strategies/strategy-analysis.ts'
import { chainLegs, rowIssue } from '../../domain/strategies/chain-legs.ts'
import type { LegOfChain } from '../../domain/strategies/leg-from-row.ts'
import { MAX_LEGS } from '../../domain/strategies/legs.ts'
import { strategyAnswer } from '../../domain/strategies/strategy-answer.ts'
import { strategyRisks } from '../../domain/strategies/strategy-risks.ts'
import { areLegs, STOCK_ROW, templateLegs } from '../../domain/strategies/template-legs.ts'
import { TEMPLATES } from '../../domain/strategies/template-recipes.ts'
import type { ValuedChain } from '../../domain/valuation/chain-valuation.ts'
import { defineOperation } from '../context.ts'
import { realizedOf } from './realized-of.ts'

const CLOSE_MINUTE = 16 * 60
const MS_PER_YEAR = 525_600 * 60_000
const USUAL_PRICES = 21
const USUAL_DATES = 6

const Input = z.object({
  symbol: UnderlyingSymbol,
  legs: z
    .array(z.string().max(60))
    .min(1)
    .max(MAX_LEGS)
    .optional()
    .describe('As -1 SPY261218P00640000 @ 3.15 or 100 stock.'),
  template: z.enum(TEMPLATES).optional().describe('Instead of legs: iron_condor, call_vertical, calendar...'),
  short: z.boolean().optional().describe('Turns all options.'),
  dte: Dte.optional().describe('Days to expiration (30).'),
  dte_far: Dte.optional().describe('Of the later leg (28 more).'),
  delta: z.number().min(0.01).max(0.99).optional().describe('0.5 bought, 0.3 sold.'),
  width: z.number().min(0.01).max(100_000).optional().describe('USD between strikes.'),
  ratio: z.int().min(2).max(10).optional().describe('Of ratio_spread (2).'),
  option_type: z.enum(['call', 'put']).optional().describe('Of one-sided templates.'),
  quantity: z.int().min(1).max(1_000).optional().describe('Units (1).'),
  fill: z.number().min(0).max(1).default(0).describe('Of half the spread.'),
  volatility: z.number().min(0.01).max(5).optional().describe('Of the lognormal measure (atm_iv).'),
  target_date: WindowDate.optional().describe('For break_evens_on_date.'),
  price_range_pct: z.number().min(1).max(90).optional().describe('Each way (2 deviations).'),
  price_steps: z.int().min(5).max(101).optional().describe(`Prices of the grid (${USUAL_PRICES}).`),
  date_steps: z.int().min(1).max(12).optional().describe(`Dates of the grid (${USUAL_DATES}).`),
  iv_shifts: z.array(z.number().min(-50).max(100)).min(1).max(5).optional().describe('Volatility points (0).'),
  date: TradingDate.optional(),
})

type Request = z.output<typeof Input>

export const strategyAnalysisOperation = defineOperation({
  name: 'strategy_analysis',
  title: 'Strategy analysis',
  description:
    'One option strategy: cost at bid, mid and ask, most profit and loss in USD, break-evens, greeks, chance of profit and of touch, expected value, Reg-T margin, risks of assignment and dividend, profit by price and date. Give legs or a template. Chances are risk-neutral.',
  capability: 'analytics',
  isHeavyInPast: true,
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES,
  route: { method: 'GET', path: '/stocks/:symbol/strategy_analysis', errors: ['not_found'] },
  input: Input,
  output: enveloped(StrategyAnalysis),
  example: { symbol: 'SPY', template: 'iron_condor', dte: 45 },
  keyFigures: {
    '': [
      ...['symbol', 'as_of', 'session_date', 'strategy', 'underlying_price', 'first_expiration', 'target_date'],
      ...['cost', 'max_profit', 'max_loss', 'break_evens', 'return_on_risk_pct'],
    ],
    greeks: ['delta', 'gamma', 'theta', 'vega'],
    margin: ['requirement', 'buying_power'],
    liquidity: ['spread_cost', 'spread_cost_pct'],
    grid: ['prices'],
  },
  concise: {
    view: 'A grid of 7 prices and 3 dates.',
    narrow: 'give price_steps and date_steps',
    table: {
      list: 'legs',
      columns: ['quantity', 'kind', 'strike', 'expiration_date', 'price', 'spread_pct', 'implied_volatility', 'delta'],
      maxRows: MAX_LEGS,
    },
    lists: {
      touch: { maxItems: 4, columns: ['price', 'role', 'close_beyond', 'probability'] },
      risks: { maxItems: 5 },
    },
    omitted: ['payoff'],
    widenedBy: ['price_steps', 'date_steps', 'iv_shifts'],
    focus: async ({ price_steps: prices, date_steps: dates }, _context, form) =>
      form === 'concise' && (prices === undefined || dates === undefined)
        ? { input: { price_steps: prices ?? 7, date_steps: dates ?? 3 }, note: SMALL_GRID }
        : null,
  },
  tool: {
    unlisted: [
      'ratio',
      'dte_far',
      'quantity',
      'volatility',
      'price_range_pct',
      'price_steps',
      'date_steps',
      'iv_shifts',
    ],
  },
  async run(input, { viewAt, analysisOf }) {
    const { symbol, date } = input
    const view = await viewAt(date)
    const chain = await view.chain(symbol)
    const analysis = analysisOf(chain)
    const valued = await analysis.valued()
    const legs = legsOf(valued, input)
    const targetYears = targetOf(valued, legs, input)
    const figures = await analysis.strategy({
      legs,
      fill: input.fill,
      volatility: input.volatility,
      realized: await realizedOf(view, symbol, chain.sessionDate),
      targetYears,
      priceRangePct: input.price_range_pct,
      priceSteps: input.price_steps ?? USUAL_PRICES,
      dateSteps: input.date_steps ?? USUAL_DATES,
      ivShifts: input.iv_shifts ?? [0],
      cashSecured: input.template === 'cash_secured_put' && input.short !== true,
    })
    const report = await nextReport(view, symbol, chain.sessionDate, lastDate(valued, legs))
    const risks = strategyRisks(valued, legs, figures, report)
    const answer = strategyAnswer(valued, legs, figures, risks, {
      asOfMs: chain.asOfMs,
      targetDate: newYorkDate(chain.asOfMs + targetYears * MS_PER_YEAR),
    })
    const warnings = [...valued.warnings, ...figures.warnings]
    return { symbol, ...envelope(view, { ...chain, warnings }), ...answer }
  },
})

const SMALL_GRID = 'Grid: 7 prices, 3 dates; price_steps, date_steps and iv_shifts give more.'

function legsOf(valued: ValuedChain, { legs, template, ...selectors }: Request): readonly LegOfChain[] {
  if ((legs === undefined) === (template === undefined)) {
    throw invalid([{ path: legs === undefined ? 'legs' : 'template', message: 'give either legs or a template' }])
  }
  if (template === undefined) return orRefused(chainLegs(valued, legs ?? []))
  const { dte_far: dteFar, option_type: optionType } = selectors
  const found = templateLegs(valued, { ...selectors, template, dteFar, optionType })
  if (!areLegs(found)) throw invalid(found)
  const chosen = found.map((leg) => ({ ...leg, price: null }))
  const issues = chosen.flatMap(({ row }) => {
    const message = row === STOCK_ROW ? null : rowIssue(valued, row, null)
    const symbol = valued.chain.contracts.optionSymbols[row]
    return message === null ? [] : [{ path: 'template', message: `picks ${symbol}, which ${message}` }]
  })
  return orRefused({ legs: chosen, issues })
}

function orRefused({ legs, issues }: { readonly legs: readonly LegOfChain[]; readonly issues: readonly FieldIssue[] }) {
  if (issues.length > 0) throw invalid(issues)
  return legs
}

function expiriesOf({ chain, expirations }: ValuedChain, legs: readonly LegOfChain[]) {
  const indices = legs.flatMap(({ row }) => chain.contracts.expirationIndex[row] ?? [])
  return { first: expirations[Math.min(...indices)], last: expirations[Math.max(...indices)] }
}

function lastDate(valued: ValuedChain, legs: readonly LegOfChain[]): string {
  return expiriesOf(valued, legs).last?.expirationDate ?? valued.chain.sessionDate
}

/** Years to the chosen date at its close; half way to the first expiration where none is chosen. */
function targetOf(valued: ValuedChain, legs: readonly LegOfChain[], { target_date: date }: Request): number {
  const { first, last } = expiriesOf(valued, legs)
  if (date === undefined) return 0.5 * (first?.yearsToExpiry ?? 0)
  const { asOfMs, sessionDate } = valued.chain
  const lastListed = last?.expirationDate ?? sessionDate
  if (date < sessionDate || date > lastListed) {
    throw invalid([
      { path: 'target_date', message: `must be from ${sessionDate} to ${lastListed}, the last expiration of the legs` },
    ])
  }
  return Math.max(newYorkInstant(date, CLOSE_MINUTE) - asOfMs, 0) / MS_PER_YEAR
}

async function nextReport(view: MarketView, symbol: string, from: string, to: string): Promise<string | undefined> {
  const { data } = await view.earnings({ symbol, from, to })
  return data
    .filter(({ status }) => status !== 'reported')
    .map(({ reportDate }) => reportDate)
    .sort()[0]
}
