/**
 * State of one contract during a session: its latest prints, for cancels, duplicates and time patterns, and its lowest
 * volatilities of the hour. Bounded: the oldest entries are dropped.
 */
import type { OptionType } from '../../../market/domain/options/chain.ts'
import { ALERT_THRESHOLDS } from '../score/alert-rules.ts'
import type { CancelTarget } from './condition-codes.ts'
import type { CarryTerms, ContractHistory } from './contract-facts.ts'
import { aggressorOf, type ContractRow } from './contract-row.ts'
import type { Direction } from './print-side.ts'

/** Prints of one side that may be one order. */
export interface Leg<Row = ContractRow> {
  readonly executedAtMs: number
  /** Hundredths of a cent. */
  readonly steps: number
  readonly price: number
  readonly size: number
  readonly exchange: string
  readonly condition: string
  readonly tapeVolume: number
  row: Row
  cancelled: boolean
}

/** A print without a row. */
export type NewLeg = Omit<Leg, 'row' | 'cancelled'>

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
const MAX_LEGS = 96
const SLACK = 32
const FEW_LEGS = 8

const { consistent, repeated, ivSpike } = ALERT_THRESHOLDS
const MINUTE = 60_000

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
  /** Final rows with an aggressive buyer, and seller; contracts bought − sold. */
  buys = 0
  sells = 0
  netSize = 0
  #first: Leg<Row> | null = null
  #legs: Leg<Row>[] = []
  #lastSteps = Number.NaN
  #tick: Direction = 0
  #scans = 0
  /** Monotonic queue of minutes and lowest volatilities: the front is the minimum of the window. */
  readonly #lowMinutes: number[] = []
  readonly #lows: number[] = []

  constructor(identity: ContractIdentity) {
    this.#identity = identity
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

  remember(print: NewLeg, row: Row): void {
    const { executedAtMs, steps, price, size, exchange, condition, tapeVolume } = print
    const leg = { executedAtMs, steps, price, size, exchange, condition, tapeVolume, row, cancelled: false }
    this.#first ??= leg
    this.#legs.push(leg)
    if (this.#legs.length >= MAX_LEGS + SLACK) this.#legs = this.#legs.slice(-MAX_LEGS)
    else if (this.#legs.length > 2 * FEW_LEGS) this.#forgetBefore(executedAtMs - consistent.windowMs)
  }

  #forgetBefore(ms: number): void {
    const middle = this.#legs[this.#legs.length - FEW_LEGS]
    if ((this.#legs[FEW_LEGS]?.executedAtMs ?? 0) >= ms || !middle) return
    let kept = FEW_LEGS
    while (kept < this.#legs.length - FEW_LEGS && (this.#legs[kept]?.executedAtMs ?? 0) < ms) kept++
    this.#legs = this.#legs.slice(kept)
  }

  /** A stored print with the same time, price, size, exchange, condition and cumulative volume. */
  findDuplicate(leg: NewLeg): Leg<Row> | null {
    for (let i = this.#legs.length - 1; i >= 0; i--) {
      const other = this.#legs[i]
      if (!other || other.executedAtMs < leg.executedAtMs) return null
      if (!other.cancelled && isSamePrint(other, leg)) return other
    }
    return null
  }

  /** The print that a cancel refers to, by price and size if the cancel states them; null if there is none. */
  findCancelled(target: CancelTarget, steps: number, size: number): Leg<Row> | null {
    const matches = (leg: Leg<Row> | null | undefined): leg is Leg<Row> =>
      leg != null && !leg.cancelled && (!(steps > 0) || leg.steps === steps) && (!(size > 0) || leg.size === size)
    if ((target === 'opening' || target === 'only') && matches(this.#first)) return this.#first
    // A cancel of any print must state price and size.
    if (target === 'any' && !(steps > 0 && size > 0)) return null
    return this.#legs.findLast(matches) ?? null
  }

  /** Counts a final row. */
  tally(aggressor: Direction, size: number): void {
    if (aggressor > 0) this.buys++
    if (aggressor < 0) this.sells++
    this.netSize += aggressor * size
  }

  /** Reassigns legs after two rows were merged. */
  moveLegs(from: Row, to: Row): void {
    for (const leg of this.#legs) if (leg.row === from) leg.row = to
    if (this.#first?.row === from) this.#first.row = to
  }

  /** Buys within 30 minutes and similar prints within five minutes up to a row, including it. */
  recurrence(row: Row, into: Recurrence): void {
    into.buys = 0
    into.boughtSize = 0
    into.similar = 0
    const oldest = row.lastMs - consistent.windowMs
    const oldestSimilar = row.lastMs - repeated.windowMs
    const scan = ++this.#scans
    for (let i = this.#legs.length - 1; i >= 0; i--) {
      const leg = this.#legs[i]
      if (!leg || leg.executedAtMs < oldest) return
      const other = leg.row
      if (leg.cancelled || other.scan === scan) continue
      other.scan = scan
      if (leg.executedAtMs >= oldestSimilar && isSimilar(row, other)) into.similar++
      if (aggressorOf(other) === 1) {
        into.buys++
        into.boughtSize += other.size
      }
    }
  }

  /** Volatility over the minimum of the previous hour; NaN without one. Adds it to the window. */
  volatilityRatio(nowMs: number, volatility: number): number {
    const minute = Math.floor(nowMs / MINUTE)
    const oldest = minute + 1 - ivSpike.windowMs / MINUTE
    while ((this.#lowMinutes[0] ?? Number.POSITIVE_INFINITY) < oldest) {
      this.#lowMinutes.shift()
      this.#lows.shift()
    }
    if (!(volatility > 0)) return Number.NaN
    const ratio = volatility / (this.#lows[0] ?? Number.NaN)
    while ((this.#lows.at(-1) ?? 0) >= volatility) {
      this.#lowMinutes.pop()
      this.#lows.pop()
    }
    if ((this.#lowMinutes.at(-1) ?? Number.NEGATIVE_INFINITY) < minute) {
      this.#lowMinutes.push(minute)
      this.#lows.push(volatility)
    }
    return ratio
  }
}

function isSamePrint(a: Leg, b: NewLeg): boolean {
  return (
    a.executedAtMs === b.executedAtMs &&
    a.steps === b.steps &&
    a.size === b.size &&
    a.exchange === b.exchange &&
    a.condition === b.condition &&
    Object.is(a.tapeVolume, b.tapeVolume)
  )
}

function isSimilar(row: ContractRow, other: ContractRow): boolean {
  if (other.side !== row.side) return false
  return Math.abs(other.size - row.size) <= repeated.tolerance * row.size
}
