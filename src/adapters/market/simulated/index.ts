/**
 * A market that is a pure function of seed and clock: always open, never stored, the same on every machine. What it
 * simulates, and what it leaves out, stands in the README beside this file.
 */

import { AppError } from '../../../domain/errors.ts'
import type { OptionChain } from '../../../domain/market/chain.ts'
import type { StockQuote } from '../../../domain/market/quote.ts'
import type { Listing, MarketSource, MarketView } from '../../../ports/market-source.ts'
import { type Board, boardAfter, boardOf } from './board.ts'
import { simulatedCalendar } from './calendar.ts'
import { contractMids } from './contract-mids.ts'
import { IvHistories } from './iv-history.ts'
import { MarketClock } from './market-clock.ts'
import { Memo } from './memo.ts'
import { offExchangeTapes } from './off-exchange.ts'
import { optionTapes } from './option-tape.ts'
import { quotedChain } from './quoted-chain.ts'
import { barsTo, stockQuote } from './stock.ts'
import type { SymbolPath } from './symbol-path.ts'
import { profileOf, UNIVERSE } from './universe.ts'
import { type Moment, World } from './world.ts'

export interface SimulatedMarketOptions {
  /** An integer from 0 to 2³² − 1: another seed is another market. */
  readonly seed: number
  /** Tickers in upper case; all built-in symbols where left out. Unknown ones are made up from their name. */
  readonly symbols?: readonly string[] | undefined
  /** How many times as fast as usual prices move between the points that fix the shape of a day; above 0. */
  readonly speed?: number | undefined
  readonly now: () => Date
}

const CHAINS_KEPT = 96
const BOARDS_KEPT = 128
const QUOTES_KEPT = 512
/** Besides the session of the present of every symbol; up to 2 MB each. */
/** Some megabytes each, with the rows that are made of them. */
const PAST_TAPES_KEPT = 32

export function simulatedMarket({ seed, symbols, speed = 1, now }: SimulatedMarketOptions): MarketSource {
  const world = new World(seed, speed)
  const clock = new MarketClock(world, now)
  const universe = new Set([...(symbols ?? UNIVERSE)].sort())
  const chains = new Memo<OptionChain>(CHAINS_KEPT)
  const quotes = new Memo<StockQuote>(QUOTES_KEPT)
  const histories = new IvHistories(world)

  function pathOf(symbol: string): SymbolPath {
    if (universe.has(symbol)) return world.path(symbol)
    const examples = [...universe].slice(0, 3).join(', ')
    throw new AppError(
      'not_found',
      `The simulated market has no symbol ${symbol}. Choose one of its ${universe.size} symbols, for example ${examples}.`,
    )
  }

  const boards = keptBoards(world, pathOf)

  function chainAt(symbol: string, moment: Moment): OptionChain {
    const path = pathOf(symbol)
    return chains.get(`${symbol} ${moment.asOfMs}`, () => {
      const afterClose = moment.phase === 'night' || moment.share >= 1
      const board = afterClose ? boards.afterClose(symbol, moment.index) : boards.inSession(symbol, moment.index)
      return quotedChain(world, path, board, moment)
    })
  }

  function listing(symbol: string, moment: Moment): Listing {
    const { name, sector } = profileOf(symbol)
    return {
      symbol,
      name,
      sector,
      optionsFrom: clock.firstDate,
      optionsTo: clock.lastDate(moment),
      barsFrom: world.sessions.dateAt(0),
      barsTo: moment.sessionDate,
      printsFrom: clock.firstDate,
      printsTo: clock.lastDate(moment),
    }
  }

  const offExchange = offExchangeTapes(world, pathOf)
  const taped = { world, pathOf, boardOf: boards.inSession }
  const prints = optionTapes({ ...taped, keptLatest: universe.size, keptPast: PAST_TAPES_KEPT })
  const mids = contractMids(taped)
  const calendar = simulatedCalendar(world, [...universe], pathOf)

  /** Every request of one second looks through the same view. */
  let latest: { readonly moment: Moment; readonly view: MarketView } | undefined

  function viewOf(moment: Moment, date: string | undefined): MarketView {
    return {
      source: 'simulated',
      date,
      quote: async (symbol) =>
        quotes.get(`${symbol} ${moment.asOfMs}`, () => stockQuote(world, pathOf(symbol), moment)),
      chain: async (symbol) => chainAt(symbol, moment),
      dailyBars: async (symbol, range) => barsTo(world, pathOf(symbol), moment, range),
      ivHistory: async (symbol) => histories.before(pathOf(symbol), moment.index),
      offExchangeTrades: async (symbol, days) => offExchange(symbol, moment, days),
      optionPrints: async (symbol) => prints(symbol, moment),
      contractMids: async (symbol, asked) => mids(symbol, moment, asked),
      ...calendar(moment),
    }
  }

  return {
    name: 'simulated',
    listings: async () => {
      const moment = clock.present()
      return [...universe].map((symbol) => listing(symbol, moment))
    },
    viewAt: async (date?: string): Promise<MarketView> => {
      const moment = date === undefined ? clock.present() : clock.closeOn(date)
      if (latest?.moment !== moment) latest = { moment, view: viewOf(moment, date) }
      return latest.view
    },
  }
}

function keptBoards(world: World, pathOf: (symbol: string) => SymbolPath) {
  const boards = new Memo<Board>(BOARDS_KEPT)
  const inSession = (symbol: string, index: number): Board =>
    boards.get(`${symbol} ${index}`, () => boardOf(world, pathOf(symbol), index))
  const afterClose = (symbol: string, index: number): Board =>
    boards.get(`${symbol} ${index} after`, () => boardAfter(inSession(symbol, index), world.sessions.at(index).closeMs))
  return { inSession, afterClose }
}
