import { z } from 'zod'
import { Source } from '../contract/source.ts'
import { findSymbol } from '../domain/stocks/symbol-search.ts'
import { ANALYTICS_CALLERS } from './analytics.ts'
import { defineOperation } from './context.ts'

const Match = z.object({
  symbol: z.string().describe('Ticker of the underlying.'),
  name: z.string().nullable().describe('Name of the company, fund or index; null when the source has none.'),
})

export const symbolSearchOperation = defineOperation({
  name: 'symbol_search',
  title: 'Symbol search',
  description:
    'The symbol that a text means: a name (nvidia), another spelling ($TSLA, ^SPX, BRK-B), a root (SPXW) or a misspelling (NVDDA). For all symbols use stocks.',
  capability: 'analytics',
  callers: ANALYTICS_CALLERS,
  surfaces: ['rest', 'cli', 'web'],
  route: { method: 'GET', path: '/symbols' },
  input: z.object({ q: z.string().trim().min(1).max(60).describe('Ticker, or name of a company, fund or index.') }),
  output: z.object({
    source: Source,
    symbol: z.string().nullable().describe('The symbol that the text certainly means; null when it is not certain.'),
    data: z.array(Match).describe('The symbols that it may mean, likeliest first; empty when none is similar.'),
    next_cursor: z.null().describe('Always null: the list is complete.'),
  }),
  example: { q: 'SPY' },
  async run({ q }, { market }) {
    const listings = await market.listings()
    const { symbol, candidates } = findSymbol(q, listings)
    const names = new Map(listings.map((listing) => [listing.symbol, listing.name]))
    const data = candidates.map((each) => ({ symbol: each, name: names.get(each) ?? null }))
    return { source: market.name, symbol, data, next_cursor: null }
  },
})
