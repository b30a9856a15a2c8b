/**
 * The orders of a session and their prints: contract, size, exchanges and condition codes. Contracts are drawn in
 * proportion to their volume so far; a triggered order usually has the contract and side of its parent.
 * `tape-prices.ts` adds prices.
 */
import type { Steps } from '../../../../lib/steps.ts'
import { at } from '../../../../pricing/column.ts'
import type { Board } from '../chain/board.ts'
import type { Draws } from '../draws.ts'
import { haltAt } from './option-volume.ts'
import type { OrderPlacement, PlantedTrade } from './planted-trades.ts'
import { type Arrival, arrivals } from './tape-arrivals.ts'
import type { TapeCapacity } from './tape-capacity.ts'
import { packageLegs } from './tape-packages.ts'
import { orderCount, orderSize, type TapeScale } from './tape-size.ts'
import { differentVenues, type Venues, venue } from './tape-venues.ts'

/** Price relative to the quote: of a `package` anywhere from bid to ask. */
export type Placement = OrderPlacement | 'package'

export interface PlannedPrint {
  readonly atMs: number
  readonly row: number
  readonly size: number
  readonly side: 1 | -1
  readonly placement: Placement
  readonly exchange: string
  readonly condition: string
  /** Number of the order: prints of one sweep or package share it. */
  readonly order: number
  readonly accumulator: PlantedTrade['accumulator']
  /** How long before its report it was executed. */
  readonly lateMs: number
  /** The print that this one takes back. */
  readonly cancels: PlannedPrint | null
}

export interface TapeTerms {
  readonly board: Board
  readonly session: { readonly openMs: number; readonly closeMs: number }
  readonly room: TapeCapacity
  readonly scale: TapeScale
  readonly venues: Venues
  /** Of index options more are packages and more trade on the floor. */
  readonly isIndex: boolean
  readonly draws: Draws
}

const TRIES = 5
const STAYS_IN_CONTRACT = 0.5
const STAYS_ON_SIDE = 0.75
const SWEEP = 0.14
const PACKAGE = 0.16
const FLOOR = 0.02
const LATE = 0.004
const CANCELLED = 0.002
const SWEPT_WITHIN_MS = 400
const ORDERS_A_STEP = 250
/** Contracts from which an order is negotiated rather than sent to a book. */
const BLOCK = 500

/** In order of time. */
export function* plannedPrints(terms: TapeTerms): Steps<readonly PlannedPrint[]> {
  const { board, draws } = terms
  const flow = new OrderFlow(terms)
  const total = board.activity.dayVolume.reduce((sum, volume) => sum + volume, 0)
  const orders = arrivals(draws, orderCount(terms.scale, total), terms.session, board.halts)
  yield
  for (let order = 0; order < orders.length; order++) {
    const arrival = orders[order]
    if (arrival) flow.take(arrival)
    if (order % ORDERS_A_STEP === 0) yield
  }
  for (const trade of board.planted) flow.plant(trade)
  return flow.prints.sort((a, b) => a.atMs - b.atMs)
}

type Defaulted = 'condition' | 'accumulator' | 'lateMs'
/** What is left out: an electronic print, reported at once, of nobody who accumulates. */
type NewPrint = Omit<PlannedPrint, Defaulted | 'order' | 'cancels'> & Partial<Pick<PlannedPrint, Defaulted>>
type Trade = Pick<NewPrint, 'row' | 'side' | 'accumulator'>

class OrderFlow {
  readonly prints: PlannedPrint[] = []
  readonly #terms: TapeTerms
  /** Volume of the day up to and including each contract. */
  readonly #upTo: Float64Array
  #order = 0

