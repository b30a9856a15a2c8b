/**
 * A market that is a pure function of seed and clock: never stored, identical on every machine. See the
 * README in this folder for what it simulates and what it omits.
 */

import { AppError } from '../../../lib/errors.ts'
import { inTurns } from '../../../lib/node/in-turns.ts'
import { marketSessionAt } from '../../domain/calendar/trading-calendar.ts'
import type { OptionChain } from '../../domain/options/chain.ts'
import type { MarketSession, StockQuote } from '../../domain/stocks/quote.ts'
import { didYouMean } from '../../domain/stocks/symbol-search.ts'
import type { Listing, MarketSource, MarketView } from '../../ports/market-source.ts'
import { Memo, type Rest } from '../memo.ts'
import { simulatedCalendar } from './calendar.ts'
import { type Board, boardAfter, boardSteps } from './chain/board.ts'
import { MetricHistories } from './chain/metric-history.ts'
import { MomentMemo } from './chain/moment-memo.ts'
import { quotedChain } from './chain/quoted-chain.ts'
import { simulatedDefinition } from './definition.ts'
import { MarketClock } from './market-clock.ts'
import type { SessionMaker } from './session-maker.ts'
import { SessionMemo, type SessionMemoParts } from './session-memo.ts'
import { offExchangeTapes } from './stock/off-exchange.ts'
import { barsTo, stockQuote } from './stock/stock.ts'
import type { SymbolPath } from './stock/symbol-path.ts'
import { contractMids } from './tape/contract-mids.ts'
import { optionTapes } from './tape/option-tape.ts'
import { profileOf, UNIVERSE } from './universe.ts'
import { isAfterClose, isAtClose, type Moment, World } from './world.ts'

export interface SimulatedMarketOptions {
  /** An integer from 0 to 2³² − 1: another seed is another market. */
  readonly seed: number
  /**
   * Tickers in upper case; all built-in symbols by default. Profiles of other tickers are generated from their name.
   */
  readonly symbols?: readonly string[] | undefined
  /** How many times as fast as usual prices move between the points that fix the shape of a day; above 0. */
  readonly speed?: number | undefined
  /** Prices move at every hour; otherwise only in the trading hours of the real calendar, which is the default. */
  readonly alwaysOpen?: boolean | undefined
  /** While the market is closed, its last session is replayed; otherwise prices stand still. */
  readonly replays?: boolean | undefined
  readonly now: () => Date
  /** The prices of all time, for several clocks over one market: `simulatedWorld` of the same seed, speed and symbols. */
  readonly world?: World | undefined
  /** Makes what it can in another thread; everything is made here without it. */
  readonly maker?: SessionMaker | undefined
  /** Whether questions about earlier sessions are answered here, and not by other threads. */
  readonly answersPast?: boolean
  /**
   * Runs `work` once in `ms`, and keeps no process alive. With it, what belongs to earlier sessions is forgotten when
   * nobody has asked for it for a while.
   */
  readonly later?: Rest['later'] | undefined
}

/** The chain of the session at its end, and those of two sessions before it. */
const CHAINS_A_SYMBOL = 3
/** Chains of a session that runs, in milliseconds of the market: a view is rarely read for longer. */
const RUNNING_KEPT_MS = 2_000
/** Those of all symbols take some 25 MB, and are made once when the service starts, whether somebody comes or not. */
const RUNNING_REST_MS = 10_000
/** Each in the session and after its close. */
const BOARDS_A_SYMBOL = 2
const MIN_CHAINS_KEPT = 96
const MIN_BOARDS_KEPT = 64
/**
 * Chains and boards of earlier sessions are made again in some ten milliseconds; the flow of a session needs those of the
 * one before once. Tapes of earlier sessions take their rows of flow with them, which were read in seconds. Boards of the
 * latest session are needed as long as somebody follows a chain.
 */
const REST_MS = { pastChains: 30_000, pastTapes: 2 * 60_000, latestBoards: 30_000 }
/**
 * Where threads answer questions about earlier sessions: what keeps figures of them here reads each once, in one step of
 * work. A page asks for the chain of the latest session every ten seconds.
 */
const PASSING_REST_MS: typeof REST_MS = { pastChains: 3_000, pastTapes: 3_000, latestBoards: 15_000 }
const QUOTES_KEPT = 512
/** In addition to the present session of every symbol: a quarter of a megabyte each. */
const OTHER_PRICES_KEPT = 12
const ALWAYS_OPEN_NOTICE =
  'The simulated market is always open (MARKET_ALWAYS_OPEN=true): its prices move outside trading hours, too.'
