/**
 * Prices planned prints: each against the quote of its contract in the second of the print, which is the one that the
 * chain of that second shows. Prices are whole cents, on the ticks of the class but in auctions, crosses and packages.
 */

import type { TapePrints } from '../../../domain/market/option-tape.ts'
import { at } from '../../../domain/pricing/column.ts'
import type { Board } from './board.ts'
import type { Draws } from './draws.ts'
import type { TickClass } from './profile.ts'
import {
  type ExpirationTerms,
  emptyQuote,
  expirationTerms,
  type QuotingTerms,
  quoteStrike,
  quotingTerms,
} from './quoting.ts'
import { sliceOf } from './surface.ts'
import type { SymbolPath } from './symbol-path.ts'
import type { PlannedPrint } from './tape-orders.ts'
import type { TapeRoom } from './tape-room.ts'
import { optionTick, tickDown, tickUp } from './ticks.ts'
import type { PriceState, World } from './world.ts'

export interface PricedTape {
  readonly prints: TapePrints
  /** 1 for a buyer, −1 for a seller: as planned but where nobody bids. */
  readonly side: Int8Array
}

interface PricingTerms {
  readonly world: World
  readonly path: SymbolPath
  readonly index: number
  readonly board: Board
  readonly room: TapeRoom
  readonly draws: Draws
}

export function pricedTape(terms: PricingTerms, planned: readonly PlannedPrint[]): PricedTape {
  const { world, path, index, board, room } = terms
  const count = planned.length
  const columns = {
    price: new Float64Array(count),
    bid: new Float64Array(count),
    ask: new Float64Array(count),
    underlyingPrice: new Float64Array(count),
    volume: new Float64Array(count),
    openInterest: Float64Array.from(planned, ({ row }) => at(board.activity.openInterest, row)),
  }
  const priced = new Int8Array(count)
  const quotes = new QuotesOfSeconds(world, path, board, index)
  const rowOf = new Map<PlannedPrint, number>()
  const listed = new Float64Array(board.layout.contracts.count)
  for (let print = 0; print < count; print++) {
    const plan = planned[print]
    if (!plan) break
    const cancelled = plan.cancels ? (rowOf.get(plan.cancels) ?? -1) : -1
    const { side, price } =
      cancelled < 0
        ? execution(quotes, path.profile.ticks, plan, terms.draws)
        : { side: priced[cancelled] ?? 0, price: at(columns.price, cancelled) }
    const { bid, ask } = quotes.at(plan.row, plan.atMs)
    priced[print] = side
    columns.price[print] = price
    columns.bid[print] = bid
    columns.ask[print] = ask
    columns.underlyingPrice[print] = quotes.spot
    listed[plan.row] = at(listed, plan.row) + (plan.cancels ? -plan.size : plan.size)
    columns.volume[print] = at(listed, plan.row) + room.unlisted(plan.row, plan.atMs)
    rowOf.set(plan, print)
  }
  return { prints: { ...namesOf(terms, planned), ...columns }, side: priced }
}

function namesOf({ world, path, index, board }: PricingTerms, planned: readonly PlannedPrint[]) {
  const { optionSymbols } = board.layout.contracts
  return {
    symbol: path.profile.symbol,
    sessionDate: world.sessions.dateAt(index),
    count: planned.length,
    executedAtMs: Float64Array.from(planned, ({ atMs }) => atMs),
    optionSymbols: planned.map(({ row }) => optionSymbols[row] ?? ''),
    size: Float64Array.from(planned, ({ size }) => size),
    exchange: planned.map(({ exchange }) => exchange),
    condition: planned.map(({ condition }) => condition),
  }
}

/** Against the quote of when it was executed, which for a late print is some minutes before its report. */
function execution(quotes: QuotesOfSeconds, ticks: TickClass, plan: PlannedPrint, draws: Draws) {
  const quote = quotes.at(plan.row, plan.atMs - plan.lateMs)
  const side = quote.bid > 0 ? plan.side : 1
  return { side, price: priceOf(ticks, quote, plan, side === 1, draws) }
}

