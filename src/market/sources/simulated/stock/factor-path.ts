/**
 * One source of returns: the market, a sector, or the noise of one symbol. Day by day: a GJR-GARCH variance (volatility
 * clusters, and rises more after losses), a return over night with occasional jumps, a return in the session, and a
 * weak pull of the level towards 0, so that prices stay near what people know. All returns are logarithmic.
 */
import { mix, normal, uniform } from '../../../../lib/math/seeded-random.ts'
import type { Rest } from '../../memo.ts'
import { Leg, writeNodes } from './bridge.ts'
import { SessionNumbers } from './session-numbers.ts'
import { STRETCHES, type Stretches } from './stretches.ts'

export const SESSIONS_PER_YEAR = 252

export interface FactorTerms {
  /** Decimal per year, without jumps. */
  readonly volatility: number
  readonly arch: number
  readonly leverage: number
  readonly garch: number
  /** Share of the level that is lost in a year. */
  readonly reversion: number
  readonly jumpsPerYear: number
  readonly jumpMean: number
  readonly jumpDeviation: number
}

export interface FactorParts {
  /** How many times as fast as usual prices move between the nodes. */
  readonly speed: number
  /** Of all paths of a world. */
  readonly stretches: Stretches
  /** Runs `work` once in `ms`; the past is never forgotten without it. */
  readonly later?: Rest['later'] | undefined
  /** Adds a scheduled return to the open of a session: the variance knows of it and does not answer to it. */
  readonly eventAt?: (index: number) => number
}

/**
 * The bars of all symbols need the whole past once, within seconds of the start; after that, only the last sessions are
 * read again and again. An earlier one makes the numbers of the path anew from the first session, in some tenths of a
 * millisecond, and the nodes of each session in a microsecond or two.
 */
const PAST_KEPT_MS = 60_000
/** Up to the furthest one that was made: tapes look some days ahead of the present, and boards some days back. */
const SESSIONS_KEPT = 32

/**
 * The numbers of all sessions from `first` on: one object, because a column of one past has nothing to do with the places
 * of another.
 */
interface Days {
  readonly first: number
  readonly shockOvernight: number[]
  readonly move: number[]
  /** One more than the others have: that of the next day is known. */
  readonly variance: number[]
  readonly level: number[]
  readonly nodes: SessionNumbers
}

/** Share of a day's variance that belongs to the hours between close and open. */
const NIGHT_SHARE = 0.25
/** Overnight the price moves around its close; news arrive with the opening price. */
const WANDERING_SHARE = 0.05
/** Largest daily variance, in multiples of the usual one, and the largest shock that the variance answers to. */
const LARGEST_VARIANCE = 14
const LARGEST_SHOCK = 3.5

const NIGHT = 1
const SESSION = 2
const JUMP = 3
const JUMP_SIZE = 4
const BRIDGE = 5
const NIGHT_BRIDGE = 6
const NIGHT_END = 7

export class FactorPath {
  readonly #stream: number
  readonly #terms: FactorTerms
  readonly #speed: number
  readonly #stretches: Stretches
  readonly #eventAt: (index: number) => number
  readonly #usual: number
  readonly #later: Rest['later'] | undefined
  #days: Days
  #isScheduled = false

  constructor(stream: number, terms: FactorTerms, { speed, stretches, later, eventAt = () => 0 }: FactorParts) {
    this.#stream = stream
    this.#terms = terms
    this.#speed = speed
    this.#stretches = stretches
    this.#eventAt = eventAt
    this.#later = later
    this.#usual = terms.volatility ** 2 / SESSIONS_PER_YEAR
    this.#days = daysFromFirst(this.#usual)
  }

  /** From the open to the close. */
  move(index: number): number {
    const { first, move } = this.#daysTo(index)
    return move[index - first] ?? 0
  }

  /** Sum of all returns up to the close of a session. */
  level(index: number): number {
    const { first, level } = this.#daysTo(index)
    return level[index - first] ?? 0
  }

  /** Variance of the day that ends with a session's close, as known at the previous close. */
  variance(index: number): number {
    const { first, variance } = this.#daysTo(index)
    return variance[index - first] ?? this.#usual
  }

  /** Expected variance of the whole day when `share` of the session has passed and the price has moved by `moved`. */
  varianceWithin(index: number, share: number, moved: number): number {
    const before = this.variance(index)
    if (share >= 1) return this.variance(index + 1)
    const { first, shockOvernight } = this.#daysTo(index)
    return (1 - share) * before + share * this.#next(before, (shockOvernight[index - first] ?? 0) + moved)
  }