const REPLAY_NOTICE =
  'While the exchanges are closed, the simulated market replays its last session (MARKET_OFF_HOURS=replay).'
/** In addition to the present session of every symbol; some megabytes each, with their flow rows. */
const MIN_PAST_TAPES_KEPT = 32

export function simulatedWorld({
  seed,
  speed = 1,
  symbols = UNIVERSE,
  later,
}: Pick<SimulatedMarketOptions, 'seed' | 'speed' | 'symbols' | 'later'>): World {
  return new World(seed, speed, { pricesKept: new Set(symbols).size + OTHER_PRICES_KEPT, later })
}

export function simulatedMarket(options: SimulatedMarketOptions): MarketSource {
  const { symbols, alwaysOpen = false, replays = false, now, maker, later, answersPast = true } = options
  const notice = alwaysOpen ? ALWAYS_OPEN_NOTICE : undefined
  const universe = new Set([...(symbols ?? UNIVERSE)].sort())
  const world = options.world ?? simulatedWorld(options)
  const clock = new MarketClock(world, { now, alwaysOpen, replays })
  const latestIndex = () => clock.present().index
  const quotes = new Memo<StockQuote>(QUOTES_KEPT)
  const histories = new MetricHistories(world)

  function pathOf(symbol: string): SymbolPath {
    if (universe.has(symbol)) return world.path(symbol)
    const examples = [...universe].slice(0, 3).join(', ')
    const meant = didYouMean(symbol, [...universe].map(profileOf))
    throw new AppError(
      'not_found',
      `The simulated market has no symbol ${symbol}.${meant || ` Choose one of its ${universe.size} symbols, for example ${examples}.`}`,
    )
  }

  const restAfter = (afterMs: number): Rest | undefined => later && { afterMs, later }
  const restMs = answersPast ? REST_MS : PASSING_REST_MS
  const chainsRest = { latestIndex, rest: restAfter(restMs.pastChains) }
  const boardsRest = { ...chainsRest, restLatest: restAfter(restMs.latestBoards) }
  const boards = keptBoards({ world, pathOf, ...boardsRest }, universe.size)

  const chainAt = keptChains({ world, pathOf, boards, maker, restAfter, ...chainsRest }, universe.size)

  function quoteAt(symbol: string, moment: Moment, marketSession: MarketSession): StockQuote {
    return quotes.get(`${symbol} ${moment.asOfMs} ${marketSession}`, () => ({
      ...stockQuote(world, pathOf(symbol), moment),
      marketSession,
    }))
  }

  const offExchange = offExchangeTapes(world, pathOf, restAfter(REST_MS.pastChains))
  const taped = { world, pathOf, boardOf: boards.inSession }
  const tapesRest = { latestIndex, rest: restAfter(restMs.pastTapes) }
  const prints = optionTapes({ ...taped, ...keptTapes(universe.size), ...tapesRest, maker })
  const mids = contractMids(taped)
  const calendar = simulatedCalendar(world, [...universe], pathOf)

  /** Every request of one second looks through the same view. */
  let latest: { readonly moment: Moment; readonly view: MarketView } | undefined

  function viewOf(moment: Moment, date: string | undefined): MarketView {
    return {
      source: simulatedDefinition.name,
      date,
      notice: moment.replay === undefined ? notice : replayNotice(moment),
      isReplay: moment.replay !== undefined,
      quote: async (symbol) =>
        quoteAt(symbol, moment, date === undefined ? clock.marketSession : marketSessionAt(moment.asOfMs)),
      chain: (symbol) => chainAt(symbol, moment),
      dailyBars: async (symbol, range) => barsTo(world, pathOf(symbol), moment, range),
      metricHistory: async (symbol, metric, range) =>
        await histories.before(pathOf(symbol), moment.index, metric, range),
      offExchangeTrades: async (symbol, days) => offExchange(symbol, moment, days),
      optionPrints: (symbol) => prints(symbol, moment),
      contractMids: (symbol, instants) => mids(symbol, moment, instants),
      ...calendar(moment),
    }
  }

  return {
    name: simulatedDefinition.name,
    notice: replays ? REPLAY_NOTICE : notice,
    capabilities: simulatedDefinition.capabilities,
    listings: async () => {
      const moment = clock.present()
      return [...universe].map((symbol) => listingOf(world, clock, symbol, moment))
    },
    viewAt: async (date?: string): Promise<MarketView> => {
      const moment = date === undefined ? clock.present() : clock.closeOn(date)
      if (latest?.moment !== moment) latest = { moment, view: viewOf(moment, date) }
      return latest.view
    },
  }
}

