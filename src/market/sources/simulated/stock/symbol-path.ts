/**
 * The price path of one symbol: log price = trend + beta × market + loading × sector + its own noise. Daily bars use
 * the 33 nodes of a session, and prices between nodes are reflected into their low and high: every price of a session
 * is inside its bar, and a bar can be computed without the prices in between.
 */

import { mix, normal } from '../../../../lib/math/seeded-random.ts'
import { at } from '../../../../pricing/column.ts'
import type { DailyBar } from '../../../domain/stocks/bar.ts'
import type { Profile } from '../profile.ts'
import { between, type Leg, placeOf } from './bridge.ts'
import { type FactorPath, SESSIONS_PER_YEAR } from './factor-path.ts'
import { SessionNumbers } from './session-numbers.ts'
import type { Sessions } from './sessions.ts'
import { STEPS, STRETCHES, type Stretches, type StretchOf } from './stretches.ts'

/** Drift per year, and the session on which it is nil: about the first of 2026. */
const DRIFT = 0.05
const REFERENCE_INDEX = 1003

interface LogBar {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

export interface PriceRange {
  readonly low: number
  readonly high: number
}

export interface Factors {
  readonly market: FactorPath
  /** Null for symbols that depend only on the market. */
  readonly sector: FactorPath | null
  readonly own: FactorPath
}

/** Factor legs of one leg of a symbol; those of market and sector are shared by all symbols. */
export interface FactorLegs {
  readonly market: Leg
  readonly sector: Leg | null
  readonly own: Leg
}

export interface SymbolParts {
  readonly sessions: Sessions
  readonly volumeStream: number
  /** Of all paths of a world. */
  readonly stretches: Stretches
}

export class SymbolPath {
  readonly profile: Profile
  readonly factors: Factors
  readonly #sessions: Sessions
  readonly #volumeStream: number
  readonly #stretches: Stretches
  /** Open, high, low and close in USD, and volume. */
  readonly #bars = new SessionNumbers(5)
  readonly #ownNodes = new Float64Array(STRETCHES + 1)

  constructor(profile: Profile, factors: Factors, { sessions, volumeStream, stretches }: SymbolParts) {
    this.profile = profile
    this.factors = factors
    this.#sessions = sessions
    this.#volumeStream = volumeStream
    this.#stretches = stretches
  }

  /** The finished bar of a session. */
  bar(index: number): DailyBar {
    const bar = this.#bars.of(index, (numbers) => this.#price(index, numbers))
    return {
      date: this.#sessions.dateAt(index),
      open: at(bar, 0),
      high: at(bar, 1),
      low: at(bar, 2),
      close: at(bar, 3),
      volume: at(bar, 4),
    }
  }

