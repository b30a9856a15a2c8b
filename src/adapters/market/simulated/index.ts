/**
 * A market that is a pure function of seed and clock: always open, never stored, the same on every machine. What it
 * simulates, and what it leaves out, stands in the README beside this file.
 */

import { AppError } from '../../../domain/errors.ts'
import type { OptionChain } from '../../../domain/market/chain.ts'
import type { Listing, MarketSource, MarketView } from '../../../ports/market-source.ts'
import { type Board, boardOf } from './board.ts'
import { Memo } from './memo.ts'
import { quotedChain } from './quoted-chain.ts'
import { WARM_UP_SESSIONS } from './sessions.ts'
import { barsTo, stockQuote } from './stock.ts'
import type { SymbolPath } from './symbol-path.ts'
import { profileOf, UNIVERSE } from './universe.ts'
import { type Moment, World } from './world.ts'

export interface SimulatedMarketOptions {
  /** An integer from 0 to 2³² − 1: another seed is another market. */
  readonly seed: number
  /** Tickers in upper case; all built-in symbols where left out. Unknown ones are made up from their name. */
  readonly symbols?: readonly string[] | undefined
  /** How many times as fast prices move within a session between the points that its bar fixes, above 0; 1 is a usual market. */
  readonly speed?: number | undefined
  readonly now: () => Date
}

/** The data change at most this often. */
const VERSION_MS = 1000
const CHAINS_KEPT = 96
const BOARDS_KEPT = 128

export function simulatedMarket({ seed, symbols, speed = 1, now }: SimulatedMarketOptions): MarketSource {
  const world = new World(seed, speed)
  const universe = new Set([...(symbols ?? UNIVERSE)].sort())
  const chains = new Memo<OptionChain>(CHAINS_KEPT)
  const boards = new Memo<Board>(BOARDS_KEPT)

  function pathOf(symbol: string): SymbolPath {
    if (universe.has(symbol)) return world.path(symbol)
    const examples = [...universe].slice(0, 3).join(', ')
    throw new AppError(
      'not_found',
      `The simulated market has no symbol ${symbol}. Choose one of its ${universe.size} symbols, for example ${examples}.`,
    )
  }

  function present(): Moment {
    const moment = world.momentAt(Math.floor(now().getTime() / VERSION_MS) * VERSION_MS)
    if (moment && moment.index > WARM_UP_SESSIONS) return moment
    throw new AppError(
      'unavailable',
      `The simulated market begins after ${firstDate()}: set the clock to a later time.`,
    )
  }

  function firstDate(): string {
    return world.sessions.dateAt(WARM_UP_SESSIONS)
  }

  /** The latest session that has ended. */
  function lastFinished({ index, phase, share }: Moment): number {
    return phase === 'night' || share >= 1 ? index : index - 1
  }

  function closeOn(date: string): Moment {
    const last = lastFinished(present())
    const index = world.sessions.dateAt(last) < date ? undefined : world.sessions.indexOf(date)
    if (index !== undefined && index >= WARM_UP_SESSIONS) return world.within(index, 1)
    throw new AppError(
      'not_found',
      `The simulated market has no finished session on ${date}. Choose a trading day from ${firstDate()} to ` +
        `${world.sessions.dateAt(last)}, or leave date out for the present.`,
    )
  }

  function chainAt(symbol: string, moment: Moment): OptionChain {
    const path = pathOf(symbol)
    return chains.get(`${symbol} ${moment.asOfMs}`, () => {
      const afterClose = moment.phase === 'night' || moment.share >= 1
      const board = boards.get(`${symbol} ${moment.index} ${afterClose}`, () =>
        boardOf(world, path, moment.index, afterClose),
      )
      return quotedChain(world, path, board, moment)
    })
  }

  function listing(symbol: string, moment: Moment): Listing {
    const { name, sector } = profileOf(symbol)
    return {
      symbol,
      name,
      sector,
      optionsFrom: firstDate(),
      optionsTo: world.sessions.dateAt(lastFinished(moment)),
      barsFrom: world.sessions.dateAt(0),
      barsTo: moment.sessionDate,
    }
  }

  return {
    name: 'simulated',
    listings: async () => {
      const moment = present()
      return [...universe].map((symbol) => listing(symbol, moment))
    },
    viewAt: async (date?: string): Promise<MarketView> => {
      const moment = date === undefined ? present() : closeOn(date)
      return {
        source: 'simulated',
        date,
        quote: async (symbol) => stockQuote(world, pathOf(symbol), moment),
        chain: async (symbol) => chainAt(symbol, moment),
        dailyBars: async (symbol, range) => barsTo(world, pathOf(symbol), moment, range),
      }
    },
  }
}