interface Quote {
  readonly bid: number
  readonly ask: number
}

/** USD per share, in whole cents. */
function priceOf(
  ticks: TickClass,
  { bid, ask }: Quote,
  { placement, condition }: PlannedPrint,
  isBuyer: boolean,
  draws: Draws,
): number {
  const touch = isBuyer || bid === 0 ? ask : bid
  switch (placement) {
    case 'touch':
      return touch
    case 'resting':
      return isBuyer && bid > 0 ? bid : ask
    case 'package':
      return Math.max(Math.round(100 * (bid + draws.share() * (ask - bid))), 1) / 100
    case 'beyond':
      return isBuyer ? cents(ask + optionTick(ticks, ask)) : Math.max(cents(bid - optionTick(ticks, bid - 0.001)), 0.01)
    case 'inside':
      return insidePrice(condition === 'I' || condition === '' ? ticks : 'penny', { bid, ask }, isBuyer, draws) ?? touch
  }
}

/** From the middle of the quote towards the side of the initiator; undefined where no tick lies inside. */
function insidePrice(ticks: TickClass, { bid, ask }: Quote, isBuyer: boolean, draws: Draws): number | undefined {
  const middle = 0.5 * (bid + ask)
  const away = 0.5 * (ask - bid) * draws.share()
  const wanted = isBuyer ? middle + away : middle - away
  return [tickDown(ticks, wanted), tickUp(ticks, wanted)].find((price) => price > bid && price < ask)
}

function cents(price: number): number {
  return Math.round(100 * price) / 100
}

/** Quotes of single contracts, second by second; what a second shares is made once while prints come in its order. */
export class QuotesOfSeconds {
  readonly #world: World
  readonly #path: SymbolPath
  readonly #board: Board
  readonly #index: number
  readonly #session: { readonly openMs: number; readonly closeMs: number }
  readonly #quote = emptyQuote()
  readonly #found = { bid: 0, ask: 0 }
  #second = Number.NaN
  #state: PriceState | undefined
  #terms: QuotingTerms | undefined
  #expirations: (ExpirationTerms | undefined)[] = []

  constructor(world: World, path: SymbolPath, board: Board, index: number) {
    this.#world = world
    this.#path = path
    this.#board = board
    this.#index = index
    this.#session = world.sessions.at(index)
  }

  /** Price of the underlying in the second that was asked for last. */
  get spot(): number {
    return this.#state?.spot ?? Number.NaN
  }

  /** Overwritten by the next question. */
  at(row: number, ms: number): Quote {
    const { state, terms } = this.#in(ms)
    const { layout, exercise, logStrikes } = this.#board
    const { strike, isCall, expirationIndex } = layout.contracts
    const expiration = expirationIndex[row] ?? 0
    let shared = this.#expirations[expiration]
    if (!shared) {
      const settlesAtMs = layout.expirations[expiration]?.settlesAtMs ?? Number.NaN
      shared = expirationTerms(sliceOf(this.#path.profile, state, settlesAtMs), exercise[expiration] ?? null)
      this.#expirations[expiration] = shared
    }
    quoteStrike(terms, shared, at(strike, row), at(logStrikes, row), this.#quote)
    this.#found.bid = isCall[row] === 1 ? this.#quote.callBid : this.#quote.putBid
    this.#found.ask = isCall[row] === 1 ? this.#quote.callAsk : this.#quote.putAsk
    return this.#found
  }

  #in(ms: number): { readonly state: PriceState; readonly terms: QuotingTerms } {
    const second = ms - (ms % 1000)
    if (this.#state && this.#terms && second === this.#second) return { state: this.#state, terms: this.#terms }
    const { openMs, closeMs } = this.#session
    const moment = { ...this.#world.within(this.#index, (second - openMs) / (closeMs - openMs)), asOfMs: second }
    const state = this.#world.stateAt(this.#path, moment)
    const terms = quotingTerms(this.#path.profile, state.spot)
    this.#second = second
    this.#state = state
    this.#terms = terms
    this.#expirations = []
    return { state, terms }
  }
}
