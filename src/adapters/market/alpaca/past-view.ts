import { AppError } from '../../../domain/errors.ts'
import type { DailyBar } from '../../../domain/market/bar.ts'
import type { StockQuote } from '../../../domain/market/quote.ts'
import { marketSessionAt, previousTradingDay } from '../../../domain/market/trading-calendar.ts'
import { addDays } from '../../../lib/civil-date.ts'
import { midsOfChain } from '../option-tape.ts'
import { momentAt } from '../stored-past.ts'
import { type AlpacaView, barsUpTo, commonOf, type DateRange, type ViewParts } from './view.ts'

const DAYS_OF_52_WEEKS = 364
const MISSING_DAYS = 7
const SIP = 'Prices are the daily bar of the feed sip of Alpaca; bid and ask of the past are unknown.'

/**
 * The end of a past session. Prices and trades come from the vendor, adjusted only for splits that had taken effect;
 * chains and volatilities are those that the service kept.
 */
export async function pastView(parts: ViewParts, date: string): Promise<AlpacaView> {
  const { known, past, optionTapes, nowMs } = parts
  const moment = momentAt(nowMs(), date)
  const stored = await past.viewAt(date)
  return {
    source: 'alpaca',
    date,
    async quote(symbol) {
      known.require(symbol)
      const from = addDays(date, -DAYS_OF_52_WEEKS)
      const bars = await barsUpTo(parts, symbol, date, { from })
      const today = bars.at(-1)
      // An index has no bars with the vendor, and may have been kept.
      if (today?.date !== date) return await stored.quote(symbol)
      return pastQuote(symbol, bars, today, moment.asOfMs)
    },
    async chain(symbol) {
      known.require(symbol)
      return await stored.chain(symbol)
    },
    async dailyBars(symbol, range: DateRange) {
      known.require(symbol)
      const bars = await barsUpTo(parts, symbol, date, range)
      return bars.length > 0 ? bars : await storedBars(stored.dailyBars(symbol, range))
    },
    async ivHistory(symbol) {
      known.require(symbol)
      return await past.ivHistory(symbol, date)
    },
    async optionPrints(symbol) {
      known.require(symbol)
      const whole = await optionTapes.finishedTape(symbol, moment)
      if (whole) return whole
      const chain = await stored.chain(symbol)
      const { optionSymbols, volume } = chain.contracts
      const contracts = optionSymbols.filter((_, row) => (volume[row] ?? Number.NaN) !== 0)
      return await optionTapes.tape(symbol, moment, { contracts, knownAtMs: moment.asOfMs, chain }, false)
    },
    async contractMids(symbol, asked) {
      known.require(symbol)
      return midsOfChain(await stored.chain(symbol), asked, moment.asOfMs)
    },
    ...commonOf(parts, date),
  }
}

/** A symbol of which nothing is stored has no bars in the range, which the vendor said before. */
async function storedBars(asked: Promise<readonly DailyBar[]>): Promise<readonly DailyBar[]> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return []
    throw error
  }
}

function pastQuote(symbol: string, bars: readonly DailyBar[], today: DailyBar, asOfMs: number): StockQuote {
  const before = bars.at(-2)
  const first = bars[0]
  const reaches = first !== undefined && first.date <= addDays(today.date, MISSING_DAYS - DAYS_OF_52_WEEKS)
  return {
    symbol,
    asOfMs,
    sessionDate: today.date,
    price: today.close,
    bid: Number.NaN,
    ask: Number.NaN,
    bidSize: Number.NaN,
    askSize: Number.NaN,
    open: today.open,
    high: today.high,
    low: today.low,
    previousClose: before?.date === previousTradingDay(today.date) ? before.close : Number.NaN,
    volume: today.volume,
    week52High: reaches ? Math.max(...bars.map(({ high }) => high)) : Number.NaN,
    week52Low: reaches ? Math.min(...bars.map(({ low }) => low)) : Number.NaN,
    marketSession: marketSessionAt(asOfMs),
    warnings: [SIP, ...(reaches ? [] : ['The daily history does not cover 52 weeks.'])],
  }
}
