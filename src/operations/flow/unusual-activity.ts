import { z } from 'zod'
import type { FlowRow } from '../../domain/flow/flow-row.ts'
import { ScorePart, UnusualActivity, type UnusualPrint, unusualPrint } from '../../domain/flow/score-breakdown.ts'
import type { MarketView } from '../../ports/market-source.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES } from '../analytics/analytics.ts'
import { envelope, envelopedSelection } from '../envelope.ts'
import { defineOperation } from '../operation.ts'
import { orderedBounds } from './flow-bounds.ts'
import { flowFields, flowFilters, MinScore, Score } from './flow-input.ts'
import { flowOutcomes } from './flow-outcomes.ts'
import { flowPage } from './flow-page.ts'
import { flowWindow } from './market-flow.ts'
import { served } from './served-window.ts'
import { storedFlow } from './stored-flow.ts'

const Input = orderedBounds(
  z.object({
    ...flowFields,
    min_unusual_score: Score.optional().describe('As min_score; the higher counts.'),
    min_score: MinScore,
    limit: z.int().min(1).max(200).default(50).describe('Most rows of the answer.'),
  }),
)

export const unusualActivityOperation = defineOperation({
  name: 'unusual_activity',
  title: 'Unusual activity',
  description:
    'Option trades that stand out, newest first: a score of 0 to 100 whose points by factor add up to it, each with a reason in figures, the patterns they complete, and what their contract did after 5 and 30 minutes and at the next close. For all trades use options_flow.',
  capability: 'analytics',
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES,
  route: { method: 'GET', path: '/unusual_activity', errors: ['not_found'] },
  input: Input,
  output: envelopedSelection(UnusualActivity.extend(served)),
  example: { symbol: 'SPY', limit: 3 },
  concise: {
    view: 'The 15 newest prints of the score, each with the three parts that weigh most; detailed has reasons and outcome.',
    narrow: 'give symbol, min_score or since',
    table: {
      list: 'data',
      columns: [
        'executed_at',
        'symbol',
        'option_type',
        'strike',
        'expiration_date',
        'side',
        'size',
        'premium',
        'trade_type',
        'unusual_score',
        'score_breakdown',
      ],
      cells: { score_breakdown: topReasons },
      most: 15,
    },
  },
  async run(input, context) {
    const view = await context.viewAt(input.date)
    const asked = flowFilters(input)
    const filters = { ...asked, minUnusualScore: Math.max(input.min_score, asked.minUnusualScore ?? 0) }
    const stored = await storedFlow(context, view, { ...filters, symbol: input.symbol }, input)
    if (stored) {
      return {
        symbol: input.symbol ?? null,
        ...envelope(view, stored.dated),
        ...stored.window,
        data: await withOutcomes(view, stored.rows, stored.dated.asOfMs),
        total: (await stored.sums()).rows,
        next_cursor: stored.nextCursor,
      }
    }
    const { dated, flows, window } = await flowWindow(context, view, input.symbol, filters)
    const page = flowPage(flows, filters, input)
    return {
      symbol: input.symbol ?? null,
      ...envelope(view, dated),
      ...window,
      data: await withOutcomes(view, page.rows, dated.asOfMs),
      total: page.matching.length,
      next_cursor: page.nextCursor,
    }
  },
})

const Parts = z.array(ScorePart.pick({ factor: true, points: true }))

/** The three parts that weigh most; their sentences are in the whole answer. */
function topReasons(breakdown: unknown): string[] {
  return Parts.parse(breakdown)
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, 3)
    .map(({ factor, points }) => `${factor} ${points}`)
}

async function withOutcomes(view: MarketView, rows: readonly FlowRow[], nowMs: number): Promise<UnusualPrint[]> {
  const outcomes = await flowOutcomes(view, rows, nowMs)
  return rows.flatMap((row, place) => {
    const outcome = outcomes[place]
    return outcome ? [unusualPrint(row, outcome)] : []
  })
}
