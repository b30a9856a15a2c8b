import { AppError } from '../../../lib/errors.ts'
import { addDays } from '../../../lib/time/civil-date.ts'
import { optionsCloseMs } from '../../domain/calendar/option-hours.ts'
import { marketSessionAt, previousTradingDay } from '../../domain/calendar/trading-calendar.ts'
import type { DailyBar } from '../../domain/stocks/bar.ts'
import type { StockQuote } from '../../domain/stocks/quote.ts'
import type { BarRange, MarketMoment, MarketView } from '../../ports/market-source.ts'
import { midsOfChain } from '../mids-of-chain.ts'
import { momentAt } from '../stored-past.ts'
import { isForSearch } from '../urgency.ts'
import { alpacaDefinition } from './definition.ts'
import { barsUpTo, commonOf, keptMetrics, noticeOf, type ViewParts } from './view.ts'

const DAYS_OF_52_WEEKS = 364
const MISSING_DAYS = 7
const SIP = 'Prices are the daily bar of the feed sip of Alpaca; bid and ask of the past are unknown.'

/**
 * The end of a past session. Prices and trades come from the vendor, adjusted only for splits that had taken effect;
 * chains and volatilities are those that the service kept.
 */
export async function pastView(shared: Omit<ViewParts, 'lacks'>, date: string): Promise<MarketView> {
  const parts: ViewParts = { ...shared, lacks: new Set() }
  const { known, past, optionTapes, nowMs } = parts
  const moment = momentAt(nowMs(), date)
  /** Options of some symbols trade on after the close of the stocks. */
  const momentOfOptions = (symbol: string): MarketMoment => ({
    ...moment,
    asOfMs: Math.min(nowMs(), optionsCloseMs(symbol, { closeMs: moment.asOfMs })),
  })
  const stored = await past.viewAt(date)
  return {
    source: alpacaDefinition.name,
    get notice() {
      return noticeOf(parts)
    },
    date,
    async quote(symbol) {
      known.require(symbol)
      const from = addDays(date, -DAYS_OF_52_WEEKS)
      const { value: bars, warnings } = await barsUpTo(parts, symbol, date, { from })
      const today = bars.at(-1)
      // An index has no bars with the vendor, and may have been kept.
      if (today?.date !== date) return await stored.quote(symbol)
      const quote = pastQuote(symbol, bars, today, moment.asOfMs)
      return { ...quote, warnings: [...quote.warnings, ...warnings] }
    },
    async chain(symbol) {
      known.require(symbol)
      return await stored.chain(symbol)
    },
    async dailyBars(symbol, range: BarRange) {
      known.require(symbol)
      const { value: bars, warnings } = await barsUpTo(parts, symbol, date, range)
      for (const warning of warnings) parts.lacks.add(warning)
      return bars.length > 0 ? bars : await storedBars(stored.dailyBars(symbol, range))
    },
    async metricHistory(symbol, metric, range) {
      known.require(symbol)
      return await keptMetrics(parts, symbol, date, { metric, range })
    },
    async optionPrints(symbol) {
      known.require(symbol)
      const end = momentOfOptions(symbol)
      const whole = await optionTapes.finishedTape(symbol, end)
      if (whole) return whole
      if (isForSearch()) return await optionTapes.storedTape(symbol, end)
      const chain = await stored.chain(symbol)
      const { optionSymbols, volume } = chain.contracts
      const contracts = optionSymbols.filter((_, row) => (volume[row] ?? Number.NaN) !== 0)
      return await optionTapes.tape(symbol, end, { contracts, knownAtMs: end.asOfMs, chain, without: [] }, false)
    },
    async contractMids(symbol, instants) {
      known.require(symbol)
      return midsOfChain(await stored.chain(symbol), instants, moment.asOfMs)
    },
    ...commonOf(parts, date),
  }
}

/** A symbol of which nothing is stored has no bars in the range, which the vendor said before. */
async function storedBars(bars: Promise<readonly DailyBar[]>): Promise<readonly DailyBar[]> {
  try {
    return await bars
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
