/** The stored market up to one instant per symbol. */
import { AppError } from '../../../domain/errors.ts'
import type { DailyBar } from '../../../domain/market/bar.ts'
import type { OptionChain } from '../../../domain/market/chain.ts'
import { previousTradingDay, sessionOn } from '../../../domain/market/trading-calendar.ts'
import type { MarketView } from '../../../ports/market-source.ts'
import { marketMoment, storedEarnings, storedEvents, storedNews } from './calendar.ts'
import type { ChainMemo } from './chain-memo.ts'
import { storedMids } from './contract-mids.ts'
import type { ReplayChainHead, ReplayMarket } from './index.ts'
import type { IvHistories } from './iv-history.ts'
import { type OffExchangeMemo, offExchangeTape } from './off-exchange.ts'
import type { OptionTapes } from './option-tape.ts'
import { replayQuote } from './quote.ts'
import { adjustedBars, type DateRange } from './security-bars.ts'

export interface ViewParts {
  readonly market: ReplayMarket
  readonly chains: ChainMemo
  readonly histories: IvHistories
  readonly offExchange: OffExchangeMemo
  readonly optionTape: OptionTapes
  readonly date: string | undefined
}

/** Where a symbol stands in a view. */
export interface Moment {
  readonly sessionDate: string
  readonly ms: number
  /** The last day whose bar is finished at the instant. */
  readonly lastBarDate: string
  readonly head: ReplayChainHead | undefined
}

const NAMED_DATES = 3

export function replayView({ market, chains, histories, offExchange, optionTape, date }: ViewParts): MarketView {
  return {
    source: 'replay',
    date,
    async quote(symbol) {
      const moment = await momentOf(market, symbol, date)
      const chain = moment.head && (await chains(symbol, moment.head))
      const bars = (range: DateRange) => adjustedBars(market, symbol, range, moment)
      const quote = await replayQuote(symbol, moment, chain, bars)
      if (Number.isNaN(quote.price)) throw new AppError('not_found', await missing(market, symbol, date, 'price'))
      return quote
    },
    chain: (symbol) => chainOf(market, chains, symbol, date),
    async dailyBars(symbol, { from, to }): Promise<readonly DailyBar[]> {
      const moment = await momentOf(market, symbol, date)
      const last = to === undefined || to > moment.lastBarDate ? moment.lastBarDate : to
      return await adjustedBars(market, symbol, { to: last, ...(from === undefined ? {} : { from }) }, moment)
    },
    async ivHistory(symbol) {
      const { sessionDate } = await momentOf(market, symbol, date)
      return await histories(symbol, sessionDate)
    },
    async offExchangeTrades(symbol, days) {
      return await offExchangeTape(market, offExchange, symbol, await momentOf(market, symbol, date), days)
    },
    async optionPrints(symbol) {
      return await optionTape(symbol, await momentOf(market, symbol, date), date)
    },
    async contractMids(symbol, asked) {
      const moment = await momentOf(market, symbol, date)
      return await storedMids(asked, moment.ms, {
        printsOf: async (day) => (await optionTape(symbol, { ...moment, sessionDate: day }, day)).prints,
        chainOf: (day) => chainOn(market, chains, symbol, day),
      })
    },
    moment: () => marketMoment(market, date),
    earnings: async (asked) => storedEarnings(market, await marketMoment(market, date), asked),
    events: async (asked) => storedEvents(market, await marketMoment(market, date), asked),
    news: async (asked) => storedNews(market, await marketMoment(market, date), asked),
  }
}

/** Undefined where nothing is stored of that very session. */
async function chainOn(market: ReplayMarket, chains: ChainMemo, symbol: string, date: string) {
  const head = await market.chains.latest(symbol, date)
  return head?.sessionDate === date ? await chains(symbol, head) : undefined
}

async function chainOf(
  market: ReplayMarket,
  chains: ChainMemo,
  symbol: string,
  date: string | undefined,
): Promise<OptionChain> {
  const head = await market.chains.latest(symbol, date)
  if (!head) throw new AppError('not_found', await missing(market, symbol, date, 'chain'))
  // Replaced between the two reads: the new head is there by now.
  const chain =
    (await chains(symbol, head)) ?? (await chains(symbol, (await market.chains.latest(symbol, date)) ?? head))
  if (!chain) throw new AppError('unavailable', `The chain of ${symbol} is being replaced. Try again in a few seconds.`)
  return chain
}

/**
 * A past date ends at its close; the present is the instant of the latest chain, else the close of the last bar, else
 * that of the last session with trades of the stock or of its options.
 */
async function momentOf(market: ReplayMarket, symbol: string, date: string | undefined): Promise<Moment> {
  const head = await market.chains.latest(symbol, date)
  const priced = head?.sessionDate ?? (await market.dailyBars.latest(symbol, date))?.date
  const known = priced ?? (await lastTrades(market, symbol, date))
  const sessionDate = date ?? known
  const session = sessionDate === undefined ? null : sessionOn(sessionDate)
  if (!session || known === undefined) throw new AppError('not_found', await missing(market, symbol, date, 'price'))
  const ms = date === undefined && head ? Date.parse(head.asOf) : session.closeMs
  const finished = ms >= session.closeMs
  return {
    sessionDate: session.date,
    ms,
    lastBarDate: finished ? session.date : previousTradingDay(session.date),
    head,
  }
}

async function lastTrades(market: ReplayMarket, symbol: string, date = '9999-12-31'): Promise<string | undefined> {
  const trades = await market.marketSessions.sessionDates('trades', symbol)
  const prints = await market.marketSessions.sessionDates('prints', symbol)
  return [...trades, ...prints].sort().findLast((each) => each <= date && sessionOn(each))
}

async function missing(
  market: ReplayMarket,
  symbol: string,
  date: string | undefined,
  what: 'chain' | 'price',
): Promise<string> {
  const dates = await market.chains.sessionDates(symbol)
  const bar = await market.dailyBars.latest(symbol)
  if (dates.length === 0 && !bar) return `Nothing is stored of ${symbol}. Import a file of it first.`
  const asked =
    date === undefined ? `No ${what} of ${symbol} is stored.` : `No ${what} of ${symbol} is stored for ${date}.`
  if (dates.length === 0) return `${asked} There are daily bars up to ${bar?.date}, and no chains.`
  return `${asked} Chains are stored for ${namedDates(dates, date)}.`
}

/** The dates nearest to the one that was asked for, in order; the latest ones when none was. */
function namedDates(dates: readonly string[], date = '9999-12-31'): string {
  const after = dates.findIndex((it) => it > date)
  const middle = after < 0 ? dates.length : after
  const near = dates.slice(Math.max(0, middle - NAMED_DATES), middle + NAMED_DATES)
  const others = dates.length - near.length
  return others === 0 ? near.join(', ') : `${near.join(', ')} and ${others} other dates`
}
