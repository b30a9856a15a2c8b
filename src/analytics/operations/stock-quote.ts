import { z } from 'zod'
import { TradingDate } from '../../market/contract/trading-date.ts'
import { UnderlyingSymbol } from '../../market/contract/underlying-symbol.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES } from '../../market/operations/analytics.ts'
import { envelope, enveloped } from '../../market/operations/envelope.ts'
import { StockQuote } from '../contract/stock-quote.ts'
import { stockQuote } from '../domain/stock-quote.ts'
import { defineOperation } from './context.ts'

export const stockQuoteOperation = defineOperation({
  name: 'stock_quote',
  title: 'Stock quote',
  description:
    'Price of one underlying: last, bid and ask, session range, change from the previous close, volume and 52-week range. USD per share. For daily bars use price_history.',
  capability: 'analytics',
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES,
  route: { method: 'GET', path: '/stocks/:symbol/quote', errors: ['not_found'] },
  input: z.object({ symbol: UnderlyingSymbol, date: TradingDate.optional() }),
  output: enveloped(StockQuote),
  example: { symbol: 'SPY' },
  async dataVersion({ symbol, date }, { viewAt }) {
    const view = await viewAt(date)
    return [await view.quote(symbol)]
  },
  async run({ symbol, date }, { viewAt }) {
    const view = await viewAt(date)
    const quote = await view.quote(symbol)
    return { symbol, ...envelope(view, quote), ...stockQuote(quote) }
  },
})
