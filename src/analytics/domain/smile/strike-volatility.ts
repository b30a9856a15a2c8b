/**
 * One volatility per strike of an expiration: a smooth curve through the quotes of the out-of-the-money side, whose price
 * is all time value, kept within the bids and asks of both sides and free of static arbitrage. Calls and puts of a strike
 * then have the same volatility and consistent greeks.
 */
import { at, indexAt } from '../../../lib/math/columns.ts'
import { blackPrice, logMoneyness } from '../../../pricing/european/black.ts'
import { fittedStrikes } from './fitted-strikes.ts'
import { type CleanQuotes, isCountedPair, TICK_USD } from './quote-cleaning.ts'
import type { SlicePoint } from './slice-point.ts'
import {
  FROM_CALL,
  FROM_NOTHING,
  FROM_PUT,
  FROM_VENDOR,
  type QuotedPoint,
  type SliceQuotes,
  type SliceTerms,
  type StrikeVolatilities,
} from './slice-quotes.ts'
import { sliceThrough, type VolatilitySlice } from './volatility-slice.ts'

/** With fewer quoted strikes, vendor volatilities are better than an interpolation. */
const FEWEST_FOR_SLICE = 3
/** A last price can be hours old, so only a large contradiction rejects a vendor's volatility. */
const VENDOR_SLACK_OF_LAST = 0.3
const VENDOR_SLACK_OF_FORWARD = 0.003

/** Fills the pairs of one expiration and returns its slice; null without any volatility. */
export function strikeVolatilities(
  quotes: SliceQuotes,
  expiration: number,
  terms: SliceTerms,
  out: StrikeVolatilities,
): VolatilitySlice | null {
  const first = indexAt(quotes.pairs.firstOf, expiration)
  const end = indexAt(quotes.pairs.firstOf, expiration + 1)
  const listed: number[] = []
  for (let pair = first; pair < end; pair++) if (isCountedPair(quotes.pairs, pair, quotes.clean)) listed.push(pair)
  const points = listed.flatMap((pair) => quotedPoints(quotes, pair, terms))
  if (points.length >= FEWEST_FOR_SLICE) return fittedStrikes(quotes, listed, points, terms, out)
  const known = points.map(({ pair, volatility, isCall }) => {
    out.volatility[pair] = volatility
    out.origin[pair] = isCall ? FROM_CALL : FROM_PUT
    return slicePoint(volatility, at(quotes.pairs.strike, pair), terms)
  })
  for (const pair of listed) fillFromVendor(quotes, pair, terms, out, known)
  return sliceThrough(known.sort((a, b) => a.k - b.k))
}

/**
 * Writes the prices to invert for the rows of one expiration: the mid of a usable quote that is out of the money. In the
 * money, the time value must also exceed one tick and half the spread, and must not exceed the ask of the other side.
 */
export function writeInvertiblePrices(
  { pairs, clean, contracts }: SliceQuotes,
  expiration: number,
  terms: SliceTerms,
  price: Float64Array,
): void {
  for (let pair = indexAt(pairs.firstOf, expiration); pair < indexAt(pairs.firstOf, expiration + 1); pair++) {
    const strike = at(pairs.strike, pair)
    const call = indexAt(pairs.callRow, pair)
    const put = indexAt(pairs.putRow, pair)
    if (isInvertible(true, call, at(contracts.ask, put), strike, clean, terms)) price[call] = at(clean.mid, call)
    if (isInvertible(false, put, at(contracts.ask, call), strike, clean, terms)) price[put] = at(clean.mid, put)
  }
}

function isInvertible(
  isCall: boolean,
  row: number,
  otherAsk: number,
  strike: number,
  clean: CleanQuotes,
  { forward, discountFactor, exerciseSpot }: SliceTerms,
): boolean {
  const mid = at(clean.mid, row)
  const side = isCall ? 1 : -1
  const held = discountFactor * side * (forward - strike)
  if (!(held > 0)) return mid > 0
  const timeValue = mid - Math.max(held, side * (exerciseSpot - strike) || 0)
  if (otherAsk > 0 && timeValue > otherAsk) return false
  return timeValue > Math.max(TICK_USD, 0.5 * at(clean.spread, row))
}

/** Within this many standard deviations of the forward, both sides of a strike count. */
const BOTH_SIDES = 0.15
/** Larger errors of an in-the-money quote, as a share of the volatility, say nothing. */
const LARGEST_INNER_ERROR = 0.25

/** The out-of-the-money side; the other side too at the money, or alone where the first has no usable quote. */
function quotedPoints(quotes: SliceQuotes, pair: number, terms: SliceTerms): QuotedPoint[] {
  const strike = at(quotes.pairs.strike, pair)
  const callIsOutside = strike >= terms.forward
  const outer = quotedPoint(quotes, pair, callIsOutside)
  const inner = quotedPoint(quotes, pair, !callIsOutside)
  if (!inner || inner.error > LARGEST_INNER_ERROR * inner.volatility) return outer ? [outer] : []
  if (!outer) return [inner]
  const deviation = outer.volatility * Math.sqrt(terms.yearsToExpiry)
  return Math.abs(logMoneyness(terms.forward, strike)) < BOTH_SIDES * deviation ? [outer, inner] : [outer]
}

function quotedPoint(quotes: SliceQuotes, pair: number, isCall: boolean): QuotedPoint | null {
  const row = indexAt(isCall ? quotes.pairs.callRow : quotes.pairs.putRow, pair)
  const volatility = at(quotes.ownVolatility, row)
  if (!(volatility > 0)) return null
  const width = at(quotes.askVolatility, row) - at(quotes.bidVolatility, row)
  return { pair, isCall, volatility, error: 0.5 * Math.min(width >= 0 ? width : volatility, volatility) }
}

function slicePoint(volatility: number, strike: number, { forward, yearsToExpiry }: SliceTerms): SlicePoint {
  return { k: -logMoneyness(forward, strike), variance: volatility * volatility * yearsToExpiry }
}

function fillFromVendor(
  { pairs, contracts }: SliceQuotes,
  pair: number,
  terms: SliceTerms,
  out: StrikeVolatilities,
  known: SlicePoint[],
): void {
  if (out.origin[pair] !== FROM_NOTHING) return
  const strike = at(pairs.strike, pair)
  const call = saneVendorIv(contracts, true, indexAt(pairs.callRow, pair), strike, terms)
  const put = saneVendorIv(contracts, false, indexAt(pairs.putRow, pair), strike, terms)
  const [own, other] = strike < terms.forward ? [put, call] : [call, put]
  const volatility = Number.isNaN(own) ? other : own
  if (Number.isNaN(volatility)) return
  out.volatility[pair] = volatility
  out.origin[pair] = FROM_VENDOR
  known.push(slicePoint(volatility, strike, terms))
}

/** NaN when the vendor's own last price contradicts it: some files contain volatilities that match no price. */
function saneVendorIv(
  { vendorIv, last }: SliceQuotes['contracts'],
  isCall: boolean,
  row: number,
  strike: number,
  { forward, yearsToExpiry, discountFactor }: SliceTerms,
): number {
  const volatility = at(vendorIv, row)
  const traded = at(last, row)
  if (!(traded > 0)) return volatility
  const model = blackPrice(isCall, forward, strike, yearsToExpiry, volatility, discountFactor)
  const slack = VENDOR_SLACK_OF_LAST * traded + VENDOR_SLACK_OF_FORWARD * forward
  return Math.abs(model - traded) <= slack ? volatility : Number.NaN
}
