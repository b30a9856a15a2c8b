import { z } from 'zod'
import { orNull } from '../../lib/numbers.ts'
import type { StockQuote as Quote } from '../market/quote.ts'

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
      'pre 04:00–09:30, open 09:30–16:00 (13:00 on early closes), post to 20:00 (17:00), New York; else closed.',
    ),
})

export type StockQuote = z.infer<typeof StockQuote>

/** Change against the previous close in USD and percent; null where either price is unknown. */
export function stockQuote(quote: Quote): StockQuote {
  return {
    price: orNull(quote.price),
    bid: orNull(quote.bid),
    ask: orNull(quote.ask),
    bid_size: orNull(quote.bidSize),
    ask_size: orNull(quote.askSize),
    open: orNull(quote.open),
    high: orNull(quote.high),
    low: orNull(quote.low),
    previous_close: orNull(quote.previousClose),
    change: orNull(cents(quote.price - quote.previousClose)),
    change_pct: orNull(100 * (quote.price / quote.previousClose - 1)),
    volume: orNull(quote.volume),
    week_52_high: orNull(quote.week52High),
    week_52_low: orNull(quote.week52Low),
    market_session: quote.marketSession,
  }
}

/** A difference of two prices, free of the noise of binary fractions. */
function cents(difference: number): number {
  return Math.round(difference * 1e6) / 1e6
}
