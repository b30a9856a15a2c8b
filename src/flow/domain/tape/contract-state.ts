/**
 * State of one contract during a session: its latest prints, for cancels, duplicates and time patterns, and its lowest
 * volatilities of the hour. Bounded: the oldest entries are dropped.
 */
import { NumberRecords } from '../../../lib/math/number-records.ts'
import { MINUTE_MS } from '../../../lib/time/duration.ts'
import type { OptionType } from '../../../market/domain/options/chain.ts'
import { ALERT_THRESHOLDS } from '../score/alert-rules.ts'
import { OrderTallies, OrderTally } from '../score/order-tally.ts'
import type { CancelTarget } from './condition-codes.ts'
import type { CarryTerms, ContractHistory } from './contract-facts.ts'
import type { ContractRow } from './contract-row.ts'
import { LowestVolatilities } from './lowest-volatilities.ts'
import { type Direction, signOf } from './print-side.ts'
import type { NewPrint, RecentPrints } from './recent-prints.ts'

export interface ContractExpiration {
  readonly expirationDate: string
  readonly dte: number
}

export interface ContractIdentity {
  readonly optionSymbol: string
  readonly optionType: OptionType
  /** A whole number of thousandths. */
  readonly strike: number
  readonly multiplier: number
  readonly openInterest: number
  readonly carry: CarryTerms | null
  readonly history: ContractHistory | null
  /** Whether the chain lists it. */
  readonly isListed: boolean
  /** Contracts of one date may share it. */
  readonly expiration: ContractExpiration
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

const REAL = {
  openInterest: 0,
  multiplier: 1,
  seenVolume: 2,
  logSizes: 3,
  lastSteps: 4,
  newestMs: 5,
  count: 6,
} as const
/**
 * `first`, `oldest` and `latest` are places of prints: the first may be kept beyond the others. `lows` and `orders` are
 * places of its lowest volatilities and of its tally.
 */
const WHOLE = {
  sizeCount: 0,
  tick: 1,
  first: 2,
  oldest: 3,
  latest: 4,
  printCount: 5,
  lows: 6,
  orders: 7,
  count: 8,
} as const

/** What the contracts of a session share: their numbers are outside of the heap, as there are thousands of contracts. */
export class ContractNumbers<Row extends ContractRow = ContractRow> {
  readonly prints: RecentPrints<Row>
  readonly contracts = new NumberRecords(REAL.count, WHOLE.count)
  readonly lows = new LowestVolatilities()
  readonly orders = new OrderTallies()

  constructor(prints: RecentPrints<Row>) {
    this.prints = prints
  }

  /** The place of the numbers of a new contract. */
  add({ openInterest, multiplier }: ContractIdentity): number {
    const { contracts } = this
    const place = contracts.add()
    contracts.setReal(place, REAL.openInterest, openInterest)
    contracts.setReal(place, REAL.multiplier, multiplier)
    contracts.setReal(place, REAL.lastSteps, Number.NaN)
    contracts.setReal(place, REAL.newestMs, Number.NEGATIVE_INFINITY)
    for (const column of [WHOLE.first, WHOLE.oldest, WHOLE.latest, WHOLE.lows]) contracts.setWhole(place, column, NONE)
    contracts.setWhole(place, WHOLE.orders, this.orders.add())
    return place
  }
}

/** Of all contracts without open rows. */
export const NO_ROWS: readonly never[] = []
/** A strike is a whole number of them, which an object holds without one more object. */
const THOUSANDTHS = 1000

export class ContractState<Row extends ContractRow = ContractRow> {
  readonly optionSymbol: string
  readonly optionType: OptionType
  readonly carry: CarryTerms | null
  readonly history: ContractHistory | null
  readonly isListed: boolean
  readonly #expiration: ContractExpiration
  readonly #thousandths: number
  readonly #session: ContractNumbers<Row>
  readonly #place: number
  /** Recent buys and sells that a leg of a sweep may still join, in the order of the tape: mostly none. */
  buying: readonly Row[] = NO_ROWS
  selling: readonly Row[] = NO_ROWS

