/**
 * What a session remembers of one contract: its latest prints, for cancels, duplicates and patterns in time, and its
 * lowest volatilities of the hour. Bounded: past the limits the oldest are forgotten.
 */
import type { OptionType } from '../market/chain.ts'
import { ALERT_THRESHOLDS } from './alert-rules.ts'
import type { CancelTarget } from './condition-codes.ts'
import type { CarryTerms, ContractHistory } from './contract-facts.ts'
import { aggressorOf, type Draft } from './draft.ts'
import type { Direction } from './print-side.ts'
import type { SweepGroup } from './sweep-groups.ts'

export interface Leg {
  readonly executedAtMs: number
  /** Hundredths of a cent. */
  readonly steps: number
  readonly price: number
  readonly size: number
  readonly exchange: string
  readonly condition: string
  readonly tapeVolume: number
  draft: Draft
  cancelled: boolean
}

/** A print before it became a row. */
export type NewLeg = Omit<Leg, 'draft' | 'cancelled'>

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

/** Most prints that are remembered of a contract, and of those past every window. */
const MOST_LEGS = 96
const SLACK = 32
const FEW_LEGS = 8

const { consistent, repeated, ivSpike } = ALERT_THRESHOLDS
const MINUTE = 60_000

export interface Recurrence {
  buys: number
  boughtSize: number
  similar: number
}

export class ContractLedger {
  readonly identity: ContractIdentity
  readonly isCall: boolean
  readonly multiplier: number
  /** The open groups of buys and sells. */
  buying: SweepGroup | null = null
  selling: SweepGroup | null = null
  /** Contracts seen on the tape. */
  seenVolume = 0
  /** Of the rows that are settled: how many, and the sum of the logarithms of their sizes. */
  sizeCount = 0
  logSizes = 0
  /** Of the same rows those whose aggressor bought, and sold; contracts bought less sold. */
  buys = 0
  sells = 0
  netSize = 0
  #first: Leg | null = null
  #legs: Leg[] = []
  #lastSteps = Number.NaN
  #tick: Direction = 0
  #scans = 0
  /** Minute and lowest volatility, both ascending: the front is the lowest of the window. */
  readonly #lowMinutes: number[] = []
  readonly #lows: number[] = []

  constructor(identity: ContractIdentity) {
    this.identity = identity
    this.isCall = identity.optionType === 'call'
    this.multiplier = identity.multiplier
  }

  get strike(): number {
    return this.identity.strike
  }

  get carry(): CarryTerms | null {
    return this.identity.carry
  }

  /** Sign of a price against the last different one; 0 without one. */
  tickOf(steps: number): Direction {
    if (Number.isNaN(this.#lastSteps)) return 0
    if (steps === this.#lastSteps) return this.#tick
    return steps > this.#lastSteps ? 1 : -1
  }

  /** Only prints of the open market move the tick. */
  rememberPrice(steps: number): void {
    this.#tick = this.tickOf(steps)
    this.#lastSteps = steps
  }

  remember(print: NewLeg, draft: Draft): void {
    const { executedAtMs, steps, price, size, exchange, condition, tapeVolume } = print
    const leg = { executedAtMs, steps, price, size, exchange, condition, tapeVolume, draft, cancelled: false }
    this.#first ??= leg
    this.#legs.push(leg)
    if (this.#legs.length >= MOST_LEGS + SLACK) this.#legs = this.#legs.slice(-MOST_LEGS)
    else if (this.#legs.length > 2 * FEW_LEGS) this.#forgetBefore(executedAtMs - consistent.windowMs)
  }

  #forgetBefore(ms: number): void {
    const middle = this.#legs[this.#legs.length - FEW_LEGS]
    if ((this.#legs[FEW_LEGS]?.executedAtMs ?? 0) >= ms || !middle) return
    let kept = FEW_LEGS
    while (kept < this.#legs.length - FEW_LEGS && (this.#legs[kept]?.executedAtMs ?? 0) < ms) kept++
    this.#legs = this.#legs.slice(kept)
  }

  /** The remembered print that is the same in everything; `known` says whether the tape's volume proves it. */
  findTwin(leg: NewLeg): Leg | null {
    for (let i = this.#legs.length - 1; i >= 0; i--) {
      const other = this.#legs[i]
      if (!other || other.executedAtMs < leg.executedAtMs) return null
      if (!other.cancelled && isTwin(other, leg)) return other
    }
    return null
  }

  /** The print that a cancel means, by price and size where the cancel states them; null when none is left. */
  findCancelled(target: CancelTarget, steps: number, size: number): Leg | null {
    const matches = (leg: Leg | null | undefined): leg is Leg =>
      leg != null && !leg.cancelled && (!(steps > 0) || leg.steps === steps) && (!(size > 0) || leg.size === size)
    if ((target === 'opening' || target === 'only') && matches(this.#first)) return this.#first
    // A cancel of any print that states neither price nor size means none.
    if (target === 'any' && !(steps > 0 && size > 0)) return null
    return this.#legs.findLast(matches) ?? null
  }

  /** Of a row that is settled. */
  tally(aggressor: Direction, size: number): void {
    if (aggressor > 0) this.buys++
    if (aggressor < 0) this.sells++
    this.netSize += aggressor * size
  }

  /** After two rows became one. */
  moveLegs(from: Draft, to: Draft): void {
    for (const leg of this.#legs) if (leg.draft === from) leg.draft = to
    if (this.#first?.draft === from) this.#first.draft = to
  }

  /** Buys of the half hour and similar prints of five minutes up to a row, the row included. */
  recurrence(draft: Draft, into: Recurrence): void {
    into.buys = 0
    into.boughtSize = 0
    into.similar = 0
    const oldest = draft.lastMs - consistent.windowMs
    const oldestSimilar = draft.lastMs - repeated.windowMs
    const scan = ++this.#scans
    for (let i = this.#legs.length - 1; i >= 0; i--) {
      const leg = this.#legs[i]
      if (!leg || leg.executedAtMs < oldest) return
      const other = leg.draft
      if (leg.cancelled || other.scan === scan) continue
      other.scan = scan
      if (leg.executedAtMs >= oldestSimilar && isSimilar(draft, other)) into.similar++
      if (aggressorOf(other) === 1) {
        into.buys++
        into.boughtSize += other.size
      }
    }
  }

  /** Volatility over the lowest of the hour before; NaN without one. Remembers it for later prints. */
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

function isTwin(a: Leg, b: NewLeg): boolean {
  return (
    a.executedAtMs === b.executedAtMs &&
    a.steps === b.steps &&
    a.size === b.size &&
    a.exchange === b.exchange &&
    a.condition === b.condition &&
    Object.is(a.tapeVolume, b.tapeVolume)
  )
}

function isSimilar(draft: Draft, other: Draft): boolean {
  if (other.side !== draft.side) return false
  return Math.abs(other.size - draft.size) <= repeated.tolerance * draft.size
}
