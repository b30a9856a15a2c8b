/**
 * The contracts that are listed in one session, with everything about them that does not move with the quotes. After
 * the close the contracts that expired with it are gone, and nothing else has changed.
 */

import type { Steps } from '../../../../lib/steps.ts'
import { dayNumber } from '../../../../lib/time/civil-date.ts'
import { DAY_MS } from '../../../../lib/time/duration.ts'
import { at } from '../../../../pricing/column.ts'
import { rulesOfRoot, settlementInstant } from '../../../domain/calendar/option-expirations.ts'
import type { ContractColumns, OptionChain } from '../../../domain/options/chain.ts'
import { ChainBuilder } from '../../../domain/options/chain-builder.ts'
import type { PriceRange, SymbolPath } from '../stock/symbol-path.ts'
import { type AccumulationEpisode, accumulationEpisode } from '../tape/accumulation-episodes.ts'
import { accumulatorOf, LONGEST_AHEAD } from '../tape/accumulators.ts'
import { type Activity, plannedActivity } from '../tape/activity.ts'
import type { Halt } from '../tape/option-volume.ts'
import { largeTrades, type PlantedTrade } from '../tape/planted-trades.ts'
import { haltsOf } from '../tape/trading-halts.ts'
import type { World } from '../world.ts'
import { type ExerciseRules, exerciseRules } from './early-exercise.ts'
import { listedExpirations } from './listed-expirations.ts'
import { listedStrikes } from './listed-strikes.ts'
import { RATE, sliceOf } from './surface.ts'

const MS_PER_YEAR = 365 * DAY_MS
/** Sessions whose range decides the strikes. */
const RANGE_SESSIONS = 21
/** Lookback in sessions for the strikes of open interest: of long-dated and of recently opened positions. */
const ANCHOR_LAGS = [1, 5, 10, 21, 42, 63]
const RECENT_LAGS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

export interface Board {
  /** Quotes and volumes are unknown here. */
  readonly layout: OptionChain
  readonly activity: Activity
  /** For each expiration, null where it is European; from the state at the open, because they hardly move in a day. */
  readonly exercise: readonly (ExerciseRules | null)[]
  readonly logStrikes: Float64Array
  /** First row of each expiration, and the number of rows at the end. */
  readonly starts: readonly number[]
  /** Number of trades of a contract included in `lastPrice`, −1 before the first request; see `last-trades.ts`. */
  readonly lastTrade: Int32Array
  readonly lastPrice: Float64Array
  readonly halts: readonly Halt[]
  readonly episode: AccumulationEpisode | null
  /** On top of the activity, those of the episode among them. */
  readonly planted: readonly PlantedTrade[]
}

export function* boardSteps(world: World, path: SymbolPath, index: number): Steps<Board> {
  const board = yield* plannedBoard(world, path, index)
  yield* addAccumulatedInterest(world, path, index, board)
  return board
}

function meanClose(path: SymbolPath, index: number, lags: readonly number[]): number {
  return lags.reduce((sum, lag) => sum + path.bar(index - lag).close, 0) / lags.length
}

function* plannedBoard(world: World, path: SymbolPath, index: number): Steps<Board> {
  const { profile } = path
  const { date } = world.sessions.at(index)
  const layout = yield* layoutOf(world, path, index)
  yield
  const [anchor, recent] = [meanClose(path, index, ANCHOR_LAGS), meanClose(path, index, RECENT_LAGS)]
  const stream = world.streamOf('contracts', profile.symbol)
  const spot = path.bar(index).open
  const activity = plannedActivity({ profile, stream, day: dayNumber(date), spot, anchor, recent }, layout)
  yield
  const starts = startsOf(layout)
  const halts = haltsOf(world, path, index)
  const episode = accumulationEpisode(world, path, index, { layout, activity, starts, halts })
  const planted = [...largeTrades(world, path, index, { layout, starts, halts }), ...(episode?.trades ?? [])]
  yield
  return {
    layout,
    activity,
    exercise: exerciseOf(world, path, index, layout),
    logStrikes: layout.contracts.strike.map(Math.log),
    starts,
    lastTrade: new Int32Array(layout.contracts.count).fill(-1),
    lastPrice: new Float64Array(layout.contracts.count).fill(Number.NaN),
    halts,
    episode,
    planted,
  }
}

/** What was bought in episodes of the sessions before is held until its horizon. */
function* addAccumulatedInterest(
  world: World,
  path: SymbolPath,
  index: number,
  { layout, activity }: Board,
): Steps<undefined> {
  for (let lag = 1; lag <= LONGEST_AHEAD; lag++) {
    const accumulator = accumulatorOf(world, path, index - lag)
    if (!accumulator || accumulator.horizonDate < layout.sessionDate) continue
    yield
    const before = yield* plannedBoard(world, path, index - lag)
    for (const { row, size } of before.episode?.trades ?? []) {
      const held = layout.contracts.optionSymbols.indexOf(before.layout.contracts.optionSymbols[row] ?? '')
      if (held >= 0) activity.openInterest[held] = at(activity.openInterest, held) + size
    }
  }
}