  constructor(terms: TapeTerms) {
    this.#terms = terms
    let sum = 0
    this.#upTo = terms.board.activity.dayVolume.map((volume) => {
      sum += volume
      return sum
    })
  }

  take(arrival: Arrival): void {
    const { draws, room, scale } = this.#terms
    const size = this.#place(arrival, orderSize(scale, draws))
    if (size === 0) return
    const { row, side, atMs } = arrival
    this.#order++
    room.take(row, size)
    const kind = this.#kind(size)
    if (kind === 'sweep') this.#sweep(atMs, { row, side }, size, draws.whole(2, 5))
    else if (kind === 'floor') this.#floor(atMs, { row, side }, size)
    else if (kind === 'single' || !this.#package(atMs, row, side, size)) this.#single(atMs, { row, side }, size)
  }

  #kind(size: number): 'sweep' | 'package' | 'floor' | 'single' {
    const { draws, venues, isIndex } = this.#terms
    const chance = draws.share()
    if (chance < SWEEP) return size >= 2 && venues.electronic.length > 1 ? 'sweep' : 'single'
    if (chance < SWEEP + (isIndex ? 2 : 1) * PACKAGE) return 'package'
    return chance > 1 - (isIndex ? 3 : 1) * FLOOR ? 'floor' : 'single'
  }

  #floor(atMs: number, shared: Trade, size: number): void {
    const { draws, venues } = this.#terms
    const exchange = venue(venues.floor, draws)
    const placement = draws.share() < 0.6 ? 'inside' : 'touch'
    this.#add({ ...shared, atMs, size, exchange, condition: 'e', placement })
  }

  /** It is no part of the volume that was planned for its contract. */
  plant({ row, atMs, size, side, legs, placement, accumulator }: PlantedTrade): void {
    const { draws, venues } = this.#terms
    const trade = { row, side, accumulator }
    this.#order++
    if (legs > 1) {
      this.#sweep(atMs, trade, size, legs)
    } else if (placement) {
      this.#add({ ...trade, atMs, size, exchange: venue(venues.electronic, draws), placement })
    } else if (draws.share() < 0.25) {
      this.#floor(atMs, trade, size)
    } else {
      this.#block(atMs, trade, size)
    }
  }

  /**
   * Chooses a contract for an order and records it in the arrival. Returns the size that fits the remaining volume, 0
   * if none does.
   */
  #place(arrival: Arrival, size: number): number {
    const { draws, room, scale } = this.#terms
    const { parent } = arrival
    // A sweep begins earlier in the second, and so little volume must do.
    const atMs = arrival.atMs - (arrival.atMs % 1000)
    const side = draws.share() < 0.5 ? 1 : -1
    const stays = parent !== null && draws.share() < STAYS_ON_SIDE
    arrival.side = stays ? parent.side : side
    if (parent && parent.row >= 0 && draws.share() < STAYS_IN_CONTRACT && room.left(parent.row, atMs) >= size) {
      arrival.row = parent.row
      return size
    }
    let most = 0
    for (let attempt = 0; attempt < TRIES && most < size; attempt++) {
      const row = this.#contract(draws.share())
      const left = room.left(row, atMs)
      if (left <= most) continue
      most = left
      arrival.row = row
    }
    if (most >= scale.floor) return Math.min(most, size)
    arrival.row = -1
    return 0
  }

  #contract(share: number): number {
    const wanted = share * (this.#upTo.at(-1) ?? 0)
    let low = 0
    let high = this.#upTo.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (at(this.#upTo, middle) > wanted) high = middle
      else low = middle + 1
    }
    return low
  }

  /** Negotiated: from an auction or a cross. */
  #block(atMs: number, shared: Trade, size: number): void {
    const { draws, venues } = this.#terms
    const exchange = venue(venues.electronic, draws)
    const condition = draws.share() < 0.5 ? 'a' : 'c'
    this.#add({ ...shared, atMs, size, exchange, condition, placement: draws.share() < 0.7 ? 'inside' : 'touch' })
  }

  #single(atMs: number, shared: Trade, size: number): void {
    const { draws, venues, session } = this.#terms
    const exchange = venue(venues.electronic, draws)
    const chance = draws.share()
    if (size >= BLOCK && chance < 0.7) {
      this.#block(atMs, shared, size)
      return
    }
    if (draws.share() < LATE) {
      const lateMs = Math.min(1000 * draws.whole(60, 600), atMs - session.openMs)
      this.#add({ ...shared, atMs, size, exchange, condition: 'D', placement: 'touch', lateMs })
      return
    }
    const placement = placementOf(chance)
    const isAuction = placement === 'inside' && draws.share() < 0.4
    const condition = isAuction ? 'a' : draws.share() < 0.85 ? 'I' : ''
    const print = this.#add({ ...shared, atMs, size, exchange, condition, placement })
    if (draws.share() < CANCELLED) this.#takeBack(print)
  }

  #takeBack(print: PlannedPrint): void {
    const { draws, session, board } = this.#terms
    const atMs = print.atMs + 1000 * draws.whole(5, 240)
    if (atMs >= session.closeMs || haltAt(board.halts, atMs)) return
    this.prints.push({ ...print, atMs, condition: 'A', cancels: print })
  }

  /** Several exchanges within half a second, which meet the same quote: it changes with the second. */
  #sweep(atMs: number, shared: Trade, size: number, wanted: number): void {
    const { draws, venues } = this.#terms
    const exchanges = differentVenues(venues.electronic, Math.min(wanted, size), draws)
    const startMs = Math.min(atMs % 1000, 999 - SWEPT_WITHIN_MS) + 1000 * Math.floor(atMs / 1000)
    let left = size
    let legMs = startMs
    for (let leg = 0; leg < exchanges.length; leg++) {
      const others = exchanges.length - leg - 1
      const part = others === 0 ? left : 1 + Math.floor((left - others - 1) * draws.share() * (2 / (others + 2)))
      const placement = others === 0 && draws.share() < 0.2 ? 'beyond' : 'touch'
      this.#add({ ...shared, atMs: legMs, size: part, exchange: exchanges[leg] ?? '', condition: 'S', placement })
      left -= part
      legMs += Math.floor((SWEPT_WITHIN_MS / exchanges.length) * draws.share())
    }
  }

  /** All legs at one instant on one exchange; false if a leg has no partner or no remaining volume. */
  #package(atMs: number, row: number, side: 1 | -1, size: number): boolean {
    const { draws, board, room, venues } = this.#terms
    const legs = packageLegs(board, row, side, draws)
    const others = legs?.slice(1)
    if (!(legs && others?.every((leg) => room.left(leg.row, atMs) >= size * leg.ratio))) return false
    const chance = draws.share()
    const condition = chance < 0.6 ? 'f' : chance < 0.85 ? 'g' : 'j'
    const exchange = venue(venues.electronic, draws)
    for (const leg of others) room.take(leg.row, size * leg.ratio)
    for (const leg of legs) {
      const contract = { row: leg.row, side: leg.side, size: size * leg.ratio }
      this.#add({ ...contract, atMs, exchange, condition, placement: 'package' })
    }
    return true
  }

  /** Every field by name: fifteen thousand copies of objects of many shapes are slow. */
  #add(print: NewPrint): PlannedPrint {
    const { atMs, row, size, side, placement, exchange } = print
    const { condition = 'I', accumulator = null, lateMs = 0 } = print
    const order = this.#order
    const whole = { atMs, row, size, side, placement, exchange, condition, order, accumulator, lateMs, cancels: null }
    this.prints.push(whole)
    return whole
  }
}

function placementOf(chance: number): Placement {
  if (chance < 0.7) return 'touch'
  if (chance < 0.96) return 'inside'
  return chance < 0.98 ? 'beyond' : 'resting'
}
