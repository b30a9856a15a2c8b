import { addDays } from '../../../lib/time/civil-date.ts'
import { marketSessionAt, previousTradingDay } from '../../domain/calendar/trading-calendar.ts'
import type { OptionChain } from '../../domain/options/chain.ts'
import type { DailyBar } from '../../domain/stocks/bar.ts'
import type { StockQuote } from '../../domain/stocks/quote.ts'
import type { Moment } from './moment.ts'
import type { DateRange } from './security-bars.ts'

const DAYS_OF_52_WEEKS = 364
/** A history that starts at most this many days after the 52-week start counts as complete (holidays, gaps). */
const MISSING_DAYS = 7

/**
 * A quote put together from the bar of the day and the price that the chain names. Imported files have no bid and ask
 * of the stock, so these are unknown, and whatever the stored bars do not reach stays unknown too.
 */
export async function replayQuote(
  symbol: string,
  { sessionDate, ms, lastBarDate }: Moment,
  chain: OptionChain | undefined,
  barsIn: (range: DateRange) => Promise<readonly DailyBar[]>,
): Promise<StockQuote> {
  const bars = await barsIn({ from: addDays(sessionDate, -DAYS_OF_52_WEEKS), to: lastBarDate })
  const today = bars.find(({ date }) => date === sessionDate)
  const before = bars.find(({ date }) => date === previousTradingDay(sessionDate))
  const price = today?.close ?? chain?.underlyingPrice ?? Number.NaN
  const asOfMs = today ? ms : (chain?.asOfMs ?? ms)
  const year = yearOf(bars, price, sessionDate)
  return {
    symbol,
    asOfMs,
    sessionDate,
    price,
    bid: Number.NaN,
    ask: Number.NaN,
    bidSize: Number.NaN,
    askSize: Number.NaN,
    open: today?.open ?? Number.NaN,
    high: today?.high ?? Number.NaN,
    low: today?.low ?? Number.NaN,
    previousClose: before?.close ?? Number.NaN,
    volume: today?.volume ?? Number.NaN,
    week52High: year?.high ?? Number.NaN,
    week52Low: year?.low ?? Number.NaN,
    marketSession: marketSessionAt(asOfMs),
    warnings: year ? [] : ['The stored bars do not cover 52 weeks: their high and low are unknown.'],
  }
}

/** Highest and lowest price of 52 weeks; null unless the bars reach from their beginning to the day before. */
function yearOf(bars: readonly DailyBar[], price: number, sessionDate: string): { high: number; low: number } | null {
  const first = bars[0]
  const last = bars.at(-1)
  if (!first || !last || last.date < previousTradingDay(sessionDate)) return null
  if (first.date > addDays(sessionDate, MISSING_DAYS - DAYS_OF_52_WEEKS)) return null
  return { high: Math.max(price, ...bars.map(({ high }) => high)), low: Math.min(price, ...bars.map(({ low }) => low)) }
}
