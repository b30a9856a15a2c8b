/**
 * Most profit, most loss and break-evens of a strategy at its first expiration, in USD. Exact where all options expire
 * together, because profit is then linear between strikes; otherwise from 600 prices, refined.
 */
import { at } from '../../../lib/math/columns.ts'
import { findRoot } from '../../../lib/math/find-root.ts'
import { maximum } from '../../../lib/math/maximum.ts'
import { firstExpiry, hasLaterLegs, type StrategyLeg, sharesOfLeg } from './strategy-leg.ts'
import { strategyValues } from './strategy-value.ts'

const STEPS = 600
/** Prices beyond this multiple of the present one are searched by the slope alone. */
const REACH = 3
/** Share of the gross value below which a profit is rounding: profit 0 is no profit. */
const ROUNDING = 1e-12
const FURTHEST = 1e3

/** A range of prices, open at both ends. */
export interface PriceRange {
  readonly low: number
  readonly high: number
}

export interface ProfitLimits {
  /** USD; NaN when unlimited. The loss is negative, or positive for a structure that cannot lose. */
  readonly maxProfit: number
  readonly maxLoss: number
  readonly maxProfitUnlimited: boolean
  readonly maxLossUnlimited: boolean
  /** Prices, ascending, at which profit begins or ends. */
  readonly breakEvens: readonly number[]
  /** Where profit is above 0. */
  readonly profitable: readonly PriceRange[]
  /** Where profit is the largest and the smallest possible; empty with later legs, where a single price has it. */
  readonly atMaxProfit: readonly PriceRange[]
  readonly atMaxLoss: readonly PriceRange[]
}

export function profitLimits(legs: readonly StrategyLeg[], spot: number, cost: number): ProfitLimits {
  const profit = profitAtFirstExpiry(legs, spot, cost)
  const strikes = legs.flatMap(({ option }) => (option ? [option.strike] : []))
  const isBent = hasLaterLegs(legs)
  const steps = isBent ? smoothSteps(spot) : []
  const prices = [...new Set([0, ...strikes, ...steps])].sort((a, b) => a - b)
  const profits = profit(Float64Array.from(prices))
  const slope = slopeAtInfinity(legs)
  const extremes = isBent
    ? { high: largest(profit, prices, profits, 1), low: -largest(profit, prices, profits, -1) }
    : { high: Math.max(...profits), low: Math.min(...profits) }
  const rounding = ROUNDING * grossValue(legs, spot, cost)
  const curve: Curve = { prices, profits, slope, one: (price) => at(profit(Float64Array.of(price)), 0) }
  const profitable = rangesAbove(curve, rounding)
  const flatAt = (level: number) => (isBent ? [] : flatRanges(curve, level, rounding))
  return {
    maxProfit: slope > 0 ? Number.NaN : extremes.high,
    maxLoss: slope < 0 ? Number.NaN : extremes.low,
    maxProfitUnlimited: slope > 0,
    maxLossUnlimited: slope < 0,
    breakEvens: profitable
      .flatMap(({ low, high }) => [low, high])
      .filter((price) => price > 0 && price < Number.POSITIVE_INFINITY),
    profitable,
    atMaxProfit: slope > 0 ? [] : flatAt(extremes.high),
    atMaxLoss: slope < 0 ? [] : flatAt(extremes.low),
  }
}

/** USD at each price of the underlying on the day of the first expiration. */
export function profitAtFirstExpiry(
  legs: readonly StrategyLeg[],
  spot: number,
  cost: number,
): (prices: Float64Array) => Float64Array {
  const years = firstExpiry(legs)
  return (prices) => strategyValues(legs, spot, prices, years).map((value) => value - cost)
}

/**
 * Ranges of prices, up to three times the present one, where a curve that bends between strikes is above 0: from 600 prices,
 * refined.
 */
