/**
 * The last trade of each contract: its time follows from the session's plan and its price from the quotes of about that
 * minute, so it does not depend on the request, and is stale in illiquid contracts. Contracts that have not traded in
 * the session have a price of the previous close if they have open interest.
 */

import { mix, uniform } from '../../../../lib/math/seeded-random.ts'
import type { Steps } from '../../../../lib/steps.ts'
import { at } from '../../../../pricing/column.ts'
import type { ContractColumns } from '../../../domain/options/chain.ts'
import type { Board } from '../chain/board.ts'
import {
  type ExpirationTerms,
  emptyQuote,
  expirationTerms,
  type QuotingTerms,
  quoteStrike,
  quotingTerms,
} from '../chain/quoting.ts'
import { sliceOf } from '../chain/surface.ts'
import type { SymbolPath } from '../stock/symbol-path.ts'
import type { Moment, PriceState, World } from '../world.ts'
import { tradePhase, tradesDone, volumeOf, volumeShare } from './option-volume.ts'
import { passedShare } from './volume-curve.ts'

/** Times of a session, three minutes apart on a full day, at which last trades are priced. */
const TRADE_TIMES = 130
const ROWS_A_STEP = 2000

interface PastQuotes {
  readonly state: PriceState
  readonly terms: QuotingTerms
  readonly expirations: (ExpirationTerms | undefined)[]
}

/** Last price and volume so far of all contracts at a moment. */
export function* lastTrades(
  world: World,
  path: SymbolPath,
  board: Board,
  moment: Moment,
): Steps<Pick<ContractColumns, 'last' | 'volume'>> {
  const { activity, layout } = board
  const { count } = layout.contracts
  const last = new Float64Array(count)
  const volume = new Float64Array(count)
  const done = volumeShare(world.sessions.at(moment.index), board.halts, moment.asOfMs)
  const pricer = new LastPrices(world, path, board, moment.index)
  for (let row = 0; row < count; row++) {
    if (row % ROWS_A_STEP === 0) yield
    const phase = tradePhase(activity, row, moment.index)
    const trade = tradesDone(activity, row, phase, done)
    volume[row] = volumeOf(activity, row, trade)
    if (board.lastTrade[row] !== trade) {
      board.lastPrice[row] = pricer.price(row, trade, phase)
      board.lastTrade[row] = trade
    }
    last[row] = at(board.lastPrice, row)
  }
  for (const { row, atMs, size } of board.planted) {
    if (atMs <= moment.asOfMs) volume[row] = at(volume, row) + size
  }
  return { last, volume }
}

class LastPrices {
  readonly #world: World
  readonly #path: SymbolPath
  readonly #board: Board
  readonly #index: number
  readonly #quotes = new Map<number, PastQuotes>()
  readonly #quote = emptyQuote()

  constructor(world: World, path: SymbolPath, board: Board, index: number) {
    this.#world = world
    this.#path = path
    this.#board = board
    this.#index = index
  }

  price(row: number, trade: number, phase: number): number {
    const { activity, layout, logStrikes } = this.#board
    if (trade === 0 && at(activity.openInterest, row) === 0) return Number.NaN
    const time = trade === 0 ? -1 : Math.floor(TRADE_TIMES * passedShare((trade - phase) / at(activity.trades, row)))
    const past = this.#at(time)
    const shared = this.#expiration(past, layout.contracts.expirationIndex[row] ?? 0)
    const quote = this.#quote
    const strike = at(layout.contracts.strike, row)
    quoteStrike(past.terms, shared, strike, at(logStrikes, row), quote)
    const isCall = layout.contracts.isCall[row] === 1
    const bid = isCall ? quote.callBid : quote.putBid
    const ask = isCall ? quote.callAsk : quote.putAsk
    const side = uniform(mix(mix(activity.streams[row] ?? 0, this.#index), 2 + trade))
    if (side < 0.45 && bid > 0) return bid
    return side < 0.9 || bid === 0 ? ask : Math.round(50 * (bid + ask)) / 100
  }

  /** Time −1 is the close of the session before. */
  #at(time: number): PastQuotes {
    const known = this.#quotes.get(time)
    if (known) return known
    const moment =
      time < 0 ? this.#world.within(this.#index - 1, 1) : this.#world.within(this.#index, time / TRADE_TIMES)
    const state = this.#world.stateAt(this.#path, moment)
    const quotes = { state, terms: quotingTerms(this.#path.profile, state.spot), expirations: [] }
    this.#quotes.set(time, quotes)
    return quotes
  }

  #expiration(past: PastQuotes, expiration: number): ExpirationTerms {
    const known = past.expirations[expiration]
    if (known) return known
    const { layout, exercise } = this.#board
    const settlesAtMs = layout.expirations[expiration]?.settlesAtMs ?? Number.NaN
    const terms = expirationTerms(sliceOf(this.#path.profile, past.state, settlesAtMs), exercise[expiration] ?? null)
    past.expirations[expiration] = terms
    return terms
  }
}
