import type { OptionChain } from '../../../domain/market/chain.ts'
import { noPrints } from '../../../domain/market/option-tape.ts'
import type { StockQuote } from '../../../domain/market/quote.ts'
import type { MarketMoment, MarketView } from '../../../ports/market-source.ts'
import { warned } from '../kept-answers.ts'
import type { KnownSymbols } from '../known-symbols.ts'
import { midsOfChain, type TapeAnswers } from '../option-tape.ts'
import { momentAt, type StoredPast, storedEarnings, storedEvents, storedNews } from '../stored-past.ts'
import type { CboeBars } from './bars.ts'
import type { Documents } from './documents.ts'

export interface ViewParts {
  readonly known: KnownSymbols
  readonly documents: Documents
  readonly bars: CboeBars
  readonly past: StoredPast
  readonly nowMs: () => number
  /** Somebody looks at a symbol. */
  readonly watch: (symbol: string) => void
}

/** Its tape is always empty, with the reason. */
export type CboeView = MarketView & TapeAnswers

type Lacked = Pick<CboeView, 'moment' | 'offExchangeTrades' | 'optionPrints' | 'earnings' | 'events' | 'news'>

const NO_TAPE = Object.freeze({})

const LACKS = {
  offExchange: 'Cboe tells no trades of stocks: off-exchange trades are not available from this source.',
  prints: 'Cboe tells no single option trades: the tape is not available from this source.',
  earnings: 'Cboe publishes no earnings, and none of this window are stored: import some.',
  events: 'Cboe publishes no calendar, and no entries of this window are stored: import some.',
  news: 'Cboe publishes no news, and none of this window are stored: import some.',
} as const

export function presentView(parts: ViewParts): CboeView {
  const { known, documents, bars, past, watch } = parts
  const chainWith = warned<OptionChain>()
  const quoteWith = warned<StockQuote>()

  async function quoteOf(symbol: string): Promise<StockQuote> {
    watch(symbol)
    const { value, stale } = await documents.quotes.get(symbol)
    return quoteWith(value.parsed.quote, stale)
  }

  return {
    source: 'cboe',
    date: undefined,
    quote: async (symbol) => bars.withYear(await quoteOf(symbol)),
    async chain(symbol) {
      watch(symbol)
      const { value, stale } = await documents.chains.get(symbol)
      return chainWith(value.parsed.chain, stale)
    },
    dailyBars: async (symbol, range) => bars.upTo(await quoteOf(symbol), range),
    async ivHistory(symbol) {
      known.require(symbol)
      const sessionDate = documents.chains.peek(symbol)?.parsed.chain.sessionDate
      return await past.ivHistory(symbol, sessionDate ?? (await quoteOf(symbol)).sessionDate)
    },
    async contractMids(symbol, asked) {
      watch(symbol)
      const { value } = await documents.chains.get(symbol)
      return midsOfChain(value.parsed.chain, asked, parts.nowMs())
    },
    ...lacked(parts, undefined),
  }
}

/** A past date is answered from what was kept of it. */
export async function pastView(parts: ViewParts, date: string): Promise<CboeView> {
  const moment = momentAt(parts.nowMs(), date)
  const stored = await parts.past.viewAt(date)
  const only = <T, Rest extends readonly unknown[]>(answer: (symbol: string, ...rest: Rest) => Promise<T>) => {
    return async (symbol: string, ...rest: Rest): Promise<T> => {
      parts.known.require(symbol)
      return await answer(symbol, ...rest)
    }
  }
  return {
    source: 'cboe',
    date,
    quote: only((symbol) => stored.quote(symbol)),
    chain: only((symbol) => stored.chain(symbol)),
    dailyBars: only((symbol, range) => stored.dailyBars(symbol, range)),
    ivHistory: only((symbol) => stored.ivHistory(symbol)),
    contractMids: only(async (symbol, asked) => midsOfChain(await stored.chain(symbol), asked, moment.asOfMs)),
    ...lacked(parts, date),
  }
}

/** What Cboe never tells, at present and of any date. */
function lacked({ known, past, nowMs }: ViewParts, date: string | undefined): Lacked {
  const moment = (): MarketMoment => momentAt(nowMs(), date)
  const check = (symbol: string | undefined) => symbol !== undefined && known.require(symbol)
  return {
    moment: async () => moment(),
    async offExchangeTrades(symbol) {
      check(symbol)
      return { ...moment(), sessions: [], warnings: [LACKS.offExchange] }
    },
    async optionPrints(symbol) {
      check(symbol)
      const at = moment()
      const prints = noPrints(symbol, at.sessionDate)
      return { ...at, tape: NO_TAPE, prints, warnings: [LACKS.prints] }
    },
    async earnings(asked) {
      check(asked.symbol)
      return await storedEarnings(past, moment(), asked, LACKS.earnings)
    },
    async events(asked) {
      check(asked.symbol)
      return await storedEvents(past, moment(), asked, LACKS.events)
    },
    async news(asked) {
      check(asked.symbol)
      return await storedNews(past, moment(), asked, LACKS.news)
    },
  }
}
