/**
 * Daily bars: the vendor's history, which lags a day or two, the stored bars of the days since, and the current day
 * from the quote.
 */
import { AppError } from '../../../lib/errors.ts'
import { addDays } from '../../../lib/time/civil-date.ts'
import { newYorkDate } from '../../domain/calendar/new-york-time.ts'
import { previousTradingDay } from '../../domain/calendar/trading-calendar.ts'
import type { DailyBar } from '../../domain/stocks/bar.ts'
import type { StockQuote } from '../../domain/stocks/quote.ts'
import { LastMade } from '../last-made.ts'
import type { StoredPast } from '../stored-past.ts'
import { type Documents, LIMIT } from './documents.ts'

const DAYS_OF_52_WEEKS = 364
/** A history that starts at most this many days after the 52-week start counts as complete (holidays, gaps). */
const MISSING_DAYS = 7

interface Range {
  readonly from?: string
  readonly to?: string
}

export interface CboeBars {
  /** Up to and including the session of the quote, whose bar is the quote's own day. */
  upTo(quote: StockQuote, range: Range): Promise<readonly DailyBar[]>
  /** With the highest and lowest price of 52 weeks from the history, where the quote lacks them. */
  withYear(quote: StockQuote): Promise<StockQuote>
}

export function cboeBars({ histories, past }: Pick<Documents, 'histories'> & { past: StoredPast }): CboeBars {
  const quotesWithYear = new LastMade<StockQuote>(LIMIT.quote)

  /** Finished days up to and including a session. */
  async function until(symbol: string, sessionDate: string): Promise<readonly DailyBar[]> {
    const { value } = await histories.get(symbol)
    const published = value.parsed.bars.filter(({ date }) => date <= sessionDate)
    const last = published.at(-1)?.date
    const kept = await past.bars(symbol, {
      to: sessionDate,
      ...(last === undefined ? {} : { from: addDays(last, 1) }),
    })
    return [...published, ...kept]
  }

  /** A quote without its 52 weeks is still an answer, with the reason. */
  async function withHistory(quote: StockQuote): Promise<StockQuote> {
    try {
      const history = await until(quote.symbol, quote.sessionDate)
      return yearOf(
        history.filter(({ date }) => date < quote.sessionDate),
        quote,
      )
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { ...quote, warnings: [...quote.warnings, `The 52 weeks are unknown. ${error.message}`] }
    }
  }

  return {
    async upTo(quote, { from = '', to = '9999-12-31' }) {
      const known = await until(quote.symbol, quote.sessionDate)
      const bars = known.at(-1)?.date === quote.sessionDate ? known : [...known, ...dayOf(quote)]
      return bars.filter(({ date }) => date >= from && date <= to)
    },
    async withYear(quote) {
      if (!Number.isNaN(quote.week52High) && !Number.isNaN(quote.week52Low)) return quote
      const from = [quote]
      return quotesWithYear.get(quote.symbol, from) ?? quotesWithYear.set(quote.symbol, from, await withHistory(quote))
    },
  }
}

/** The current day; none if the quote lacks one of the four prices, or is of another day. */
function dayOf({ asOfMs, sessionDate, open, high, low, price, volume }: StockQuote): DailyBar[] {
  if (newYorkDate(asOfMs) !== sessionDate) return []
  if (Number.isNaN(open) || Number.isNaN(high) || Number.isNaN(low)) return []
  // A trade after hours may lie outside the day's range.
  const close = Math.min(high, Math.max(low, price))
  return open >= low && open <= high ? [{ date: sessionDate, open, high, low, close, volume }] : []
}

function yearOf(history: readonly DailyBar[], quote: StockQuote): StockQuote {
  const from = addDays(quote.sessionDate, -DAYS_OF_52_WEEKS)
  const bars = history.filter(({ date }) => date >= from)
  const first = bars[0]
  const last = bars.at(-1)
  const whole =
    first &&
    last &&
    first.date <= addDays(from, MISSING_DAYS) &&
    last.date >= previousTradingDay(previousTradingDay(quote.sessionDate))
  if (!whole) {
    const warning = 'The daily history does not cover 52 weeks: their high and low are unknown.'
    return { ...quote, warnings: [...quote.warnings, warning] }
  }
  const highest = Math.max(quote.price, ...bars.map(({ high }) => high))
  const lowest = Math.min(quote.price, ...bars.map(({ low }) => low))
  return { ...quote, week52High: highest, week52Low: lowest }
}
