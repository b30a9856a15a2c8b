/** Input fields shared by the flow operations. */
import { z } from 'zod'
import { RowCursor } from '../../catalogue/row-page.ts'
import { Instant } from '../../market/contract/instant.ts'
import { TradingDate } from '../../market/contract/trading-date.ts'
import { UnderlyingSymbol } from '../../market/contract/underlying-symbol.ts'
import { formatOptionSymbol, parseOptionSymbol } from '../../market/domain/options/option-symbol.ts'
import { Dte } from '../../market/operations/analytics.ts'
import { FlowPrint, PRINT_FIELDS } from '../contract/flow-print.ts'
import type { FlowFilters } from '../domain/flow-filter.ts'
import { FLOW_SORTS, type FlowSort } from '../domain/flow-order.ts'
import { SENTIMENTS, TRADE_TYPES } from '../domain/flow-row.ts'
import { SIDES } from '../domain/tape/print-side.ts'

const Usd = z.number().min(0).max(1e12)
export const Score = z.int().min(0).max(100)

export const flowFields = {
  symbol: UnderlyingSymbol.optional(),
  option_type: z.enum(['call', 'put']).optional().describe('Calls or puts.'),
  side: z.enum(SIDES).optional().describe('Place against the quote.'),
  trade_type: z.enum(TRADE_TYPES).optional().describe('Kind of print.'),
  sentiment: z.enum(SENTIMENTS).optional().describe('Lean of the print.'),
  min_premium: Usd.optional().describe('Minimum, USD.'),
  max_premium: Usd.optional().describe('Maximum, USD.'),
  min_size: z.int().min(1).max(10_000_000).optional().describe('Contracts.'),
  min_unusual_score: Score.optional().describe('Of unusual_score.'),
  dte_min: Dte.optional().describe('Calendar days.'),
  dte_max: Dte.optional().describe('Calendar days.'),
  since: Instant.optional().describe('From this instant or date; with a symbol up to five sessions back.'),
  until: Instant.optional().describe('Before this instant.'),
  cursor: RowCursor,
  date: TradingDate.optional(),
} as const

export const MinScore = Score.default(70).describe(
  'Tail rarity, 0 to 100: 80 is the rarest 1 % of comparable prints, 90 the rarest 0.1 %.',
)

export function sortField(usual: FlowSort) {
  return z.enum(FLOW_SORTS).default(usual).describe('Largest first.')
}

export const PrintFields = z
  .array(FlowPrint.keyof())
  .min(1)
  .max(PRINT_FIELDS.length)
  .optional()
  .describe('Only these fields of each row, and id; all by default.')

/** A contract, padded to 21 characters or not. */
export const ContractSymbol = z
  .string()
  .max(21)
  .refine((text) => parseOptionSymbol(text) !== null, 'must be a contract, for example SPY261218C00600000')
  .describe('Contract')

/** The form of the rows. */
function paddedSymbol(text: string): string {
  const contract = parseOptionSymbol(text)
  return contract ? formatOptionSymbol(contract) : text
}

interface FlowInput {
  readonly symbol?: string | undefined
  readonly option_type?: FlowFilters['optionType']
  readonly side?: FlowFilters['side']
  readonly option_symbol?: string | undefined
  readonly trade_type?: FlowFilters['tradeType']
  readonly sentiment?: FlowFilters['sentiment']
  readonly min_premium?: number | undefined
  readonly max_premium?: number | undefined
  readonly min_size?: number | undefined
  readonly min_unusual_score?: number | undefined
  readonly dte_min?: number | undefined
  readonly dte_max?: number | undefined
  readonly since?: string | undefined
  readonly until?: string | undefined
}

export function flowFilters(input: FlowInput): FlowFilters {
  return {
    symbol: input.symbol,
    optionType: input.option_type,
    side: input.side,
    optionSymbol: input.option_symbol === undefined ? undefined : paddedSymbol(input.option_symbol),
    tradeType: input.trade_type,
    sentiment: input.sentiment,
    minPremium: input.min_premium,
    maxPremium: input.max_premium,
    minSize: input.min_size,
    minUnusualScore: input.min_unusual_score,
    dteMin: input.dte_min,
    dteMax: input.dte_max,
    sinceMs: input.since === undefined ? undefined : Date.parse(input.since),
    untilMs: input.until === undefined ? undefined : Date.parse(input.until),
  }
}

/** Pairs of bounds for `orderedBounds`. */
export const FLOW_BOUNDS = [
  ['min_premium', 'max_premium', 'below'],
  ['dte_min', 'dte_max', 'below'],
  ['since', 'until', 'before'],
] as const
