import { z } from 'zod'
import { FlowPrint, flowPrint, OptionsFlow } from '../../domain/flow/flow-print.ts'
import { flowSummary, summaryOf } from '../../domain/flow/flow-summary.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES } from '../analytics/analytics.ts'
import { envelope, envelopedSelection } from '../envelope.ts'
import { defineOperation } from '../operation.ts'
import { orderedBounds } from './flow-bounds.ts'
import { flowFields, flowFilters } from './flow-input.ts'
import { flowPage } from './flow-page.ts'
import { flowWindow } from './market-flow.ts'
import { served } from './served-window.ts'
import { storedFlow } from './stored-flow.ts'

const Input = orderedBounds(
  z.object({
    ...flowFields,
    limit: z.int().min(1).max(500).default(100).describe('Most rows of the answer.'),
  }),
)

export const optionsFlowOperation = defineOperation({
  name: 'options_flow',
  title: 'Options flow',
  description:
    'Option trades of the session, newest first: side against the quote before them, kind (sweep, block, package), sentiment, premium in USD and a score of how unusual they are, with sums of the window. For sums over time use net_flow, for the rare ones with reasons unusual_activity.',
  capability: 'analytics',
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES,
  route: { method: 'GET', path: '/flow', errors: ['not_found'] },
  input: Input,
  output: envelopedSelection(OptionsFlow.extend(served)),
  example: { symbol: 'SPY', limit: 5 },
  concise: {
    view: 'The 20 newest prints; summary is of all that pass.',
    narrow: 'give symbol, min_premium, min_unusual_score or since',
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
      ],
      most: 20,
    },
  },
  csv: ({ data }) => ({ columns: Object.keys(FlowPrint.shape), rows: data }),
  async run(input, context) {
    const view = await context.viewAt(input.date)
    const filters = flowFilters(input)
    const stored = await storedFlow(context, view, { ...filters, symbol: input.symbol }, input)
    if (stored) {
      const sums = await stored.sums()
      return {
        symbol: input.symbol ?? null,
        ...envelope(view, stored.dated),
        ...stored.window,
        data: stored.rows.map(flowPrint),
        summary: summaryOf(sums),
        total: sums.rows,
        next_cursor: stored.nextCursor,
      }
    }
    const { dated, flows, window } = await flowWindow(context, view, input.symbol, filters)
    const page = flowPage(flows, filters, input)
    return {
      symbol: input.symbol ?? null,
      ...envelope(view, dated),
      ...window,
      data: page.rows.map(flowPrint),
      summary: flowSummary(page.matching),
      total: page.matching.length,
      next_cursor: page.nextCursor,
    }
  },
})
