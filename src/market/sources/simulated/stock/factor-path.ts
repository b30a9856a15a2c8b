/**
 * One source of returns: the market, a sector, or the noise of one symbol. Day by day: a GJR-GARCH variance (volatility
 * clusters, and rises more after losses), a return over night with occasional jumps, a return in the session, and a
 * weak pull of the level towards 0, so that prices stay near what people know. All returns are logarithmic.
 */
import { mix, normal, uniform } from '../../../../lib/math/seeded-random.ts'
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
  /** Adds a scheduled return to the open of a session: the variance knows of it and does not answer to it. */
  readonly eventAt?: (index: number) => number
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
  readonly #shockOvernight: number[] = []
  readonly #move: number[] = []
  readonly #variance: number[]
  readonly #level: number[] = []
  readonly #nodes = new SessionNumbers(STRETCHES + 1)

  constructor(stream: number, terms: FactorTerms, { speed, stretches, eventAt = () => 0 }: FactorParts) {
    this.#stream = stream
    this.#terms = terms
    this.#speed = speed
    this.#stretches = stretches
    this.#eventAt = eventAt
    this.#usual = terms.volatility ** 2 / SESSIONS_PER_YEAR
    this.#variance = [this.#usual]
  }

  /** From the open to the close. */
  move(index: number): number {
    this.#extendTo(index)
    return this.#move[index] ?? 0
  }

  /** Sum of all returns up to the close of a session. */
  level(index: number): number {
    this.#extendTo(index)
    return this.#level[index] ?? 0
  }

  /** Variance of the day that ends with a session's close, as known at the previous close. */
  variance(index: number): number {
    this.#extendTo(index)
    return this.#variance[index] ?? this.#usual
  }

  /** Expected variance of the whole day when `share` of the session has passed and the price has moved by `moved`. */
  varianceWithin(index: number, share: number, moved: number): number {
    const before = this.variance(index)
    if (share >= 1) return this.variance(index + 1)
    return (1 - share) * before + share * this.#next(before, (this.#shockOvernight[index] ?? 0) + moved)
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
    return this.#nodes.of(index, (nodes) => this.writeNodes(index, nodes))
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
    const deviation = Math.sqrt((1 - NIGHT_SHARE) * this.variance(index))
    const stream = mix(mix(this.#stream, index), BRIDGE)
    return { stream, move: this.move(index), deviation, speed: this.#speed }
  }

  #extendTo(index: number): void {
    for (let next = this.#level.length; next <= index; next++) this.#append(next)
  }

  #append(index: number): void {
    const stream = mix(this.#stream, index)
    const variance = this.#variance[index] ?? this.#usual
    const levelBefore = this.#level[index - 1] ?? 0
    const shock = Math.sqrt(NIGHT_SHARE * variance) * normal(mix(stream, NIGHT)) + this.#jump(stream)
    const overnight = shock + this.#eventAt(index)
    const pull = (this.#terms.reversion / SESSIONS_PER_YEAR) * levelBefore
    const move = Math.sqrt((1 - NIGHT_SHARE) * variance) * normal(mix(stream, SESSION)) - pull
    this.#shockOvernight.push(shock)
    this.#move.push(move)
    this.#level.push(levelBefore + overnight + move)
    this.#variance.push(this.#next(variance, shock + move))
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