  /** Total variance that the factor is expected to gather in so many years, from a daily variance of now. */
  expectedVariance(dailyVariance: number, years: number): number {
    const { arch, leverage, garch, jumpsPerYear, jumpMean, jumpDeviation } = this.#terms
    const speed = -SESSIONS_PER_YEAR * Math.log(arch + leverage / 2 + garch)
    const excess = ((dailyVariance - this.#usual) * -Math.expm1(-speed * years)) / speed
    return (
      SESSIONS_PER_YEAR * (this.#usual * years + excess) + jumpsPerYear * (jumpMean ** 2 + jumpDeviation ** 2) * years
    )
  }

  /** Path of a session; cached for factors that symbols share. */
  sharedNodes(index: number): Float64Array {
    const { first, nodes: known } = this.#daysTo(index)
    return known.of(index - first, (nodes) => this.writeNodes(index, nodes))
  }

  writeNodes(index: number, nodes: Float64Array): Float64Array {
    return writeNodes(this.#sessionTerms(index), nodes)
  }

  sessionLeg(index: number): Leg {
    return new Leg(this.#sessionTerms(index), this.#stretches)
  }

  /** From the close of a session to the next open. */
  nightLeg(index: number): Leg {
    const deviation = Math.sqrt(WANDERING_SHARE * this.variance(index + 1))
    const stream = mix(this.#stream, index)
    const move = deviation * normal(mix(stream, NIGHT_END))
    return new Leg({ stream: mix(stream, NIGHT_BRIDGE), move, deviation, speed: this.#speed }, this.#stretches)
  }

  #sessionTerms(index: number) {
    const { first, move, variance } = this.#daysTo(index)
    const deviation = Math.sqrt((1 - NIGHT_SHARE) * (variance[index - first] ?? this.#usual))
    const stream = mix(mix(this.#stream, index), BRIDGE)
    return { stream, move: move[index - first] ?? 0, deviation, speed: this.#speed }
  }

  /** With those of a session, which are made if they are not known. */
  #daysTo(index: number): Days {
    if (this.#days.first > 0 && index < this.#days.first) this.#days = daysFromFirst(this.#usual)
    const days = this.#days
    if (index - days.first >= days.level.length) this.#extendTo(index, days)
    return days
  }

  #extendTo(index: number, days: Days): void {
    for (let next = days.first + days.level.length; next <= index; next++) this.#append(next, days)
    if (!this.#later || this.#isScheduled) return
    this.#isScheduled = true
    this.#later(() => {
      this.#isScheduled = false
      this.#days = lastOf(this.#days)
    }, PAST_KEPT_MS)
  }

  #append(index: number, days: Days): void {
    const stream = mix(this.#stream, index)
    const variance = days.variance[index - days.first] ?? this.#usual
    const levelBefore = days.level[index - 1 - days.first] ?? 0
    const shock = Math.sqrt(NIGHT_SHARE * variance) * normal(mix(stream, NIGHT)) + this.#jump(stream)
    const overnight = shock + this.#eventAt(index)
    const pull = (this.#terms.reversion / SESSIONS_PER_YEAR) * levelBefore
    const move = Math.sqrt((1 - NIGHT_SHARE) * variance) * normal(mix(stream, SESSION)) - pull
    days.shockOvernight.push(shock)
    days.move.push(move)
    days.level.push(levelBefore + overnight + move)
    days.variance.push(this.#next(variance, shock + move))
  }

  #jump(stream: number): number {
    const { jumpsPerYear, jumpMean, jumpDeviation } = this.#terms
    if (uniform(mix(stream, JUMP)) * SESSIONS_PER_YEAR >= jumpsPerYear) return 0
    return jumpMean + jumpDeviation * normal(mix(stream, JUMP_SIZE))
  }

  #next(variance: number, shock: number): number {
    const { arch, leverage, garch } = this.#terms
    const largest = LARGEST_SHOCK * Math.sqrt(variance)
    const bounded = Math.min(Math.max(shock, -largest), largest)
    const answer = arch + (bounded < 0 ? leverage : 0)
    const pulled = this.#usual * (1 - arch - leverage / 2 - garch)
    return Math.min(pulled + answer * bounded ** 2 + garch * variance, LARGEST_VARIANCE * this.#usual)
  }
}

function daysFromFirst(usual: number): Days {
  return { first: 0, shockOvernight: [], move: [], variance: [usual], level: [], nodes: nodesOfDays() }
}

function lastOf(days: Days): Days {
  const forgotten = days.level.length - SESSIONS_KEPT
  if (forgotten <= 0) return days
  return {
    first: days.first + forgotten,
    shockOvernight: days.shockOvernight.slice(forgotten),
    move: days.move.slice(forgotten),
    variance: days.variance.slice(forgotten),
    level: days.level.slice(forgotten),
    nodes: nodesOfDays(),
  }
}

function nodesOfDays(): SessionNumbers {
  return new SessionNumbers(STRETCHES + 1)
}
