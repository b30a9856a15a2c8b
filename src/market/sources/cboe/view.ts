import type { OptionChain } from '../../domain/options/chain.ts'
import { withFacts } from '../../domain/options/chain-facts.ts'
import { noPrints } from '../../domain/options/option-tape.ts'
import type { StockQuote } from '../../domain/stocks/quote.ts'
import type { MarketMoment, MarketView } from '../../ports/market-source.ts'
import type { KnownSymbols } from '../known-symbols.ts'
import { midsOfChain } from '../mids-of-chain.ts'
import { momentAt, type StoredPast, storedEarnings, storedEvents, storedNews } from '../stored-past.ts'
import { withWarning } from '../with-warning.ts'
import type { CboeBars } from './bars.ts'
import { cboeDefinition } from './definition.ts'
import { type Documents, LIMIT } from './documents.ts'

export interface ViewParts {
  readonly known: KnownSymbols
  readonly documents: Documents
  readonly bars: CboeBars
  readonly past: StoredPast
  readonly nowMs: () => number
  /** Records a request for a symbol. */
  readonly watch: (symbol: string) => void
}

type Lacked = Pick<MarketView, 'moment' | 'offExchangeTrades' | 'optionPrints' | 'earnings' | 'events' | 'news'>

const NO_TAPE = Object.freeze({})

const LACKS = {
  offExchange: 'Cboe publishes no stock trades: off-exchange trades are not available from this source.',
  prints: 'Cboe publishes no individual option trades: the tape is not available from this source.',
  earnings: 'Cboe publishes no earnings, and none of this window are stored: import some.',
  events: 'Cboe publishes no calendar, and no entries of this window are stored: import some.',
  news: 'Cboe publishes no news, and none of this window are stored: import some.',
} as const

export function presentView(parts: ViewParts): MarketView {
  const { known, documents, bars, past, watch } = parts
  const chainWith = withWarning<OptionChain>(LIMIT.chain)
  const quoteWith = withWarning<StockQuote>(LIMIT.quote)

  async function quoteOf(symbol: string): Promise<StockQuote> {
    watch(symbol)
    const { value, stale } = await documents.quotes.get(symbol)
    return quoteWith(symbol, value.parsed.quote, stale)
  }

  return {
    source: cboeDefinition.name,
    date: undefined,
    quote: async (symbol) => bars.withYear(await quoteOf(symbol)),
    async chain(symbol) {
      watch(symbol)
      const { value, stale } = await documents.chains.get(symbol)
      const chain = chainWith(symbol, value.parsed.chain, stale)
      return withFacts(chain, await past.facts(chain, parts.nowMs()), parts.nowMs())
    },
    dailyBars: async (symbol, range) => bars.upTo(await quoteOf(symbol), range),
    async metricHistory(symbol, metric, range) {
      known.require(symbol)
      const sessionDate = documents.chains.peek(symbol)?.parsed.chain.sessionDate
      return await past.metricHistory(symbol, sessionDate ?? (await quoteOf(symbol)).sessionDate, metric, range)
    },
    async contractMids(symbol, instants) {
      watch(symbol)
      const { value } = await documents.chains.get(symbol)
      return midsOfChain(value.parsed.chain, instants, parts.nowMs())
    },
    ...lacked(parts, undefined),
  }
}

/** A past date is answered from the store. */
export async function pastView(parts: ViewParts, date: string): Promise<MarketView> {
  const moment = momentAt(parts.nowMs(), date)
  const stored = await parts.past.viewAt(date)
  const only = <T, Rest extends readonly unknown[]>(answer: (symbol: string, ...rest: Rest) => Promise<T>) => {
    return async (symbol: string, ...rest: Rest): Promise<T> => {
      parts.known.require(symbol)
      return await answer(symbol, ...rest)
    }
  }
  return {
    source: cboeDefinition.name,
    date,
    quote: only((symbol) => stored.quote(symbol)),
    chain: only((symbol) => stored.chain(symbol)),
    dailyBars: only((symbol, range) => stored.dailyBars(symbol, range)),
    metricHistory: only((symbol, metric, range) => stored.metricHistory(symbol, metric, range)),
    contractMids: only(async (symbol, instants) => midsOfChain(await stored.chain(symbol), instants, moment.asOfMs)),
    ...lacked(parts, date),
  }
}

/** What Cboe never publishes, of the present or any date. */
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
    async earnings(query) {
      check(query.symbol)
      return await storedEarnings(past, moment(), query, LACKS.earnings)
    },
    async events(query) {
      check(query.symbol)
      return await storedEvents(past, moment(), query, LACKS.events)
    },
    async news(query) {
      check(query.symbol)
      return await storedNews(past, moment(), query, LACKS.news)
    },
  }
}
