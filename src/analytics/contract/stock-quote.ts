import { z } from 'zod'

const price = z.number().nullable()

/** The wire shape of a quote of the underlying. */
export const StockQuote = z.object({
  price: price.describe('Last price, USD per share.'),
  bid: price.describe('Best bid, USD per share.'),
  ask: price.describe('Best offer, USD per share.'),
  bid_size: price.describe('Shares bid for.'),
  ask_size: price.describe('Shares offered.'),
  open: price.describe('Opening price of the session, USD.'),
  high: price.describe('Highest price of the session, USD.'),
  low: price.describe('Lowest price of the session, USD.'),
  previous_close: price.describe('Close of the session before, adjusted for splits since, USD.'),
  change: price.describe('price − previous_close, USD.'),
  change_pct: price.describe('100 × (price / previous_close − 1), percent.'),
  volume: price.describe('Shares traded in the session.'),
  week_52_high: price.describe('Highest price of the last 252 sessions, this one included, adjusted for splits, USD.'),
  week_52_low: price.describe('Lowest price of the last 252 sessions, this one included, adjusted for splits, USD.'),
  market_session: z
    .enum(['pre', 'open', 'post', 'closed'])
    .describe(
      'Of the stock: pre 04:00–09:30, open 09:30–16:00 (13:00 on early closes), post to 20:00 (17:00), New York; else closed. Options of indexes and of some funds (SPY, QQQ, IWM, DIA) trade 15 minutes longer.',
    ),
})

export type StockQuote = z.infer<typeof StockQuote>
