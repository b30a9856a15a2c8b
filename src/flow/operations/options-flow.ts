import { z } from 'zod'
import { pickedFields } from '../../catalogue/picked-fields.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES } from '../../market/operations/analytics.ts'
import { envelope, envelopedSelection } from '../../market/operations/envelope.ts'
import { endsFromDate, orderedBounds, startsByDate } from '../../market/operations/ordered-bounds.ts'
import { UNLISTED_FILTERS } from '../contract/flow-filter.ts'
import { OptionsFlow, PRINT_FIELDS } from '../contract/flow-print.ts'
import { flowPrint } from '../domain/flow-print.ts'
import { flowSummary } from '../domain/sums/flow-summary.ts'
import { defineOperation } from './context.ts'
import { ContractSymbol, FLOW_BOUNDS, flowFields, flowFilters, PrintFields, sortField } from './flow-input.ts'
import { noExpirationIn } from './no-expiration.ts'
import { PRINT_CELLS, PRINT_COLUMNS } from './print-columns.ts'
import { queryFlow } from './query-flow.ts'
import { served } from './served-window.ts'

const Input = endsFromDate(
  startsByDate(
    orderedBounds(
      z.object({
        ...flowFields,
        option_symbol: ContractSymbol.optional(),
        sort: sortField('newest'),
        fields: PrintFields,
        limit: z.int().min(1).max(500).default(100).describe('Maximum number of rows.'),
      }),
      FLOW_BOUNDS,
    ),
    'since',
  ),
  'until',
)

export const optionsFlowOperation = defineOperation({
  name: 'options_flow',
  title: 'Options flow',
  description:
    'Option trades of the session: side against the quote before, kind (sweep, block, package), sentiment, premium in USD, unusual_score, and sums of the window. For sums over time use net_flow, for unusual trades with reasons unusual_activity.',
  capability: 'analytics',
  isHeavyInPast: true,
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES,
  route: { method: 'GET', path: '/flow', errors: ['not_found'] },
  input: Input,
  output: envelopedSelection(OptionsFlow.extend(served)),
  example: { symbol: 'SPY', limit: 5 },
  tool: { unlisted: UNLISTED_FILTERS },
  keyFigures: {
    summary: [
      'call_premium',
      'put_premium',
      'put_call_ratio_premium',
      'bullish_premium',
      'bearish_premium',
      'net_premium',
    ],
  },
  concise: {
    view: '20 prints; summary covers all that match.',
    narrow: 'give symbol, min_premium, min_unusual_score or since',
    table: {
      list: 'data',
      columns: [...PRINT_COLUMNS, 'trade_type', 'unusual_score'],
      cells: PRINT_CELLS,
      chosenBy: 'fields',
      maxRows: 20,
    },
  },
  csv: ({ data }) => ({
    columns: PRINT_FIELDS.filter((field) => data[0] === undefined || field in data[0]),
    rows: data,
  }),
  async run(input, context) {
    const view = await context.viewAt(input.date)
    const found = await queryFlow(context, view, await flowFilters(input, view), input)
    const sums = await found.sums()
    const empty = await noExpirationIn(view, sums.rows, input)
    return {
      symbol: input.symbol ?? null,
      ...envelope(view, { ...found.dated, warnings: [...found.dated.warnings, ...empty] }),
      ...found.window,
      data: found.rows.map((row) => pickedFields(flowPrint(row), 'id', input.fields)),
      summary: flowSummary(sums),
      total: sums.rows,
      next_cursor: found.nextCursor,
    }
  },
})
