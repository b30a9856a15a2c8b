import { AppError } from '../../../domain/errors.ts'
import type { DailyBar } from '../../../domain/market/bar.ts'
import type { OptionChain } from '../../../domain/market/chain.ts'
import type { StockQuote } from '../../../domain/market/quote.ts'
import { previousTradingDay } from '../../../domain/market/trading-calendar.ts'
import { addDays } from '../../../lib/civil-date.ts'
import { warned } from '../kept-answers.ts'
import { midsOfChain } from '../option-tape.ts'
import { momentAt } from '../stored-past.ts'
import { tradedContracts } from './option-tapes.ts'
import type { AlpacaQuote } from './stock.ts'
import { type AlpacaView, barsUpTo, commonOf, type DateRange, type ViewParts } from './view.ts'

const DAYS_OF_52_WEEKS = 364
/** A history that begins at most this many days into the 52 weeks counts as whole: holidays and gaps. */
const MISSING_DAYS = 7

export function presentView(parts: ViewParts): AlpacaView {
  const { known, answers, past, optionTapes, nowMs } = parts
  const chainWith = warned<OptionChain>()
  const quoteWith = warned<StockQuote>()
  const whole = new WeakMap<AlpacaQuote, StockQuote>()

  async function quoteOf(symbol: string): Promise<StockQuote> {
    known.require(symbol)
    const { value, stale } = await answers.quotes.get(symbol)
    const quote = whole.get(value) ?? (await withHistory(parts, value))
    whole.set(value, quote)
    return quoteWith(quote, stale)
  }

  async function sessionOf(symbol: string): Promise<{ sessionDate: string; running: DailyBar[] }> {
    known.require(symbol)
    const { value } = await answers.quotes.get(symbol)
    return { sessionDate: value.quote.sessionDate, running: value.day ? [value.day] : [] }
  }

  return {
    source: 'alpaca',
    date: undefined,
    quote: quoteOf,
    async chain(symbol) {
      known.require(symbol)
      const { value, stale } = await answers.chains.get(symbol)
      return chainWith(value.chain, stale)
    },
    async dailyBars(symbol, range: DateRange) {
      const { sessionDate, running } = await sessionOf(symbol)
      return await barsUpTo(parts, symbol, sessionDate, range, running)
    },
    async ivHistory(symbol) {
      known.require(symbol)
      const sessionDate = answers.chains.peek(symbol)?.chain.sessionDate
      return await past.ivHistory(symbol, sessionDate ?? (await sessionOf(symbol)).sessionDate)
    },
    async optionPrints(symbol) {
      known.require(symbol)
      const { value } = await answers.chains.get(symbol)
      const moment = momentAt(nowMs(), undefined)
      const contracts = tradedContracts(value.snapshots, moment.sessionDate)
      const traded = { contracts, knownAtMs: value.fetchedAtMs, chain: value.chain }
      const live = parts.streaming?.options
      const isNew = !optionTapes.has(symbol, moment.sessionDate)
      await live?.fillGap(symbol)
      const tape = await optionTapes.tape(symbol, moment, traded, live?.isCurrent(symbol) ?? false)
      parts.streaming?.watchOptions(symbol)
      if (isNew) live?.unsettle(symbol)
      return tape
    },
    async contractMids(symbol, asked) {
      known.require(symbol)
      const { value } = await answers.chains.get(symbol)
      return midsOfChain(value.chain, asked, nowMs())
    },
    ...commonOf(parts, undefined),
  }
}

/** With the close of the day before in the shares of today, and the range of 52 weeks. */
async function withHistory(parts: ViewParts, { quote, day }: AlpacaQuote): Promise<StockQuote> {
  const { symbol, sessionDate, price } = quote
  const from = addDays(sessionDate, -DAYS_OF_52_WEEKS)
  try {
    const bars = await barsUpTo(parts, symbol, sessionDate, { from }, day ? [day] : [])
    const before = bars.findLast(({ date }) => date < sessionDate)
    const first = bars[0]
    const reaches = first !== undefined && first.date <= addDays(from, MISSING_DAYS)
    const yesterday = before?.date === previousTradingDay(sessionDate) ? before.close : quote.previousClose
    return {
      ...quote,
      previousClose: yesterday,
      week52High: reaches ? Math.max(price, ...bars.map(({ high }) => high)) : Number.NaN,
      week52Low: reaches ? Math.min(price, ...bars.map(({ low }) => low)) : Number.NaN,
      warnings: reaches ? quote.warnings : [...quote.warnings, 'The daily history does not cover 52 weeks.'],
    }
  } catch (error) {
    // A quote is worth answering without its year, with the reason.
    if (!(error instanceof AppError)) throw error
    return { ...quote, warnings: [...quote.warnings, `The 52 weeks are unknown. ${error.message}`] }
  }
}
