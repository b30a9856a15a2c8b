/** Input fields shared by the flow operations. */
import { z } from 'zod'
import { RowCursor } from '../../catalogue/row-page.ts'
import { addDays } from '../../lib/time/civil-date.ts'
import { Instant } from '../../market/contract/instant.ts'
import { TradingDate } from '../../market/contract/trading-date.ts'
import { formatOptionSymbol, parseOptionSymbol } from '../../market/domain/options/option-symbol.ts'
import type { MarketView } from '../../market/ports/market-source.ts'
import { flowFilterShape, Score } from '../contract/flow-filter.ts'
import { FlowPrint, PRINT_FIELDS } from '../contract/flow-print.ts'
import type { FlowFilters } from '../domain/flow-filter.ts'
import { FLOW_SORTS, type FlowSort } from '../domain/flow-order.ts'

export const flowFields = {
  ...flowFilterShape,
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
  readonly symbols?: readonly string[] | undefined
  readonly exclude_symbols?: readonly string[] | undefined
  readonly option_type?: FlowFilters['optionType']
  readonly side?: FlowFilters['side']
  readonly sides?: FlowFilters['sides']
  readonly option_symbol?: string | undefined
  readonly trade_type?: FlowFilters['tradeType']
  readonly sentiment?: FlowFilters['sentiment']
  readonly min_premium?: number | undefined
  readonly max_premium?: number | undefined
  readonly min_size?: number | undefined
  readonly min_unusual_score?: number | undefined
  readonly min_volume_oi_ratio?: number | undefined
  readonly dte_min?: number | undefined
  readonly dte_max?: number | undefined
  readonly earnings_within?: number | undefined
  readonly since?: string | undefined
  readonly until?: string | undefined
}

/** The earnings calendar is that of the view. */
export async function flowFilters(input: FlowInput, view: MarketView): Promise<FlowFilters> {
  return {
    symbol: input.symbol,
    symbols: await requestedSymbols(input, view),
    excludedSymbols: input.exclude_symbols,
    optionType: input.option_type,
    side: input.side,
    sides: input.sides,
    optionSymbol: input.option_symbol === undefined ? undefined : paddedSymbol(input.option_symbol),
    tradeType: input.trade_type,
    sentiment: input.sentiment,
    minPremium: input.min_premium,
    maxPremium: input.max_premium,
    minSize: input.min_size,
    minUnusualScore: input.min_unusual_score,
    minVolumeOiRatio: input.min_volume_oi_ratio,
    dteMin: input.dte_min,
    dteMax: input.dte_max,
    sinceMs: input.since === undefined ? undefined : Date.parse(input.since),
    untilMs: input.until === undefined ? undefined : Date.parse(input.until),
  }
}

/** Undefined for all symbols. */
async function requestedSymbols(
  { symbol, symbols, earnings_within: days }: FlowInput,
  view: MarketView,
): Promise<readonly string[] | undefined> {
  if (days === undefined) return symbols
  const { sessionDate } = await view.moment()
  const to = addDays(sessionDate, days)
  const { data } = await view.earnings({ ...(symbol !== undefined && { symbol }), from: sessionDate, to })
  const reporting = new Set(data.map((report) => report.symbol))
  return symbols ? symbols.filter((it) => reporting.has(it)) : [...reporting]
}

/** Pairs of bounds for `orderedBounds`. */
export const FLOW_BOUNDS = [
  ['min_premium', 'max_premium', 'below'],
  ['dte_min', 'dte_max', 'below'],
  ['since', 'until', 'before'],
] as const
