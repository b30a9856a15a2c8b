import { z } from 'zod'
import { EarningsRow } from '../../domain/analytics/earnings-moves.ts'
import { DIRECTIONS, FlowBias, flowBias } from '../../domain/analytics/flow-bias.ts'
import { IvTermStructure } from '../../domain/analytics/iv-term-structure.ts'
import { OptionMetrics } from '../../domain/analytics/option-metrics.ts'
import { StockQuote } from '../../domain/analytics/stock-quote.ts'
import { SupportResistance } from '../../domain/analytics/support-resistance.ts'
import { UnderlyingSymbol } from '../../domain/market/symbol.ts'
import { TradingDate } from '../../domain/market/trading-date.ts'
import type { Context } from '../context.ts'
import { enveloped } from '../envelope.ts'
import { overviewFlow } from '../flow/flow-figures.ts'
import { defineOperation } from '../operation.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES } from './analytics.ts'
import { earningsOperation } from './earnings.ts'
import { ifKnown } from './if-known.ts'
import { ivTermStructureOperation } from './iv-term-structure.ts'
import { optionMetricsOperation } from './option-metrics.ts'
import { stockQuoteOperation } from './stock-quote.ts'
import { supportResistanceOperation } from './support-resistance.ts'

const LEVELS_EACH_SIDE = 3
const TERM_POINTS = 4
/** The defaults of `support_resistance`. */
const LOOKBACK_DAYS = 120

const NO_TAPE = 'flow_bias is null: the source has no option prints of the session.'
const NO_CHAIN = 'metrics and term_structure are null: the source has no option chain of this session.'

const levels = (side: string) =>
  SupportResistance.shape.support.describe(
    `The ${LEVELS_EACH_SIDE} nearest levels ${side} the price, as support_resistance.`,
  )

export const tradeContextOperation = defineOperation({
  name: 'trade_context',
  title: 'Trade context',
  description:
    'What one would look up before judging a trade in one symbol, in one answer: quote, option metrics, IV term structure, three levels on each side, the next earnings, and whether the session’s option premium is for or against a direction. Each part as the question of its own answers it.',
  capability: 'analytics',
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES,
  route: { method: 'GET', path: '/stocks/:symbol/trade_context', errors: ['not_found'] },
  input: z.object({
    symbol: UnderlyingSymbol,
    direction: z.enum(DIRECTIONS).optional().describe('The thesis that flow_bias is set against.'),
    date: TradingDate.optional(),
  }),
  output: enveloped(
    z.object({
      direction: z.enum(DIRECTIONS).nullable().describe('The direction that was asked about; null without one.'),
      quote: StockQuote.describe('As stock_quote.'),
      metrics: OptionMetrics.nullable().describe('As option_metrics over all expirations; null without a chain.'),
      term_structure: IvTermStructure.nullable().describe(
        `As iv_term_structure, with the first ${TERM_POINTS} expirations after the session; null without a chain.`,
      ),
      support: levels('below'),
      resistance: levels('above'),
      next_earnings: EarningsRow.nullable().describe('The next report that is announced; null when none is known.'),
      flow_bias: FlowBias.nullable().describe('Lean of the session’s option premium; null without a tape.'),
    }),
  ),
  example: { symbol: 'SPY', direction: 'bullish' },
  async run({ symbol, direction = null, date }, context) {
    const {
      symbol: _,
      as_of,
      session_date,
      source,
      ...quoted
    } = await stockQuoteOperation.run({ symbol, date }, context)
    const { warnings, ...quote } = quoted
    const options = await ifKnown(optionParts(symbol, date, context))
    const levelsFound = await supportResistanceOperation.run({ symbol, lookback_days: LOOKBACK_DAYS, date }, context)
    const reports = await earningsOperation.run({ symbol, from: session_date, limit: 2, date }, context)
    const view = await context.viewAt(date)
    const flow = await overviewFlow(context, view, { symbol, sessionDate: session_date })
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
      // The first may be out already, on the session's own date.
      next_earnings: reports.data.find(({ status }) => status !== 'reported') ?? null,
      flow_bias: flow && flowBias({ bullish: flow.bullishPremium, bearish: flow.bearishPremium }, direction),
    }
  },
})

/** Throws `not_found` without a chain. */
async function optionParts(symbol: string, date: string | undefined, context: Context) {
  const {
    warnings,
    session_date: sessionDate,
    ...metrics
  } = await optionMetricsOperation.run({ symbol, date }, context)
  const { warnings: alsoWarned, ...term } = await ivTermStructureOperation.run({ symbol, date }, context)
  const points = term.points.filter(({ dte }) => dte > 0).slice(0, TERM_POINTS)
  return { metrics, termStructure: { ...term, points }, sessionDate, warnings: [...warnings, ...alsoWarned] }
}

type OptionParts = Awaited<ReturnType<typeof optionParts>>

/** The chain of a source may be of another session than its prices. */
function optionWarnings({ sessionDate, warnings }: OptionParts, quoteDate: string): string[] {
  if (sessionDate === quoteDate) return [...warnings]
  return [...warnings, `metrics and term_structure are of ${sessionDate}, the quote of ${quoteDate}.`]
}
