/**
 * State of one contract during a session: its latest prints, for cancels, duplicates and time patterns, and its lowest
 * volatilities of the hour. Bounded: the oldest entries are dropped.
 */
import { MINUTE_MS } from '../../../lib/time/duration.ts'
import type { OptionType } from '../../../market/domain/options/chain.ts'
import { ALERT_THRESHOLDS } from '../score/alert-rules.ts'
import { OrderTally } from '../score/order-tally.ts'
import type { CancelTarget } from './condition-codes.ts'
import type { CarryTerms, ContractHistory } from './contract-facts.ts'
import type { ContractRow } from './contract-row.ts'
import type { Direction } from './print-side.ts'
import type { NewPrint, RecentPrints } from './recent-prints.ts'

export interface ContractIdentity {
  readonly optionSymbol: string
  readonly optionType: OptionType
  readonly strike: number
  readonly expirationDate: string
  readonly dte: number
  readonly multiplier: number
  readonly openInterest: number
  readonly carry: CarryTerms | null
  readonly history: ContractHistory | null
}

/** Maximum number of prints per contract, and how many may be added before a trim; minimum number of old prints. */
const MAX_PRINTS = 96
const SLACK = 32
const FEW_PRINTS = 8
const NONE = -1

const { consistent, repeated, ivSpike } = ALERT_THRESHOLDS

export interface Recurrence {
  buys: number
  boughtSize: number
  similar: number
}

export class ContractState<Row extends ContractRow = ContractRow> {
  #identity: ContractIdentity
  readonly isCall: boolean
  readonly multiplier: number
  /** Recent buys and sells that a leg of a sweep may still join, in the order of the tape. */
  readonly buying: Row[] = []
  readonly selling: Row[] = []
  /** Volume on the tape so far. */
  seenVolume = 0
  /** Final rows: their number, and the sum of the logarithms of their sizes. */
  sizeCount = 0
  logSizes = 0
  readonly orders = new OrderTally()
  readonly #prints: RecentPrints<Row>
  /** Places of prints, in the order of the tape; and of the first one, which may be kept beyond them. */
  #places: number[] = []
  #first = NONE
  #lastSteps = Number.NaN
  #tick: Direction = 0
  #scans = 0
  /** Monotonic queue of pairs of a minute and its lowest volatility: the front is the minimum of the window. */
  #lows: number[] = []

  constructor(identity: ContractIdentity, prints: RecentPrints<Row>) {
    this.#identity = identity
    this.#prints = prints
    this.isCall = identity.optionType === 'call'
    this.multiplier = identity.multiplier
  }

  get identity(): ContractIdentity {
    return this.#identity
  }

