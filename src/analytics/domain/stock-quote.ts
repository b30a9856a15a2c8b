import { orNull } from '../../lib/math/numbers.ts'
import type { StockQuote as Quote } from '../../market/domain/stocks/quote.ts'
import type { StockQuote } from '../contract/stock-quote.ts'

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

/** Removes binary rounding noise from a difference of two prices. */
function cents(difference: number): number {
  return Math.round(difference * 1e6) / 1e6
}
