import { marketSessionAt, sessionDateAt } from '../../domain/calendar/trading-calendar.ts'
import type { StockQuote } from '../../domain/stocks/quote.ts'
import { INDEX_SYMBOLS } from '../known-symbols.ts'
import { takenBy } from '../vendor-answer.ts'
import { VendorFailure } from '../vendor-failure.ts'
import { aboveZero, DELAYED } from './parse-chain.ts'
import { QuoteDocument } from './schema.ts'
import { describedMs, stampMs, tradeMs } from './stamp.ts'

export interface ParsedQuote {
  readonly quote: StockQuote
  readonly name: string | null
  readonly timestamp: string
}

/** The 52-week range is unknown if the document does not have it. */
export function parseQuote(body: unknown, symbol: string, nowMs: number): ParsedQuote {
  const { timestamp, data } = takenBy(QuoteDocument, body, 'Cboe')
  const lastTradeMs = tradeMs(data.last_trade_time)
  const asOfMs = describedMs(stampMs(timestamp, lastTradeMs, nowMs), lastTradeMs)
  const price = aboveZero(data.current_price)
  if (Number.isNaN(price)) throw new VendorFailure('changed_shape', `Cboe names no price of ${symbol}.`)
  const bid = aboveZero(data.bid)
  const ask = aboveZero(data.ask)
  const crossed = bid > ask
  // An index has no volume, which the document writes as zero.
  const volume = INDEX_SYMBOLS.has(symbol) ? aboveZero(data.volume) : notNegative(data.volume)
  const quote: StockQuote = {
    symbol,
    asOfMs,
    sessionDate: sessionDateAt(asOfMs),
    price,
    bid: crossed ? Number.NaN : bid,
    ask: crossed ? Number.NaN : ask,
    bidSize: Number.isNaN(bid) || crossed ? Number.NaN : notNegative(data.bid_size),
    askSize: Number.isNaN(ask) || crossed ? Number.NaN : notNegative(data.ask_size),
    open: aboveZero(data.open),
    high: aboveZero(data.high),
    low: aboveZero(data.low),
    previousClose: aboveZero(data.prev_day_close),
    volume,
    week52High: aboveZero(data.annual_high),
    week52Low: aboveZero(data.annual_low),
    marketSession: marketSessionAt(asOfMs),
    warnings: [DELAYED],
  }
  return { quote, name: data.company_name ?? null, timestamp }
}

function notNegative(value: number | null | undefined): number {
  return value !== null && value !== undefined && value >= 0 ? value : Number.NaN
}
