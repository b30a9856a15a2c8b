/**
 * Call prices of one expiration without static arbitrage: falling and convex over strikes, and inside bounds where such
 * prices exist. Bounds that no convex curve satisfies are dropped, the least plausible first. All prices are undiscounted.
 */
import { at } from '../../../lib/math/columns.ts'

/** Columns over ascending strikes. `low` is at least the intrinsic value, `high` at most the forward. */
export interface PriceBounds {
  readonly strike: Float64Array
  readonly low: Float64Array
  readonly high: Float64Array
}

/** A strike beyond all others, at which a call is worth nothing, in units of the highest one. */
const FAR = 20
/** Share of the forward below which a difference is rounding. */
const ROUNDING = 1e-11

/**
 * The prices next to `wanted`. Where convex prices within the bounds exist, the greatest convex curve below `wanted` is
 * raised to the lower bounds by tangents that stay below the upper bounds, as steep as the curve where they can be. Widens
 * the bounds of `bounds` that it drops.
 */
export function convexPrices(bounds: PriceBounds, wanted: Float64Array, forward: number): Float64Array {
  const slack = ROUNDING * forward
  const ceiling = feasibleCeiling(bounds, wanted, forward)
  const { strike, low, high } = bounds
  const inside = wanted.map((price, index) => Math.min(Math.max(price, at(low, index)), at(high, index)))
  const { value: raised, slope: slopes } = convexMinorant(strike, inside, forward)
  for (let index = 0; index < strike.length; index++) {
    const floor = at(low, index)
    if (!(at(raised, index) < floor - slack)) continue
    const slope = slopeBelow(strike, ceiling.value, index, floor, at(slopes, index))
    for (let other = 0; other < strike.length; other++) {
      const tangent = floor + slope * (at(strike, other) - at(strike, index))
      if (tangent > at(raised, other)) raised[other] = tangent
    }
  }
  return raised
}

/** The slope next to `wanted` of a line through a point at or below a convex ceiling that stays below it at every strike. */
function slopeBelow(strike: Float64Array, ceiling: Float64Array, index: number, price: number, wanted: number): number {
  let slope = wanted
  const chord = (other: number) => (at(ceiling, other) - price) / (at(strike, other) - at(strike, index))
  for (let other = 0; other < index; other++) slope = Math.max(slope, chord(other))
  for (let other = index + 1; other < strike.length; other++) slope = Math.min(slope, chord(other))
  return slope
}

export interface Minorant {
  readonly value: Float64Array
  /** A slope of the curve at each strike. */
  readonly slope: Float64Array
  /** Strikes at which the curve touches the points, next below (or at) and next above each strike; −1 and n at the ends. */
  readonly before: Int32Array
  readonly after: Int32Array
}

/** The greatest convex curve below the upper bounds, after dropping bounds until it is above all lower ones. */
export function feasibleCeiling(bounds: PriceBounds, wanted: Float64Array, forward: number): Minorant {
  const slack = ROUNDING * forward
  const { strike, low, high } = bounds
  for (let drops = 0; ; drops++) {
    const ceiling = convexMinorant(strike, high, forward)
    const worst = worstConflict(ceiling, low, slack)
    if (worst < 0 || drops > strike.length) return ceiling
    dropLeastPlausible(bounds, wanted, [worst, at32(ceiling.before, worst), at32(ceiling.after, worst)], forward)
  }
}

function worstConflict({ value }: Minorant, low: Float64Array, slack: number): number {
  let worst = -1
  let largest = slack
  for (let index = 0; index < low.length; index++) {
    const gap = at(low, index) - at(value, index)
    if (gap > largest) {
      largest = gap
      worst = index
    }
  }
  return worst
}

/** Of a lower bound and the upper bounds around it, the one furthest from the wanted price is dropped. */
function dropLeastPlausible(
  { strike, low, high }: PriceBounds,
  wanted: Float64Array,
  [lower, ...uppers]: readonly [number, number, number],
  forward: number,
): void {
  let dropped = lower
  let furthest = at(low, lower) - at(wanted, lower)
  for (const upper of uppers) {
    const distance = at(wanted, upper) - at(high, upper)
    if (!(distance > furthest)) continue
    furthest = distance
    dropped = upper
  }
  low[dropped] = Math.max(forward - at(strike, dropped), 0)
  high[dropped] = forward
}

/** From a price of the forward at strike 0 to nothing far beyond the highest strike: slopes stay between −1 and 0. */
function convexMinorant(strike: Float64Array, price: Float64Array, forward: number): Minorant {
  const { length } = strike
  const hull = new Int32Array(length + 2)
  const x = (index: number) => (index < 0 ? 0 : index < length ? at(strike, index) : FAR * at(strike, length - 1))
  const y = (index: number) => (index < 0 ? forward : index < length ? at(price, index) : 0)
  hull[0] = -1
  let size = 1
  for (let index = 0; index <= length; index++) {
    while (size >= 2 && isAbove(x, y, at32(hull, size - 2), at32(hull, size - 1), index)) size--
    hull[size++] = index
  }
  const value = price.slice()
  const slope = new Float64Array(length)
  const before = new Int32Array(length)
  const after = new Int32Array(length)
  for (let place = 0; place + 1 < size; place++) {
    const left = at32(hull, place)
    const right = at32(hull, place + 1)
    const own = (y(right) - y(left)) / (x(right) - x(left))
    for (let index = Math.max(left, 0); index < Math.min(right, length); index++) {
      if (index > left) value[index] = y(left) + own * (x(index) - x(left))
      slope[index] = own
      before[index] = left
      after[index] = right
    }
  }
  return { value, slope, before, after }
}

/** Whether the middle point stands on or above the line between the others. */
function isAbove(
  x: (index: number) => number,
  y: (index: number) => number,
  left: number,
  middle: number,
  right: number,
): boolean {
  return (y(middle) - y(left)) * (x(right) - x(left)) >= (y(right) - y(left)) * (x(middle) - x(left))
}

function at32(column: Int32Array, index: number): number {
  return column[index] ?? -1
}
