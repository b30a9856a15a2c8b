/** The stored market up to one instant per symbol. */
import { AppError } from '../../../lib/errors.ts'
import type { InterestRates } from '../../domain/interest-rates.ts'
import type { OptionChain } from '../../domain/options/chain.ts'
import { withFacts } from '../../domain/options/chain-facts.ts'
import type { DailyBar } from '../../domain/stocks/bar.ts'
import type { MarketView } from '../../ports/market-source.ts'
import { marketMoment, storedEarnings, storedEvents, storedNews } from './calendar.ts'
import type { ChainMemo } from './chain-memo.ts'
import { storedMids, type TapeIndex } from './contract-mids.ts'
import { replayDefinition } from './definition.ts'
import type { MetricHistories } from './metric-history.ts'
import { missing, momentOf } from './moment.ts'
import { type OffExchangeMemo, offExchangeTape } from './off-exchange.ts'
import type { OptionTapes } from './option-tape.ts'
import { replayQuote } from './quote.ts'
import { adjustedBars, type DateRange } from './security-bars.ts'
import { storedFacts } from './stored-facts.ts'
import type { ReplayMarket } from './stored-market.ts'

export interface ViewParts {
  readonly market: ReplayMarket
  readonly chains: ChainMemo
  /** Of the settings, for dates without imported ones. */
  readonly rates: InterestRates | null
  readonly histories: MetricHistories
  readonly offExchange: OffExchangeMemo
  readonly optionTape: OptionTapes
  readonly index: TapeIndex
  readonly date: string | undefined
}

export function replayView(parts: ViewParts): MarketView {
  const { market, chains, rates, histories, offExchange, optionTape, index, date } = parts
  return {
    source: replayDefinition.name,
    date,
    async quote(symbol) {
      const moment = await momentOf(market, symbol, date)
      const chain = moment.head && (await chains(symbol, moment.head))
      const bars = (range: DateRange) => adjustedBars(market, symbol, range, moment)
      const quote = await replayQuote(symbol, moment, chain, bars)
      if (Number.isNaN(quote.price)) throw new AppError('not_found', await missing(market, symbol, date, 'price'))
      return quote
    },
    chain: (symbol) => chainOf({ market, chains, rates, date }, symbol),
    async dailyBars(symbol, { from, to }): Promise<readonly DailyBar[]> {
      const moment = await momentOf(market, symbol, date)
      const last = to === undefined || to > moment.lastBarDate ? moment.lastBarDate : to
      return await adjustedBars(market, symbol, { to: last, ...(from === undefined ? {} : { from }) }, moment)
    },
    async metricHistory(symbol, metric, range) {
      const { sessionDate } = await momentOf(market, symbol, date)
      return await histories(symbol, sessionDate, metric, range)
    },
    async offExchangeTrades(symbol, days) {
      return await offExchangeTape(market, offExchange, symbol, await momentOf(market, symbol, date), days)
    },
    async optionPrints(symbol) {
      return await optionTape(symbol, await momentOf(market, symbol, date), date)
    },
    async contractMids(symbol, instants) {
      const moment = await momentOf(market, symbol, date)
      return await storedMids(instants, moment.ms, {
        printsOf: async (day) => (await optionTape(symbol, { ...moment, sessionDate: day }, day)).prints,
        chainOf: (day) => chainOn(market, chains, symbol, day),
        index,
      })
    },
    moment: () => marketMoment(market, date),
    earnings: async (query) => storedEarnings(market, await marketMoment(market, date), query),
    events: async (query) => storedEvents(market, await marketMoment(market, date), query),
    news: async (query) => storedNews(market, await marketMoment(market, date), query),
  }
}

/** Undefined where nothing is stored of that very session. */
async function chainOn(market: ReplayMarket, chains: ChainMemo, symbol: string, date: string) {
  const head = await market.chains.latest(symbol, date)
  return head?.sessionDate === date ? await chains(symbol, head) : undefined
}

async function chainOf(
  { market, chains, rates, date }: Pick<ViewParts, 'market' | 'chains' | 'rates' | 'date'>,
  symbol: string,
): Promise<OptionChain> {
  const head = await market.chains.latest(symbol, date)
  if (!head) throw new AppError('not_found', await missing(market, symbol, date, 'chain'))
  // Replaced between the two reads: the new head is there by now.
  const chain =
    (await chains(symbol, head)) ?? (await chains(symbol, (await market.chains.latest(symbol, date)) ?? head))
  if (!chain) throw new AppError('unavailable', `The chain of ${symbol} is being replaced. Try again in a few seconds.`)
  return withFacts(chain, await storedFacts(market, rates, chain, chain.asOfMs))
}
