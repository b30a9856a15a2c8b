import { z } from 'zod'
import { pickedFields } from '../../catalogue/picked-fields.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES } from '../../market/operations/analytics.ts'
import { envelope, envelopedSelection } from '../../market/operations/envelope.ts'
import { endsFromDate, orderedBounds, startsByDate } from '../../market/operations/ordered-bounds.ts'
import type { MarketView } from '../../market/ports/market-source.ts'
import { Score, UNLISTED_FILTERS } from '../contract/flow-filter.ts'
import { ScorePart, UnusualActivity, UnusualPrint } from '../contract/unusual-activity.ts'
import type { FlowRow } from '../domain/flow-row.ts'
import { unusualPrint } from '../domain/score/score-breakdown.ts'
import { defineOperation } from './context.ts'
import { FLOW_BOUNDS, flowFields, flowFilters, MinScore, sortField } from './flow-input.ts'
import { flowOutcomes } from './flow-outcomes.ts'
import { noExpirationIn } from './no-expiration.ts'
import { PRINT_COLUMNS, SHORTER_PRINT_CELLS } from './print-columns.ts'
import { queryFlow } from './query-flow.ts'
import { served } from './served-window.ts'

const UnusualFields = z
  .array(UnusualPrint.keyof())
  .min(1)
  .max(UnusualPrint.keyof().options.length)
  .optional()
  .describe('Only these fields of each row, and id; all by default.')

const Input = endsFromDate(
  startsByDate(
    orderedBounds(
      z.object({
        ...flowFields,
        min_unusual_score: Score.optional().describe('As min_score; the higher applies.'),
        min_score: MinScore,
        sort: sortField('score'),
        fields: UnusualFields,
        limit: z.int().min(1).max(200).default(50).describe('Maximum number of rows.'),
      }),
      FLOW_BOUNDS,
    ),
    'since',
  ),
  'until',
)

export const unusualActivityOperation = defineOperation({
  name: 'unusual_activity',
  title: 'Unusual activity',
  description:
    'Unusual option trades: a score of 0 to 100 with points and a reason by factor, the patterns they complete, and the return of their contract after 5 and 30 minutes and at the next close. For all trades use options_flow.',
  capability: 'analytics',
  isHeavyInPast: true,
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES,
  route: { method: 'GET', path: '/unusual_activity', errors: ['not_found'] },
  input: Input,
  output: envelopedSelection(UnusualActivity.extend(served)),
  example: { symbol: 'SPY', limit: 3 },
  tool: { unlisted: ['min_unusual_score', ...UNLISTED_FILTERS] },
  concise: {
    view: '15 prints, each with the largest part of its score; reasons and outcome are in detailed.',
    narrow: 'give symbol, min_score or since',
    table: {
      list: 'data',
      columns: [...PRINT_COLUMNS, 'unusual_score', 'score_breakdown'],
      cells: { ...SHORTER_PRINT_CELLS, score_breakdown: topReason },
      chosenBy: 'fields',
      maxRows: 15,
    },
  },
  async run(input, context) {
    const view = await context.viewAt(input.date)
    const requested = await flowFilters(input, view)
    const filters = { ...requested, minUnusualScore: Math.max(input.min_score, requested.minUnusualScore ?? 0) }
    const found = await queryFlow(context, view, filters, input)
    const { rows: total } = await found.sums()
    const empty = await noExpirationIn(view, total, input)
    return {
      symbol: input.symbol ?? null,
      ...envelope(view, { ...found.dated, warnings: [...found.dated.warnings, ...empty] }),
      ...found.window,
      data: (await withOutcomes(view, found.rows, found.dated.asOfMs)).map((row) =>
        pickedFields(row, 'id', input.fields),
      ),
      total,
      next_cursor: found.nextCursor,
    }
  },
})

const Parts = z.array(ScorePart.pick({ factor: true, points: true }))

/** The largest part, in whole points; the detailed answer has all, with their reasons. */
function topReason(breakdown: unknown): string | null {
  const [largest] = Parts.parse(breakdown).toSorted((a, b) => b.points - a.points)
  return largest ? `${largest.factor} ${Math.round(largest.points)}` : null
}

async function withOutcomes(view: MarketView, rows: readonly FlowRow[], nowMs: number): Promise<UnusualPrint[]> {
  const outcomes = await flowOutcomes(view, rows, nowMs)
  return rows.flatMap((row, place) => {
    const outcome = outcomes[place]
    return outcome ? [unusualPrint(row, outcome)] : []
  })
}