  constructor(identity: ContractIdentity, session: ContractNumbers<Row>) {
    this.optionSymbol = identity.optionSymbol
    this.optionType = identity.optionType
    this.carry = identity.carry
    this.history = identity.history
    this.isListed = identity.isListed
    this.#expiration = identity.expiration
    this.#thousandths = Math.round(THOUSANDTHS * identity.strike)
    this.#session = session
    this.#place = session.add(identity)
  }

  get isCall(): boolean {
    return this.optionType === 'call'
  }

  get strike(): number {
    return this.#thousandths / THOUSANDTHS
  }

  get expirationDate(): string {
    return this.#expiration.expirationDate
  }

  get dte(): number {
    return this.#expiration.dte
  }

  get multiplier(): number {
    return this.#real(REAL.multiplier)
  }

  get openInterest(): number {
    return this.#real(REAL.openInterest)
  }

  /** For prints from now on; unknown changes nothing. */
  knowOpenInterest(openInterest: number): void {
    if (!Number.isNaN(openInterest)) this.#setReal(REAL.openInterest, openInterest)
  }

  get orders(): OrderTally {
    return new OrderTally(this.#session.orders, this.#whole(WHOLE.orders))
  }

  /** Volume on the tape so far. */
  get seenVolume(): number {
    return this.#real(REAL.seenVolume)
  }

  set seenVolume(volume: number) {
    this.#setReal(REAL.seenVolume, volume)
  }

  /** Final rows: their number, and the sum of the logarithms of their sizes. */
  get sizeCount(): number {
    return this.#whole(WHOLE.sizeCount)
  }

  get logSizes(): number {
    return this.#real(REAL.logSizes)
  }

  countSize(logSize: number): void {
    this.#setWhole(WHOLE.sizeCount, this.sizeCount + 1)
    this.#setReal(REAL.logSizes, this.logSizes + logSize)
  }

  /** Tick test: sign of a price against the last different one; 0 without one. */
  tickOf(steps: number): Direction {
    const lastSteps = this.#real(REAL.lastSteps)
    if (Number.isNaN(lastSteps)) return 0
    if (steps === lastSteps) return signOf(this.#whole(WHOLE.tick))
    return steps > lastSteps ? 1 : -1
  }

  /** Call it only for regular prints. */
  rememberPrice(steps: number): void {
    this.#setWhole(WHOLE.tick, this.tickOf(steps))
    this.#setReal(REAL.lastSteps, steps)
  }

  remember(print: NewPrint, row: Row): void {
    const latest = this.#latest
    const isNewest = print.executedAtMs >= this.#real(REAL.newestMs)
    if (isNewest) this.#setReal(REAL.newestMs, print.executedAtMs)
    const place = this.#session.prints.add(print, row, { before: latest, isNewest })
    if (this.#first === NONE) this.#setWhole(WHOLE.first, place)
    if (latest === NONE) this.#setWhole(WHOLE.oldest, place)
    this.#setWhole(WHOLE.latest, place)
    const count = this.#whole(WHOLE.printCount) + 1
    this.#setWhole(WHOLE.printCount, count)
    if (count >= MAX_PRINTS + SLACK) this.#forget(count - MAX_PRINTS)
    else if (count > 2 * FEW_PRINTS) this.#forgetBefore(print.executedAtMs - consistent.windowMs, count)
  }

  #forgetBefore(ms: number, count: number): void {
    const { prints } = this.#session
    let kept = this.#whole(WHOLE.oldest)
    for (let i = 0; i < FEW_PRINTS; i++) kept = prints.after(kept)
    if (prints.executedAtMs(kept) >= ms) return
    let forgotten = FEW_PRINTS
    for (; forgotten < count - FEW_PRINTS && prints.executedAtMs(kept) < ms; forgotten++) kept = prints.after(kept)
    this.#forget(forgotten)
  }

  /** The oldest prints. */
  #forget(forgotten: number): void {
    const { prints } = this.#session
    let oldest = this.#whole(WHOLE.oldest)
    for (let i = 0; i < forgotten; i++) {
      const place = oldest
      oldest = prints.after(place)
      if (place !== this.#first) prints.remove(place)
    }
    prints.begin(oldest)
    this.#setWhole(WHOLE.oldest, oldest)
    this.#setWhole(WHOLE.printCount, this.#whole(WHOLE.printCount) - forgotten)
  }

  /** Whether a stored print has the same time, price, size, exchange, condition and cumulative volume. */
  hasDuplicate(print: NewPrint): boolean {
    const { prints } = this.#session
    for (let place = this.#latest; place !== NONE; place = prints.before(place)) {
      if (prints.allBefore(print.executedAtMs, place)) return false
      if (!prints.isCancelled(place) && prints.isSame(place, print)) return true
    }
    return false
  }

  /**
   * The place of the print that a cancel refers to, by price and size if the cancel states them; undefined if there is
   * none.
   */
  findCancelled(target: CancelTarget, steps: number, size: number): number | undefined {
    const { prints } = this.#session
    const matches = (place: number) =>
      !prints.isCancelled(place) &&
      (!(steps > 0) || prints.steps(place) === steps) &&
      (!(size > 0) || prints.size(place) === size)
    const first = this.#first
    if ((target === 'opening' || target === 'only') && first !== NONE && matches(first)) return first
    // A cancel of any print must state price and size.
    if (target === 'any' && !(steps > 0 && size > 0)) return undefined
    for (let place = this.#latest; place !== NONE; place = prints.before(place)) if (matches(place)) return place
    return undefined
  }

  /** Reassigns prints after two rows, neither of them final, were merged. */
  movePrints(from: Row, to: Row): void {
    this.#eachOf(from, (place) => {
      this.#session.prints.setRow(place, to)
      return true
    })
  }

  /** Keeps the record of a final row, of several prints if it is `shared`, where a print needs the row. */
  settle(row: Row, shared: boolean, record: () => number): void {
    let settled = NONE
    this.#eachOf(row, (place) => {
      if (settled === NONE) settled = record()
      this.#session.prints.settle(place, row, settled, shared)
      return shared
    })
  }

