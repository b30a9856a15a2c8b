import { z } from 'zod'
import { TradingDate } from '../../market/contract/trading-date.ts'
import { UnderlyingSymbol } from '../../market/contract/underlying-symbol.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES } from '../../market/operations/analytics.ts'
import { enveloped } from '../../market/operations/envelope.ts'
import { nullIfNotFound } from '../../market/operations/null-if-not-found.ts'
import { EarningsRow } from '../contract/earnings-row.ts'
import { FlowBias } from '../contract/flow-bias.ts'
import { IvTermStructure } from '../contract/iv-term-structure.ts'
import { OptionMetrics } from '../contract/option-metrics.ts'
import { StockQuote } from '../contract/stock-quote.ts'
import { SupportResistance } from '../contract/support-resistance.ts'
import { DIRECTIONS } from '../domain/direction.ts'
import { flowBias } from '../domain/flow-bias.ts'
import type { AnalyticsContext } from './context.ts'
import { defineOperation } from './context.ts'
import { earningsOperation } from './earnings.ts'
import { ivTermStructureOperation } from './iv-term-structure.ts'
import { KEY_METRICS, optionMetricsOperation } from './option-metrics.ts'
import { stockQuoteOperation } from './stock-quote.ts'
import { supportResistanceOperation } from './support-resistance.ts'

const LEVELS_EACH_SIDE = 3
const TERM_POINTS = 4
/** The defaults of `support_resistance`. */
const LOOKBACK_DAYS = 120

const NO_TAPE = 'flow_bias is null: the source has no option prints of the session.'
const NO_CHAIN = 'metrics and term_structure are null: the source has no option chain of this session.'

const LEVEL_COLUMNS = ['price', 'strength', 'distance_pct', 'touches', 'sources']
const RANGES = Object.keys(OptionMetrics.shape).filter((name) => name.endsWith('_range'))

/** Null in the next report, because they are known only after it. */
const AFTER_REPORT = [
  ...['eps_actual', 'surprise_pct', 'actual_move_pct'],
  ...['near_iv_after', 'crush_pct', 'implied_over_actual'],
]

const levels = (side: string) =>
  SupportResistance.shape.support.describe(
    `The ${LEVELS_EACH_SIDE} nearest levels ${side} the price, as support_resistance.`,
  )

export const tradeContextOperation = defineOperation({
  name: 'trade_context',
  title: 'Trade context',
  description:
    'Everything to check before a trade in one symbol: quote, option metrics, IV term structure, three levels on each side, next earnings, and whether option premium is for or against a direction.',
  capability: 'analytics',
  isHeavyInPast: true,
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES,
  route: { method: 'GET', path: '/stocks/:symbol/trade_context', errors: ['not_found'] },
  input: z.object({
    symbol: UnderlyingSymbol,
    direction: z.enum(DIRECTIONS).optional().describe('The thesis to compare flow_bias with.'),
    date: TradingDate.optional(),
  }),
  output: enveloped(
    z.object({
      direction: z.enum(DIRECTIONS).nullable().describe('The requested direction; null without one.'),
      quote: StockQuote.describe('As stock_quote.'),
      metrics: OptionMetrics.nullable().describe('As option_metrics over all expirations; null without a chain.'),
      term_structure: IvTermStructure.nullable().describe(
        `As iv_term_structure, with the first ${TERM_POINTS} expirations after the session and without their ranges; null without a chain.`,
      ),
      support: levels('below'),
      resistance: levels('above'),
      next_earnings: EarningsRow.nullable().describe('The next announced report; null when none is known.'),
      flow_bias: FlowBias.nullable().describe('Lean of the session’s option premium; null without a tape.'),
    }),
  ),
  example: { symbol: 'SPY', direction: 'bullish' },
  concise: {
    view: 'no ranges.',
    narrow: 'ask the tool of one part',
    lists: {
      support: { columns: LEVEL_COLUMNS },
      resistance: { columns: LEVEL_COLUMNS },
      'term_structure.points': { columns: ['expiration_date', 'dte', 'atm_iv', 'expected_move', 'expected_move_pct'] },
    },
    omitted: [
      ...RANGES.map((name) => `metrics.${name}`),
      // In metrics, too.
      ...['iv30', 'iv30_range', 'iv_rank', 'iv_percentile'].map((name) => `term_structure.${name}`),
      ...AFTER_REPORT.map((name) => `next_earnings.${name}`),
    ],
  },
  keyFigures: {
    quote: ['price', 'bid', 'ask', 'change_pct', 'volume', 'market_session'],
    metrics: KEY_METRICS,
    term_structure: ['iv60', 'rv30', 'iv_minus_rv30', 'state'],
    next_earnings: ['report_date', 'timing', 'eps_estimate', 'expected_move_pct'],
  },
  async run({ symbol, direction = null, date }, context) {
    const {
      symbol: _,
      as_of,
      session_date,
      source,
      ...quoted
    } = await stockQuoteOperation.run({ symbol, date }, context)
    const { warnings, ...quote } = quoted
    const options = await nullIfNotFound(optionParts(symbol, date, context))
    const levelsFound = await supportResistanceOperation.run({ symbol, lookback_days: LOOKBACK_DAYS, date }, context)
    const reports = await earningsOperation.run({ symbol, from: session_date, limit: 2, date }, context)
    const view = await context.viewAt(date)
    const flow = await context.sessionPremium.bySentiment(view, { symbol, sessionDate: session_date })
    return {
      symbol,
      as_of,
      session_date,
      source,
      warnings: [
        ...new Set([
          ...warnings,
          ...(options ? optionWarnings(options, session_date) : [NO_CHAIN]),
          ...levelsFound.warnings,
          ...reports.warnings,
          ...(flow ? [] : [NO_TAPE]),
        ]),
      ],
      direction,
      quote,
      metrics: options?.metrics ?? null,
      term_structure: options?.termStructure ?? null,
      support: levelsFound.support.slice(0, LEVELS_EACH_SIDE),
      resistance: levelsFound.resistance.slice(0, LEVELS_EACH_SIDE),
      // The first may have been published already, on the session date.
      next_earnings: reports.data.find(({ status }) => status !== 'reported') ?? null,
      flow_bias: flow && flowBias({ bullish: flow.bullishPremium, bearish: flow.bearishPremium }, direction),
    }
  },
})

/** Throws `not_found` without a chain. */
async function optionParts(symbol: string, date: string | undefined, context: AnalyticsContext) {
  const {
    warnings,
    session_date: sessionDate,
    ...metrics
  } = await optionMetricsOperation.run({ symbol, date }, context)
  const { warnings: alsoWarned, ...term } = await ivTermStructureOperation.run({ symbol, date }, context)
  const points = term.points
    .filter(({ dte }) => dte > 0)
    .slice(0, TERM_POINTS)
    .map(withoutRanges)
  return { metrics, termStructure: { ...term, points }, sessionDate, warnings: [...warnings, ...alsoWarned] }
}

type TermPoint = z.input<typeof IvTermStructure>['points'][number]

/** This answer is for models, which pay per token: the ranges of each expiration are in `iv_term_structure`. */
function withoutRanges({ atm_iv_range: _atm, expected_move_range: _move, ...point }: TermPoint): TermPoint {
  return point
}

type OptionParts = Awaited<ReturnType<typeof optionParts>>

/** The chain of a source may be of another session than its prices. */
function optionWarnings({ sessionDate, warnings }: OptionParts, quoteDate: string): string[] {
  if (sessionDate === quoteDate) return [...warnings]
  return [...warnings, `metrics and term_structure are of ${sessionDate}, the quote of ${quoteDate}.`]
}