  /** For prints from now on; unknown changes nothing. */
  knowOpenInterest(openInterest: number): void {
    if (openInterest === this.#identity.openInterest || Number.isNaN(openInterest)) return
    this.#identity = { ...this.#identity, openInterest }
  }

  get strike(): number {
    return this.identity.strike
  }

  get carry(): CarryTerms | null {
    return this.identity.carry
  }

  /** Tick test: sign of a price against the last different one; 0 without one. */
  tickOf(steps: number): Direction {
    if (Number.isNaN(this.#lastSteps)) return 0
    if (steps === this.#lastSteps) return this.#tick
    return steps > this.#lastSteps ? 1 : -1
  }

  /** Call it only for regular prints. */
  rememberPrice(steps: number): void {
    this.#tick = this.tickOf(steps)
    this.#lastSteps = steps
  }

  remember(print: NewPrint, row: Row): void {
    const place = this.#prints.add(print, row)
    if (this.#first === NONE) this.#first = place
    this.#places = added(this.#places, place)
    const count = this.#places.length
    if (count >= MAX_PRINTS + SLACK) this.#keepFrom(count - MAX_PRINTS)
    else if (count > 2 * FEW_PRINTS) this.#forgetBefore(print.executedAtMs - consistent.windowMs)
  }

  #forgetBefore(ms: number): void {
    const count = this.#places.length
    if (this.#executedAtMs(FEW_PRINTS) >= ms) return
    let kept = FEW_PRINTS
    while (kept < count - FEW_PRINTS && this.#executedAtMs(kept) < ms) kept++
    this.#keepFrom(kept)
  }

  #executedAtMs(index: number): number {
    return this.#prints.executedAtMs(this.#places[index] ?? NONE)
  }

  #keepFrom(index: number): void {
    for (let i = 0; i < index; i++) {
      const place = this.#places[i] ?? NONE
      if (place !== this.#first) this.#prints.remove(place)
    }
    this.#places = this.#places.slice(index)
  }

  /** Whether a stored print has the same time, price, size, exchange, condition and cumulative volume. */
  hasDuplicate(print: NewPrint): boolean {
    for (let i = this.#places.length - 1; i >= 0; i--) {
      const place = this.#places[i] ?? NONE
      if (this.#prints.executedAtMs(place) < print.executedAtMs) return false
      if (!this.#prints.isCancelled(place) && this.#prints.isSame(place, print)) return true
    }
    return false
  }

  /**
   * The place of the print that a cancel refers to, by price and size if the cancel states them; undefined if there is
   * none.
   */
  findCancelled(target: CancelTarget, steps: number, size: number): number | undefined {
    const prints = this.#prints
    const matches = (place: number) =>
      !prints.isCancelled(place) &&
      (!(steps > 0) || prints.steps(place) === steps) &&
      (!(size > 0) || prints.size(place) === size)
    const first = this.#first
    if ((target === 'opening' || target === 'only') && first !== NONE && matches(first)) return first
    // A cancel of any print must state price and size.
    if (target === 'any' && !(steps > 0 && size > 0)) return undefined
    return this.#places.findLast(matches)
  }

  /** Reassigns prints after two rows, neither of them final, were merged. */
  movePrints(from: Row, to: Row): void {
    this.#eachOf(from, (place) => {
      this.#prints.setRow(place, to)
      return true
    })
  }

  /** Keeps the record of a final row, of several prints if it is `shared`, where a print needs the row. */
  settle(row: Row, shared: boolean, record: () => number): void {
    let settled = NONE
    this.#eachOf(row, (place) => {
      if (settled === NONE) settled = record()
      this.#prints.settle(place, row, settled, shared)
      return shared
    })
  }

  /** Until `found` returns false. */
  #eachOf(row: Row, found: (place: number) => boolean): void {
    for (let i = this.#places.length - 1; i >= 0; i--) {
      const place = this.#places[i] ?? NONE
      if (this.#prints.row(place) === row && !found(place)) return
    }
    if (this.#first !== NONE && this.#prints.row(this.#first) === row) found(this.#first)
  }

  /** Buys within 30 minutes and similar prints within five minutes up to a row, including it. */
  recurrence(row: Row, into: Recurrence): void {
    into.buys = 0
    into.boughtSize = 0
    into.similar = 0
    const oldest = row.lastMs - consistent.windowMs
    const oldestSimilar = row.lastMs - repeated.windowMs
    const scan = ++this.#scans
    const prints = this.#prints
    for (let i = this.#places.length - 1; i >= 0; i--) {
      const place = this.#places[i] ?? NONE
      const executedAtMs = prints.executedAtMs(place)
      if (executedAtMs < oldest) return
      const size = prints.sizeInScan(place, scan)
      if (size === 0) continue
      if (executedAtMs >= oldestSimilar && isSimilar(row.size, size) && prints.sideOfRow(place) === row.side) {
        into.similar++
      }
      if (prints.aggressorOfRow(place) === 1) {
        into.buys++
        into.boughtSize += size
      }
    }
  }

  /** Volatility over the minimum of the previous hour; NaN without one. Adds it to the window. */
  volatilityRatio(nowMs: number, volatility: number): number {
    const minute = Math.floor(nowMs / MINUTE_MS)
    const oldest = minute + 1 - ivSpike.windowMs / MINUTE_MS
    while ((this.#lows[0] ?? Number.POSITIVE_INFINITY) < oldest) this.#lows.splice(0, 2)
    if (!(volatility > 0)) return Number.NaN
    const ratio = volatility / (this.#lows[1] ?? Number.NaN)
    while ((this.#lows.at(-1) ?? 0) >= volatility) this.#lows.length -= 2
    if ((this.#lows.at(-2) ?? Number.NEGATIVE_INFINITY) < minute) this.#lows = added(this.#lows, minute, volatility)
    return ratio
  }
}

/** A list that grows has room for sixteen more numbers, which most of the many contracts of a session never need. */
function added(list: number[], ...numbers: readonly number[]): number[] {
  if (list.length === 0) return [...numbers]
  list.push(...numbers)
  return list
}

function isSimilar(size: number, other: number): boolean {
  return Math.abs(other - size) <= repeated.tolerance * size
}