export function rangesOfProfit(profit: (prices: Float64Array) => Float64Array, spot: number): PriceRange[] {
  const prices = [0, ...smoothSteps(spot)]
  const one = (price: number) => at(profit(Float64Array.of(price)), 0)
  return rangesAbove({ prices, profits: profit(Float64Array.from(prices)), slope: 0, one }, ROUNDING * spot)
}

function smoothSteps(spot: number): number[] {
  return Array.from({ length: STEPS }, (_, index) => (REACH * spot * (index + 1)) / STEPS)
}

interface Curve {
  readonly prices: readonly number[]
  readonly profits: Float64Array
  /** USD per USD 1 beyond the last price. */
  readonly slope: number
  readonly one: (price: number) => number
}

/** Calls and stock move one for one at high prices, puts not at all. */
function slopeAtInfinity(legs: readonly StrategyLeg[]): number {
  return legs.reduce((sum, leg) => sum + (leg.option?.isCall === false ? 0 : sharesOfLeg(leg)), 0)
}

function grossValue(legs: readonly StrategyLeg[], spot: number, cost: number): number {
  return Math.abs(cost) + legs.reduce((sum, leg) => sum + Math.abs(sharesOfLeg(leg)) * spot, 0)
}

/** Largest profit (sign 1) or loss (sign −1) over the prices, refined around the best of them. */
function largest(
  profit: (prices: Float64Array) => Float64Array,
  prices: readonly number[],
  profits: Float64Array,
  sign: number,
): number {
  let best = 0
  for (let index = 1; index < prices.length; index++) {
    if (sign * at(profits, index) > sign * at(profits, best)) best = index
  }
  const [low, high] = [prices[best - 1] ?? 0, prices[best + 1] ?? prices[best] ?? 0]
  const refined = maximum((price) => sign * at(profit(Float64Array.of(price)), 0), low, high)
  return Math.max(refined.value, sign * at(profits, best))
}

/** Ranges with a profit above `rounding`. */
function rangesAbove(curve: Curve, rounding: number): PriceRange[] {
  const { prices, profits } = curve
  const isProfit = (index: number) => at(profits, index) > rounding
  // Where profit begins and ends, in turns.
  const edges = isProfit(0) ? [0] : []
  for (let index = 1; index < prices.length; index++) {
    if (isProfit(index) !== isProfit(index - 1)) edges.push(crossing(curve, index))
  }
  const beyond = lastCrossing(curve, isProfit(prices.length - 1))
  if (!Number.isNaN(beyond)) edges.push(beyond)
  if (edges.length % 2 === 1) edges.push(Number.POSITIVE_INFINITY)
  return edges.flatMap((low, index) => (index % 2 === 0 ? [{ low, high: edges[index + 1] ?? Number.NaN }] : []))
}

/** Where profit changes its sign beyond the last price; NaN where it does not. */
function lastCrossing({ prices, slope, one }: Curve, isProfit: boolean): number {
  const last = prices.at(-1) ?? 0
  const turns = isProfit ? slope < 0 : slope > 0
  return turns ? findRoot(one, last, FURTHEST * Math.max(last, 1)) : Number.NaN
}

/** Where profit changes its sign between two prices that follow each other. */
function crossing({ prices, profits, one }: Curve, index: number): number {
  const [from, to] = [prices[index - 1] ?? 0, prices[index] ?? 0]
  const [before, after] = [at(profits, index - 1), at(profits, index)]
  const root = findRoot(one, from, to)
  return Number.isNaN(root) ? from + ((to - from) * before) / (before - after) : root
}

/** Ranges between neighbouring prices that both have this profit. */
function flatRanges({ prices, profits, slope }: Curve, level: number, rounding: number): PriceRange[] {
  const isAt = (index: number) => Math.abs(at(profits, index) - level) <= rounding
  const ends = slope === 0 ? [...prices, Number.POSITIVE_INFINITY] : prices
  return ends.flatMap((high, index) => {
    const low = ends[index - 1]
    const flat = index < prices.length ? isAt(index - 1) && isAt(index) : isAt(index - 1)
    return low !== undefined && flat ? [{ low, high }] : []
  })
}
