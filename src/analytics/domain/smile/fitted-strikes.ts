/**
 * Volatilities of the strikes of one expiration from their quotes: a robust smile, drawn towards each mid, kept within bid
 * and ask where they are plausible, and made free of static arbitrage.
 */
import { at, indexAt } from '../../../lib/math/columns.ts'
import { blackPrice, logMoneyness } from '../../../pricing/european/black.ts'
import { impliedVolatility } from '../../../pricing/european/implied-volatility.ts'
import { convexPrices } from './convex-prices.ts'
import { median } from './robust-mean.ts'
import { type RobustSmile, robustSmile, smileAt } from './robust-smile.ts'
import {
  FROM_CALL,
  FROM_EXTRAPOLATION,
  FROM_PUT,
  FROM_SLICE,
  type QuotedPoint,
  type SliceQuotes,
  type SliceTerms,
  type StrikeVolatilities,
} from './slice-quotes.ts'
import { sliceThrough, type VolatilitySlice } from './volatility-slice.ts'

/** Points nearest to the forward that give the unit of the smile's axis. */
const NEAREST = 5
/** The curve is drawn towards a mid until it is within this share of half the width of the quote, … */
const AROUND_MID = 0.25
/** … by no more than this volatility. */
const LARGEST_PULL = 0.003
/**
 * A quote whose bid or ask is further than this from its neighbours, as a share of the volatility, contradicts them:
 * within one standard deviation of the forward, and beyond it, where ticks are large.
 */
const CONTRADICTION_NEAR = 0.05
const CONTRADICTION_FAR = 0.15
/** Share of the forward below which an adjusted price is the same. */
const UNCHANGED = 1e-10

/** Columns over strikes, ascending. */
interface Strikes {
  readonly strike: Float64Array
  /** Of the curve. */
  readonly volatility: Float64Array
  readonly low: Float64Array
  readonly high: Float64Array
}

/** `listed` ascends in strike, `points` in strike too; at least one point. */
export function fittedStrikes(
  quotes: SliceQuotes,
  listed: readonly number[],
  points: readonly QuotedPoint[],
  terms: SliceTerms,
  out: StrikeVolatilities,
): VolatilitySlice | null {
  const deviation = deviationAtMoney(quotes, points, terms)
  const k = (pair: number) => -logMoneyness(terms.forward, at(quotes.pairs.strike, pair))
  const smile = robustSmile({
    x: Float64Array.from(points, ({ pair }) => k(pair) / deviation),
    volatility: Float64Array.from(points, ({ volatility }) => volatility),
    error: Float64Array.from(points, ({ error }) => error),
  })
  const believed = points.filter((_, index) => at(smile.weight, index) > 0)
  const [lowest, highest] = [believed[0]?.pair ?? -1, believed.at(-1)?.pair ?? -1]
  const sides = sidesOf(believed)
  const strikes = boundedStrikes(quotes, listed, smile, (pair) => k(pair) / deviation, sides, [lowest, highest])
  const volatility = arbitrageFree(strikes, terms)
  for (const [index, pair] of listed.entries()) {
    out.volatility[pair] = at(volatility, index)
    out.origin[pair] = originOf(sides.get(pair), pair < lowest || pair > highest)
  }
  return sliceThrough(
    listed.flatMap((pair) => {
      const own = at(out.volatility, pair)
      return pair >= lowest && pair <= highest ? [{ k: k(pair), variance: own * own * terms.yearsToExpiry }] : []
    }),
  )
}

/** Per pair the side that counts: the points of a pair begin with the out-of-the-money side. */
function sidesOf(points: readonly QuotedPoint[]): ReadonlyMap<number, QuotedPoint> {
  const sides = new Map<number, QuotedPoint>()
  for (const point of points) if (!sides.has(point.pair)) sides.set(point.pair, point)
  return sides
}

function originOf(side: QuotedPoint | undefined, isBeyond: boolean): number {
  if (side) return side.isCall ? FROM_CALL : FROM_PUT
  return isBeyond ? FROM_EXTRAPOLATION : FROM_SLICE
}

