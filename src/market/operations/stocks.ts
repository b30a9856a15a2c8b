import { z } from 'zod'
import { Source } from '../contract/source.ts'
import { ANALYTICS_CALLERS } from './analytics.ts'
import { defineOperation } from './context.ts'

const dateOrNull = z.iso.date().nullable()

const Stock = z.object({
  symbol: z.string().describe('Ticker of the underlying.'),
  name: z.string().nullable().describe('Name of the company, fund or index.'),
  sector: z.string().nullable().describe('Sector, where the source has one.'),
  options_from: dateOrNull.describe('First session with an options chain; null when there is none.'),
  options_to: dateOrNull.describe('Last session with an options chain.'),
  bars_from: dateOrNull.describe('First session with a daily bar; null when there is none.'),
  bars_to: dateOrNull.describe('Last session with a daily bar.'),
  prints_from: dateOrNull.describe('First session with option trades; null when there is none.'),
  prints_to: dateOrNull.describe('Last session with option trades.'),
})

/** The universe: available symbols and dates. */
export const stocksOperation = defineOperation({
  name: 'stocks',
  title: 'Symbols',
  description:
    'All symbols that the market source has, with the first and last trading date of their options chains, daily bars and option trades.',
  capability: 'analytics',
  callers: ANALYTICS_CALLERS,
  surfaces: ['rest', 'cli', 'web'],
  route: { method: 'GET', path: '/stocks' },
  input: z.object({}),
  output: z.object({
    source: Source,
    data: z.array(Stock).describe('One row a symbol, in alphabetical order.'),
    next_cursor: z.null().describe('Always null: the list is complete.'),
    total: z.int().min(0).max(1_000_000).describe('Number of symbols.'),
  }),
  example: {},
  async run(_input, { market }) {
    const listings = await market.listings()
    const data = listings.map(({ optionsFrom, optionsTo, barsFrom, barsTo, printsFrom, printsTo, ...names }) => ({
      ...names,
      options_from: optionsFrom,
      options_to: optionsTo,
      bars_from: barsFrom,
      bars_to: barsTo,
      prints_from: printsFrom,
      prints_to: printsTo,
    }))
    return { source: market.name, data, next_cursor: null, total: data.length }
  },
})
