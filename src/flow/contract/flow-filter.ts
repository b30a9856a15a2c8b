/** The filters of flow that queries take, and that accounts store. */
import { z } from 'zod'
import { UnderlyingSymbol } from '../../market/contract/underlying-symbol.ts'
import { SENTIMENTS, TRADE_TYPES } from '../domain/flow-row.ts'
import { SIDES } from '../domain/tape/print-side.ts'

const MAX_SYMBOLS = 100
const Usd = z.number().min(0).max(1e12)
const Dte = z.int().min(0).max(3_650)
export const Score = z.int().min(0).max(100)

function some<Item extends z.ZodType<string>>(item: Item, max: number) {
  return z
    .array(item)
    .min(1, 'must contain at least one; leave it out for all')
    .max(max)
    .refine((list) => new Set(list).size === list.length, 'must not contain duplicates')
}

export const flowFilterShape = {
  symbol: UnderlyingSymbol.optional(),
  symbols: some(UnderlyingSymbol, MAX_SYMBOLS).optional().describe('Only these symbols.'),
  exclude_symbols: some(UnderlyingSymbol, MAX_SYMBOLS).optional().describe('Without these symbols.'),
  option_type: z.enum(['call', 'put']).optional().describe('Calls or puts.'),
  side: z.enum(SIDES).optional().describe('Place against the quote.'),
  sides: some(z.enum(SIDES), SIDES.length).optional().describe('Places against the quote, any of these.'),
  trade_type: z.enum(TRADE_TYPES).optional().describe('Kind of print.'),
  sentiment: z.enum(SENTIMENTS).optional().describe('Lean of the print.'),
  min_premium: Usd.optional().describe('Minimum, USD.'),
  max_premium: Usd.optional().describe('Maximum, USD.'),
  min_size: z.int().min(1).max(10_000_000).optional().describe('Contracts.'),
  min_unusual_score: Score.optional().describe('Of unusual_score.'),
  min_volume_oi_ratio: z
    .number()
    .min(0)
    .max(1e9)
    .optional()
    .describe('Of volume_oi_ratio; above 1 more contracts were traded than were open, so some open.'),
  dte_min: Dte.optional().describe('Least calendar days from session_date.'),
  dte_max: Dte.optional().describe('Most calendar days from session_date.'),
  earnings_within: z
    .int()
    .min(0)
    .max(60)
    .optional()
    .describe('Only symbols that report earnings within so many calendar days from the session.'),
} as const

/** Filters of flow that models may give and need not know: they narrow what others narrow already. */
export const UNLISTED_FILTERS = [
  'symbols',
  'exclude_symbols',
  'sides',
  'min_volume_oi_ratio',
  'earnings_within',
] as const