/** Standard deviation of ln(S) to the expiration at the volatility of the quotes nearest to the forward. */
function deviationAtMoney({ pairs }: SliceQuotes, points: readonly QuotedPoint[], terms: SliceTerms): number {
  const distance = ({ pair }: QuotedPoint) => Math.abs(logMoneyness(terms.forward, at(pairs.strike, pair)))
  const nearest = [...points].sort((a, b) => distance(a) - distance(b)).slice(0, NEAREST)
  return median(nearest.map(({ volatility }) => volatility)) * Math.sqrt(terms.yearsToExpiry)
}

function boundedStrikes(
  quotes: SliceQuotes,
  listed: readonly number[],
  smile: RobustSmile,
  x: (pair: number) => number,
  sides: ReadonlyMap<number, QuotedPoint>,
  [lowest, highest]: readonly [number, number],
): Strikes {
  const strike = Float64Array.from(listed, (pair) => at(quotes.pairs.strike, pair))
  const volatility = new Float64Array(listed.length)
  const low = new Float64Array(listed.length)
  const high = new Float64Array(listed.length)
  for (const [index, pair] of listed.entries()) {
    const wanted = drawnToMid(smileAt(smile, x(pair)), sides.get(pair))
    const share = Math.abs(x(pair)) < 1 ? CONTRADICTION_NEAR : CONTRADICTION_FAR
    const slack = pair >= lowest && pair <= highest ? share * wanted : Number.POSITIVE_INFINITY
    const [lower, upper] = volatilityBounds(quotes, pair, wanted, slack)
    low[index] = lower
    high[index] = upper
    volatility[index] = Math.min(Math.max(wanted, lower), upper)
  }
  return { strike, volatility, low, high }
}

function drawnToMid(curve: number, side: QuotedPoint | undefined): number {
  if (!side) return curve
  const distance = side.volatility - curve
  const pull = Math.min(Math.max(Math.abs(distance) - AROUND_MID * side.error, 0), LARGEST_PULL)
  return curve + Math.sign(distance) * pull
}

/** The volatilities that the quotes of both sides allow; a side that contradicts its neighbours or the other is left out. */
function volatilityBounds(
  { pairs, bidVolatility, askVolatility }: SliceQuotes,
  pair: number,
  wanted: number,
  slack: number,
): readonly [number, number] {
  let low = 0
  let high = Number.POSITIVE_INFINITY
  const rows = [indexAt(pairs.callRow, pair), indexAt(pairs.putRow, pair)]
  const distance = (row: number) => Math.max(at(bidVolatility, row) - wanted, wanted - at(askVolatility, row), 0) || 0
  for (const row of rows.sort((a, b) => distance(a) - distance(b))) {
    const bid = at(bidVolatility, row)
    const ask = at(askVolatility, row)
    if (Number.isNaN(bid + ask)) continue
    if (distance(row) > slack) continue
    if (bid > high || ask < low) continue
    low = Math.max(low, bid)
    high = Math.min(high, ask)
  }
  return [low, high]
}

/** The volatilities, moved as little as convex prices within the bounds require. */
export function arbitrageFree(
  { strike, volatility, low, high }: Strikes,
  { forward, yearsToExpiry }: Pick<SliceTerms, 'forward' | 'yearsToExpiry'>,
): Float64Array {
  const priceOf = (column: Float64Array) =>
    column.map((own, index) => callPrice(forward, at(strike, index), yearsToExpiry, own))
  const wanted = priceOf(volatility)
  const prices = convexPrices({ strike, low: priceOf(low), high: priceOf(high) }, wanted, forward)
  return volatility.map((own, index) => {
    const price = at(prices, index)
    if (Math.abs(price - at(wanted, index)) <= UNCHANGED * forward) return own
    const adjusted = impliedVolatility(true, price, forward, at(strike, index), yearsToExpiry, 1)
    return adjusted > 0 ? adjusted : own
  })
}

/** Undiscounted; intrinsic value at volatility 0, the forward at an infinite one. */
function callPrice(forward: number, strike: number, years: number, volatility: number): number {
  if (!(volatility > 0)) return Math.max(forward - strike, 0)
  return volatility === Number.POSITIVE_INFINITY ? forward : blackPrice(true, forward, strike, years, volatility, 1)
}