  sessionPrices(index: number, legs: FactorLegs): LegPrices {
    const bar = this.#logBar(index)
    return new LegPrices({ profile: this.profile, bar, start: bar.open, legs }, this.#stretches)
  }

  nightPrices(index: number, legs: FactorLegs): LegPrices {
    const bar = this.#logBar(index)
    return new LegPrices({ profile: this.profile, bar, start: bar.close, legs }, this.#stretches)
  }

  #logBar(index: number): LogBar {
    const { price, beta, sectorLoading } = this.profile
    const { market, sector, own } = this.factors
    const loading = sector ? sectorLoading : 0
    const sectorLike = sector ?? market
    const level = beta * market.level(index) + loading * sectorLike.level(index) + own.level(index)
    const move = beta * market.move(index) + loading * sectorLike.move(index) + own.move(index)
    const trend = Math.log(price) + (DRIFT / SESSIONS_PER_YEAR) * (index - REFERENCE_INDEX)
    const open = trend + level - move
    const marketNodes = market.sharedNodes(index)
    const sectorNodes = sectorLike.sharedNodes(index)
    const ownNodes = own.writeNodes(index, this.#ownNodes)
    let high = 0
    let low = 0
    for (let node = 1; node <= STRETCHES; node++) {
      const value = beta * at(marketNodes, node) + loading * at(sectorNodes, node) + at(ownNodes, node)
      if (value > high) high = value
      else if (value < low) low = value
    }
    return { open, high: open + high, low: open + low, close: open + Math.min(Math.max(move, low), high) }
  }

  #price(index: number, bar: Float64Array): void {
    const { open, high, low, close } = this.#logBar(index)
    const range = ((high - low) * Math.sqrt(SESSIONS_PER_YEAR)) / (1.6 * this.profile.volatility)
    const busy = Math.exp(0.25 * normal(mix(this.#volumeStream, index))) * (0.5 + 0.5 * Math.min(range, 6))
    const volume = Math.round(this.profile.shareVolume * busy * (this.#sessions.at(index).earlyClose ? 0.6 : 1))
    bar.set([toCents(open), toCents(high), toCents(low), toCents(close), volume])
  }
}

interface PriceTerms {
  readonly profile: Profile
  readonly bar: LogBar
  /** Logarithm of the price at the start. */
  readonly start: number
  readonly legs: FactorLegs
}

/** Prices of one leg of one symbol, refined on demand. */
export class LegPrices {
  readonly #terms: PriceTerms
  /** Logarithmic prices between two nodes. */
  readonly #stretch: StretchOf
  /** Their extremes, which each quote needs from the open on. */
  readonly #ranges: (PriceRange | undefined)[] = []

  constructor(terms: PriceTerms, stretches: Stretches) {
    this.#terms = terms
    this.#stretch = stretches.ofLeg((index, values) => this.#refine(index, values))
  }

  get legs(): FactorLegs {
    return this.#terms.legs
  }

  /** In whole cents, at a share of the leg, 0 to 1. */
  priceAt(share: number): number {
    const place = placeOf(share)
    return toCents(between(this.#stretch(place.stretch), place.step))
  }

  /** The lowest and highest price from the start to a share of the way. */
  rangeTo(share: number): PriceRange {
    const place = placeOf(share)
    const values = this.#stretch(place.stretch)
    const last = between(values, place.step)
    let { low, high } = rangeOf(values, Math.floor(place.step))
    for (let index = 0; index < place.stretch; index++) {
      const range = this.#range(index)
      if (range.low < low) low = range.low
      if (range.high > high) high = range.high
    }
    return { low: toCents(Math.min(low, last)), high: toCents(Math.max(high, last)) }
  }

  #range(index: number): PriceRange {
    const known = this.#ranges[index]
    if (known) return known
    const range = rangeOf(this.#stretch(index), STEPS)
    this.#ranges[index] = range
    return range
  }

  #refine(index: number, values: Float64Array): void {
    const { profile, bar, start, legs } = this.#terms
    const { market, sector, own } = legs
    const { beta, sectorLoading } = profile
    const { low, high } = bar
    const loading = sector ? sectorLoading : 0
    const marketValues = market.stretch(index)
    const sectorValues = (sector ?? market).stretch(index)
    const ownValues = own.stretch(index)
    for (let step = 0; step <= STEPS; step++) {
      const moved = beta * at(marketValues, step) + loading * at(sectorValues, step) + at(ownValues, step)
      values[step] = folded(start + moved, low, high)
    }
  }
}

function rangeOf(values: Float64Array, end: number): PriceRange {
  let low = at(values, 0)
  let high = low
  for (let step = 1; step <= end; step++) {
    const value = at(values, step)
    if (value > high) high = value
    else if (value < low) low = value
  }
  return { low, high }
}

/** Reflects a value into a band, which keeps the path continuous. */
function folded(value: number, low: number, high: number): number {
  if (value >= low && value <= high) return value
  const width = high - low
  if (!(width > 0)) return low
  const round = (value - low) / (2 * width)
  const place = (round - Math.floor(round)) * 2 * width
  return low + (place > width ? 2 * width - place : place)
}

function toCents(logPrice: number): number {
  return Math.round(Math.exp(logPrice) * 100) / 100
}
