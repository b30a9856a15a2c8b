/**
 * Prices planned prints against the quote of their contract in the same second, which is the quote in the chain of that
 * second. Prices are whole cents, and on the ticks of the class except in auctions, crosses and packages.
 */

import type { Steps } from '../../../../lib/steps.ts'
import { at } from '../../../../pricing/column.ts'
import { CodedTexts } from '../../../domain/options/coded-texts.ts'
import type { TapePrints } from '../../../domain/options/option-tape.ts'
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
import { optionTick, tickDown, tickUp } from '../chain/ticks.ts'
import type { Draws } from '../draws.ts'
import type { TickClass } from '../profile.ts'
import type { SymbolPath } from '../stock/symbol-path.ts'
import type { PriceState, World } from '../world.ts'
import type { TapeCapacity } from './tape-capacity.ts'
import type { PlannedPrint } from './tape-orders.ts'

const PRINTS_A_STEP = 250
/** Conditions of prints that keep to the ticks of their class: auctions, crosses and floors deal in cents. */
const ON_BOOK = new Set(['I', ''])

export interface PricedTape {
  readonly prints: TapePrints
  /** The plan of each print. Sales without a bid are not printed. */
  readonly planned: readonly PlannedPrint[]
}

interface PricingTerms {
  readonly world: World
  readonly path: SymbolPath
  readonly index: number
  readonly board: Board
  readonly room: TapeCapacity
  readonly draws: Draws
}

export function* pricedTape(terms: PricingTerms, planned: readonly PlannedPrint[]): Steps<PricedTape> {
  const { world, path, index, board, draws } = terms
  const price = new Float64Array(planned.length)
  const bid = new Float64Array(planned.length)
  const ask = new Float64Array(planned.length)
  const underlyingPrice = new Float64Array(planned.length)
  const quotes = new QuotesOfSeconds(world, path, board, index)
  const takenBack = new Map(planned.flatMap(({ cancels }) => (cancels ? [[cancels, Number.NaN]] : [])))
  const printed: PlannedPrint[] = []
  for (let place = 0; place < planned.length; place++) {
    const plan = planned[place]
    if (place % PRINTS_A_STEP === 0) yield
    if (!plan) continue
    const executed = plan.cancels
      ? (takenBack.get(plan.cancels) ?? Number.NaN)
      : priceOf(path.profile.ticks, quotes.at(plan.row, plan.atMs - plan.lateMs), plan, draws)
    if (Number.isNaN(executed)) continue
    const print = printed.push(plan) - 1
    const quote = quotes.at(plan.row, plan.atMs)
    price[print] = executed
    bid[print] = quote.bid
    ask[print] = quote.ask
    underlyingPrice[print] = quotes.spot
    if (takenBack.has(plan)) takenBack.set(plan, executed)
  }
  yield
  const count = printed.length
  return {
    planned: printed,
    prints: {
      ...namesOf(terms, printed),
      price: price.subarray(0, count),
      bid: bid.subarray(0, count),
      ask: ask.subarray(0, count),
      underlyingPrice: underlyingPrice.subarray(0, count),
      volume: volumesOf(terms, printed),
      openInterest: Float64Array.from(printed, ({ row }) => at(board.activity.openInterest, row)),
    },
  }
}

/** Cumulative volume of each print's contract: listed orders, and small unlisted orders. */
function volumesOf({ board, room }: PricingTerms, planned: readonly PlannedPrint[]): Float64Array {
  const listed = new Float64Array(board.layout.contracts.count)
  return Float64Array.from(planned, ({ row, atMs, size, cancels }) => {
    const sum = at(listed, row) + (cancels ? -size : size)
    listed[row] = sum
    return sum + room.unlisted(row, atMs)
  })
}

function namesOf({ world, path, index, board }: PricingTerms, planned: readonly PlannedPrint[]) {
  const { optionSymbols } = board.layout.contracts
  return {
    symbol: path.profile.symbol,
    sessionDate: world.sessions.dateAt(index),
    count: planned.length,
    executedAtMs: Float64Array.from(planned, ({ atMs }) => atMs),
    optionSymbols: CodedTexts.of(planned.map(({ row }) => optionSymbols[row] ?? '')),
    size: Float64Array.from(planned, ({ size }) => size),
    exchange: CodedTexts.of(planned.map(({ exchange }) => exchange)),
    condition: CodedTexts.of(planned.map(({ condition }) => condition)),
  }
}

interface Quote {
  readonly bid: number
  readonly ask: number
}

/** USD per share, in whole cents; NaN for a seller without a bid. */
function priceOf(ticks: TickClass, quote: Quote, plan: PlannedPrint, draws: Draws): number {
  const { bid, ask } = quote
  const { placement, condition, side } = plan
  if (placement === 'package') return Math.max(cents(bid + draws.share() * (ask - bid)), 0.01)
  if (bid === 0 && side === -1) return Number.NaN
  const touch = side === 1 ? ask : bid
  switch (placement) {
    case 'touch':
      return touch
    case 'resting':
      return restingPrice(quote, side)
    case 'beyond':
      return beyondPrice(ticks, quote, side)
    case 'inside':
      return insidePrice(ON_BOOK.has(condition) ? ticks : 'penny', quote, side, draws) ?? touch
    case 'resting inside':
      return insidePrice(ticks, quote, side === 1 ? -1 : 1, draws) ?? restingPrice(quote, side)
  }
}

/** The initiator's own side of the quote; NaN for a buyer without a bid. */
function restingPrice({ bid, ask }: Quote, side: 1 | -1): number {
  return side === 1 && bid > 0 ? bid : ask
}

/** One tick past the quote, as far as there is one above 0. */
function beyondPrice(ticks: TickClass, { bid, ask }: Quote, side: 1 | -1): number {
  if (side === 1) return cents(ask + optionTick(ticks, ask))
  return cents(bid - optionTick(ticks, bid - 0.001)) || bid
}

/** Between the mid and the ask for side 1, the mid and the bid for side −1; undefined if there is no tick inside the quote. */
function insidePrice(ticks: TickClass, { bid, ask }: Quote, side: 1 | -1, draws: Draws): number | undefined {
  const wanted = 0.5 * (bid + ask + side * draws.share() * (ask - bid))
  return [tickDown(ticks, wanted), tickUp(ticks, wanted)].find((price) => price > bid && price < ask)
}

function cents(price: number): number {
  return Math.round(100 * price) / 100
}

/**
 * Quotes of single contracts by second; state that depends only on the second is cached, because prints are in order of
 * time.
 */
export class QuotesOfSeconds {
  readonly #world: World
  readonly #path: SymbolPath
  readonly #board: Board
  readonly #index: number
  readonly #session: { readonly openMs: number; readonly closeMs: number }
  readonly #quote = emptyQuote()
  readonly #found = { bid: 0, ask: 0 }
  #second = Number.NaN
  /** Of the last question in this second: the price and the quote of a print are of the same contract and second. */
  #row = -1
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

  /** Price of the underlying in the last requested second. */
  get spot(): number {
    return this.#state?.spot ?? Number.NaN
  }

  /** Overwritten by the next question. */
  at(row: number, ms: number): Quote {
    const { state, terms } = this.#in(ms)
    if (row === this.#row) return this.#found
    this.#row = row
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
    this.#row = -1
    this.#state = state
    this.#terms = terms
    this.#expirations = []
    return { state, terms }
  }
}