function replayNotice({ sessionDate }: Moment): string {
  return `Replay of the session of ${sessionDate}: the exchanges are closed, and nothing of this happens now.`
}

interface ChainParts {
  readonly world: World
  readonly pathOf: (symbol: string) => SymbolPath
  readonly boards: ReturnType<typeof keptBoards>
  readonly maker: SessionMaker | undefined
  readonly latestIndex: () => number
  readonly rest: Rest | undefined
  readonly restAfter: (afterMs: number) => Rest | undefined
}

function keptChains({ world, pathOf, boards, maker, latestIndex, rest, restAfter }: ChainParts, symbols: number) {
  const kept = Math.max(MIN_CHAINS_KEPT, CHAINS_A_SYMBOL * symbols)
  const closes = new SessionMemo<Promise<OptionChain>>({ latestIndex, keptLatest: kept, keptPast: kept, rest })
  const moving = new MomentMemo<Promise<OptionChain>>(RUNNING_KEPT_MS, restAfter(RUNNING_REST_MS))
  const running = new Map<string, number>()

  /** Of a session that runs only the first chain of each symbol: for those that follow, a board here is faster. */
  function mayBeMadeElsewhere(symbol: string, moment: Moment): boolean {
    if (moment.index < latestIndex() || isAtClose(moment)) return true
    const isFirst = running.get(symbol) !== moment.index
    running.set(symbol, moment.index)
    return isFirst
  }

  async function made(symbol: string, moment: Moment): Promise<OptionChain> {
    const elsewhere = mayBeMadeElsewhere(symbol, moment) ? await maker?.chain(symbol, moment) : undefined
    if (elsewhere) return elsewhere
    const board = await (isAfterClose(moment) ? boards.afterClose : boards.inSession)(symbol, moment.index)
    return await inTurns(quotedChain(world, pathOf(symbol), board, moment))
  }

  return async (symbol: string, moment: Moment): Promise<OptionChain> => {
    // Throws for an unknown symbol, before anything is kept.
    pathOf(symbol)
    const { asOfMs, index } = moment
    const make = () => made(symbol, moment)
    return await (isAtClose(moment) ? closes.get(symbol, index, make) : moving.get(symbol, asOfMs, make))
  }
}

function keptTapes(symbols: number) {
  return { keptLatest: symbols, keptPast: Math.max(MIN_PAST_TAPES_KEPT, symbols) }
}

type MemoRests = Omit<SessionMemoParts, 'keptLatest' | 'keptPast'>

function keptBoards({ world, pathOf, ...rests }: Pick<ChainParts, 'world' | 'pathOf'> & MemoRests, symbols: number) {
  const kept = Math.max(MIN_BOARDS_KEPT, BOARDS_A_SYMBOL * symbols)
  // Those of the latest session rest as well: a board is needed for each second of a chain that somebody follows, and
  // takes some milliseconds and hundreds of kilobytes where nobody does.
  const boards = new SessionMemo<Promise<Board>>({ keptLatest: kept, keptPast: kept, ...rests })
  const inSession = (symbol: string, index: number): Promise<Board> =>
    boards.get(symbol, index, () => inTurns(boardSteps(world, pathOf(symbol), index)))
  const afterClose = (symbol: string, index: number): Promise<Board> =>
    boards.get(`${symbol} after`, index, async () =>
      boardAfter(await inSession(symbol, index), world.sessions.at(index).closeMs),
    )
  return { inSession, afterClose }
}

function listingOf(world: World, clock: MarketClock, symbol: string, moment: Moment): Listing {
  const { name, sector } = profileOf(symbol)
  const lastDate = clock.lastDate(moment)
  return {
    symbol,
    name,
    sector,
    optionsFrom: clock.firstDate,
    optionsTo: lastDate,
    barsFrom: world.sessions.dateAt(0),
    barsTo: moment.sessionDate,
    printsFrom: clock.firstDate,
    printsTo: lastDate,
  }
}