/** The board after the close: without what was settled by an instant. These are the first rows. */
export function boardAfter(board: Board, settledByMs: number): Board {
  const { layout, activity, starts, planted } = board
  const first = layout.expirations.findIndex(({ settlesAtMs }) => settlesAtMs > settledByMs)
  const from = starts[first] ?? layout.contracts.count
  const { contracts } = layout
  return {
    ...board,
    layout: {
      ...layout,
      expirations: layout.expirations.slice(first),
      contracts: {
        count: contracts.count - from,
        optionSymbols: contracts.optionSymbols.slice(from),
        expirationIndex: contracts.expirationIndex.slice(from).map((expiration) => expiration - first),
        isCall: contracts.isCall.subarray(from),
        strike: contracts.strike.subarray(from),
        bid: contracts.bid.subarray(from),
        ask: contracts.ask.subarray(from),
        last: contracts.last.subarray(from),
        bidSize: contracts.bidSize.subarray(from),
        askSize: contracts.askSize.subarray(from),
        volume: contracts.volume.subarray(from),
        openInterest: contracts.openInterest.subarray(from),
        vendorIv: contracts.vendorIv.subarray(from),
        multiplier: contracts.multiplier.subarray(from),
      },
    },
    activity: {
      streams: activity.streams.subarray(from),
      openInterest: activity.openInterest.subarray(from),
      dayVolume: activity.dayVolume.subarray(from),
      trades: activity.trades.subarray(from),
    },
    exercise: board.exercise.slice(first),
    logStrikes: board.logStrikes.subarray(from),
    starts: starts.slice(first).map((start) => start - from),
    lastTrade: board.lastTrade.subarray(from),
    lastPrice: board.lastPrice.subarray(from),
    planted: planted.map((trade) => ({ ...trade, row: trade.row - from })),
  }
}

function* layoutOf(world: World, path: SymbolPath, index: number): Steps<OptionChain> {
  const { profile } = path
  const { date, openMs } = world.sessions.at(index)
  const range = rangeBefore(path, index)
  const builder = new ChainBuilder()
  for (const { root, expirationDate } of listedExpirations(profile, date)) {
    const settlesAtMs = settlementInstant(expirationDate, rulesOfRoot(root).settlement)
    if (settlesAtMs <= openMs) continue
    yield
    const shared = { root, expirationDate, multiplier: 100 }
    for (const strike of listedStrikes(profile, range, (settlesAtMs - openMs) / MS_PER_YEAR)) {
      builder.add({ ...shared, strike, optionType: 'call' })
      builder.add({ ...shared, strike, optionType: 'put' })
    }
  }
  yield
  const layout = builder.build({ symbol: profile.symbol, asOfMs: openMs, underlyingPrice: path.bar(index).open })
  return { ...layout, contracts: withOneUnknownColumn(layout.contracts) }
}

/** Nothing is known of them yet, and a column for each would be a third of a board. */
function withOneUnknownColumn(contracts: ContractColumns): ContractColumns {
  const unknown = contracts.bid
  return {
    ...contracts,
    ask: unknown,
    last: unknown,
    bidSize: unknown,
    askSize: unknown,
    volume: unknown,
    openInterest: unknown,
    vendorIv: unknown,
  }
}

function exerciseOf(
  world: World,
  path: SymbolPath,
  index: number,
  { expirations }: OptionChain,
): (ExerciseRules | null)[] {
  const { profile } = path
  const state = world.stateAt(path, world.within(index, 0))
  return expirations.map(({ style, settlesAtMs }) => {
    if (style === 'european') return null
    const { theta, years } = sliceOf(profile, state, settlesAtMs)
    return exerciseRules(RATE, profile.dividendYield, Math.sqrt(theta / years), years)
  })
}

function rangeBefore(path: SymbolPath, index: number): PriceRange {
  const { open } = path.bar(index)
  let range: PriceRange = { low: open, high: open }
  for (let lag = 1; lag <= RANGE_SESSIONS; lag++) {
    const { close } = path.bar(index - lag)
    range = { low: Math.min(range.low, close), high: Math.max(range.high, close) }
  }
  return range
}

function startsOf({ expirations, contracts }: OptionChain): number[] {
  const starts = expirations.map((_, expiration) => contracts.expirationIndex.indexOf(expiration))
  return [...starts, contracts.count]
}
