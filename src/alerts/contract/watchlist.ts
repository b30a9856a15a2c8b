import { z } from 'zod'
import { Source } from '../../market/contract/source.ts'
import { UnderlyingSymbol } from '../../market/contract/underlying-symbol.ts'
import { WHALE_PREMIUM_USD } from '../domain/alert-contents.ts'

export const MAX_WATCHED = 200

/** One comparable print in a hundred; below it, nothing is unusual. */
const MIN_SCORE = 80

export const WatchBounds = z.strictObject({
  premium_min: z
    .number()
    .min(WHALE_PREMIUM_USD, 'must be 500000 or more; make an alert for smaller prints')
    .max(1e12)
    .optional()
    .describe('Minimum premium of a whale trade, USD; 500,000 if absent.'),
  unusual_score_min: z
    .int()
    .min(MIN_SCORE, 'must be 80 or more; make an alert for lower scores')
    .max(100)
    .optional()
    .describe('Minimum score of unusual activity, 80 to 100; 95 if absent.'),
  size_min: z.int().min(1).max(10_000_000).optional().describe('Minimum size of both, contracts; 1 if absent.'),
})
export type WatchBounds = z.infer<typeof WatchBounds>

/** Bounds of one symbol; without any, those of all symbols apply. */
export const SymbolBounds = WatchBounds.extend({ symbol: UnderlyingSymbol })
export type SymbolBounds = z.infer<typeof SymbolBounds>

const figure = (text: string) => z.number().nullable().describe(text)

export const WatchlistRow = z.object({
  symbol: z.string().describe('Ticker of the underlying.'),
  name: z.string().nullable().describe('Name of the company, fund or index.'),
  price: figure('Last price, USD per share.'),
  change_pct: figure('Change from the previous close, percent.'),
  iv_rank: figure('IV30 in the range of a year, 0 to 100.'),
  net_gex: figure('Net gamma exposure of all expirations, USD per 1 % move; calls plus, puts minus.'),
  gamma_flip: figure('Price at which the net gamma exposure changes its sign, USD per share.'),
  flip_distance_pct: figure('The last price above the gamma flip, percent of the flip; negative below it.'),
  net_premium: figure('Bullish minus bearish premium of the session, USD.'),
  closes: z.array(z.number()).max(30).describe('Closes of up to 20 sessions before this one, oldest first.'),
  figures_as_of: z.iso.datetime().nullable().describe('The chain behind iv_rank, net_gex and gamma_flip, UTC.'),
})
export type WatchlistRow = z.infer<typeof WatchlistRow>

const symbols = z.array(z.string()).describe('Symbols in the order of the request.')

export const WatchlistSymbols = z.object({ symbols })

/** What the list needs beyond its symbols is there where `figures` asks for it. */
export const WatchlistAnswer = z.object({
  symbols,
  thresholds: WatchBounds.optional().describe('Bounds of all symbols; what is absent is the usual one.'),
  symbol_thresholds: z.array(SymbolBounds).optional().describe('Bounds of single symbols.'),
  as_of: z.iso.datetime().optional().describe('The instant of the market, UTC.'),
  session_date: z.iso.date().optional().describe('New York trading date of the prices.'),
  source: Source.optional(),
  is_replay: z.boolean().optional().describe('True while a demonstration replays the session of session_date.'),
  warnings: z.array(z.string()).optional().describe('What to know of these data before using them.'),
  data: z.array(WatchlistRow).optional().describe('One row a symbol, in the order of symbols.'),
  pending: z.array(z.string()).optional().describe('Symbols whose option figures are being computed: ask again.'),
})