  /** Until `found` returns false. */
  #eachOf(row: Row, found: (place: number) => boolean): void {
    const { prints } = this.#session
    for (let place = this.#latest; place !== NONE; place = prints.before(place)) {
      if (prints.row(place) === row && !found(place)) return
    }
    const first = this.#first
    if (first !== NONE && prints.row(first) === row) found(first)
  }

  /** Buys within 30 minutes and similar prints within five minutes up to a row, including it. */
  recurrence(row: Row, into: Recurrence): void {
    into.buys = 0
    into.boughtSize = 0
    into.similar = 0
    const oldest = row.lastMs - consistent.windowMs
    const oldestSimilar = row.lastMs - repeated.windowMs
    const { prints } = this.#session
    const scan = prints.nextScan()
    for (let place = this.#latest; place !== NONE; place = prints.before(place)) {
      const executedAtMs = prints.executedAtMs(place)
      if (prints.allBefore(oldest, place)) return
      if (executedAtMs < oldest) continue
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
    const { lows } = this.#session
    let latest = lows.dropBefore(minute + 1 - ivSpike.windowMs / MINUTE_MS, this.#whole(WHOLE.lows))
    const ratio = volatility > 0 ? volatility / lows.lowest(latest) : Number.NaN
    if (volatility > 0) latest = lows.added(minute, volatility, latest)
    this.#setWhole(WHOLE.lows, latest)
    return ratio
  }

  get #first(): number {
    return this.#whole(WHOLE.first)
  }

  get #latest(): number {
    return this.#whole(WHOLE.latest)
  }

  #real(column: number): number {
    return this.#session.contracts.real(this.#place, column)
  }

  #setReal(column: number, value: number): void {
    this.#session.contracts.setReal(this.#place, column, value)
  }

  #whole(column: number): number {
    return this.#session.contracts.whole(this.#place, column)
  }

  #setWhole(column: number, value: number): void {
    this.#session.contracts.setWhole(this.#place, column, value)
  }
}

function isSimilar(size: number, other: number): boolean {
  return Math.abs(other - size) <= repeated.tolerance * size
}
