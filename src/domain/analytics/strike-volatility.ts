/**
 * One volatility per strike of an expiration, from the side that is out of the money: there the price is all time
 * value. Calls and puts of a strike then agree, and so do the greeks on both sides.
 */
import { at, indexAt } from '../../lib/columns.ts'
import type { ContractColumns } from '../market/chain.ts'
import { blackPrice, logMoneyness } from '../pricing/black.ts'
import { normalCdf, normalDensity } from '../pricing/mills.ts'
import { type CleanQuotes, COUNTED, TICK_USD } from './quote-cleaning.ts'
import { fitSlice } from './slice-fit.ts'
import type { StrikePairs } from './strike-pairs.ts'
import { linearSlice, type SlicePoint, type VolatilitySlice, varianceAt } from './volatility-slice.ts'

/** Where the volatility of a strike comes from. */
export const FROM_NOTHING = 0
export const FROM_CALL = 1
export const FROM_PUT = 2
export const FROM_SLICE = 3
export const FROM_VENDOR = 4

export interface StrikeVolatilities {
  /** Per pair; NaN where nothing tells. */
  readonly volatility: Float64Array
  /** One of the codes above per pair. */
  readonly origin: Uint8Array
}

/** What the strikes of one expiration have in common. */
export interface SliceTerms {
  readonly forward: number
  readonly discountFactor: number
  readonly yearsToExpiry: number
  /** What exercise at once is measured against; NaN for European contracts, which do not know it. */
  readonly exerciseSpot: number
}

/** Fewer quoted strikes are no slice: then the vendor's figures are better than an interpolation. */
const FEWEST_FOR_SLICE = 3
const SMALLEST_SPREAD = 0.01
/** A last price can be hours old, so only a gross contradiction counts against a vendor's volatility. */
const VENDOR_SLACK_OF_LAST = 0.3
const VENDOR_SLACK_OF_FORWARD = 0.003

/** The rows that the strikes of an expiration are made of. */
export interface SliceQuotes {
  readonly pairs: StrikePairs
  readonly clean: CleanQuotes
  readonly contracts: Pick<ContractColumns, 'ask' | 'last' | 'vendorIv'>
  /** Volatility of each row's own quote, NaN where the quote says nothing. */
  readonly ownVolatility: Float64Array
}

/** Fills the pairs of one expiration and answers its slice, null when nothing is known of it. */
export function strikeVolatilities(
  quotes: SliceQuotes,
  expiration: number,
  terms: SliceTerms,
  out: StrikeVolatilities,
): VolatilitySlice | null {
  const first = indexAt(quotes.pairs.firstOf, expiration)
  const end = indexAt(quotes.pairs.firstOf, expiration + 1)
  const quoted: SlicePoint[] = []
  for (let pair = first; pair < end; pair++) solvePair(quotes, pair, terms, out, quoted)
  if (quoted.length >= FEWEST_FOR_SLICE) {
    const slice = fitSlice(quoted)
    for (let pair = first; pair < end; pair++) fillFromSlice(quotes, pair, terms, out, slice)
    return slice
  }
  const known = [...quoted]
  for (let pair = first; pair < end; pair++) fillFromVendor(quotes, pair, terms, out, known)
  return linearSlice(known.sort((a, b) => a.k - b.k))
}

/**
 * The prices that are worth inverting, into the rows of one expiration: the mid of a usable quote out of the money, and
 * in the money one whose time value is worth more than a tick and more than half the spread, and for less than which
 * nobody offers the other side.
 */
export function writeTellingPrices(
  { pairs, clean, contracts }: SliceQuotes,
  expiration: number,
  terms: SliceTerms,
  price: Float64Array,
): void {
  for (let pair = indexAt(pairs.firstOf, expiration); pair < indexAt(pairs.firstOf, expiration + 1); pair++) {
    const strike = at(pairs.strike, pair)
    const call = indexAt(pairs.callRow, pair)
    const put = indexAt(pairs.putRow, pair)
    if (tells(true, call, at(contracts.ask, put), strike, clean, terms)) price[call] = at(clean.mid, call)
    if (tells(false, put, at(contracts.ask, call), strike, clean, terms)) price[put] = at(clean.mid, put)
  }
}

function tells(
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

function solvePair(
  quotes: SliceQuotes,
  pair: number,
  terms: SliceTerms,
  out: StrikeVolatilities,
  quoted: SlicePoint[],
): void {
  const strike = at(quotes.pairs.strike, pair)
  const call = indexAt(quotes.pairs.callRow, pair)
  const put = indexAt(quotes.pairs.putRow, pair)
  const callIsOutside = strike >= terms.forward
  const fromCall = at(quotes.ownVolatility, call)
  const fromPut = at(quotes.ownVolatility, put)
  const [own, other] = callIsOutside ? [fromCall, fromPut] : [fromPut, fromCall]
  const volatility = Number.isNaN(own) ? other : blended(fromCall, fromPut, own, strike, terms)
  if (Number.isNaN(volatility)) return
  const isFromCall = Number.isNaN(own) !== callIsOutside
  out.volatility[pair] = volatility
  out.origin[pair] = isFromCall ? FROM_CALL : FROM_PUT
  const spread = Math.max(at(quotes.clean.spread, isFromCall ? call : put), SMALLEST_SPREAD)
  quoted.push(slicePoint(volatility, strike, spread, terms))
}

/** Between a call delta (on the forward) of 0.45 and 0.55 both sides count, by distance; elsewhere the outer one. */
function blended(fromCall: number, fromPut: number, own: number, strike: number, terms: SliceTerms): number {
  const s = own * Math.sqrt(terms.yearsToExpiry)
  const delta = normalCdf(logMoneyness(terms.forward, strike) / s + 0.5 * s)
  if (!(delta > 0.45 && delta < 0.55) || Number.isNaN(fromCall) || Number.isNaN(fromPut)) return own
  const weight = 10 * (delta - 0.45)
  return weight * fromPut + (1 - weight) * fromCall
}

function slicePoint(volatility: number, strike: number, spread: number, terms: SliceTerms): SlicePoint {
  const k = -logMoneyness(terms.forward, strike)
  const s = volatility * Math.sqrt(terms.yearsToExpiry)
  return { k, variance: s * s, weight: normalDensity(-k / s + 0.5 * s) / spread }
}

function fillFromSlice(
  { pairs, clean }: SliceQuotes,
  pair: number,
  terms: SliceTerms,
  out: StrikeVolatilities,
  slice: VolatilitySlice | null,
): void {
  if (!slice || out.origin[pair] !== FROM_NOTHING || !isCounted(pairs, pair, clean)) return
  const k = -logMoneyness(terms.forward, at(pairs.strike, pair))
  out.volatility[pair] = Math.sqrt(varianceAt(slice, k) / terms.yearsToExpiry)
  out.origin[pair] = FROM_SLICE
}

function fillFromVendor(
  { pairs, clean, contracts }: SliceQuotes,
  pair: number,
  terms: SliceTerms,
  out: StrikeVolatilities,
  known: SlicePoint[],
): void {
  if (out.origin[pair] !== FROM_NOTHING || !isCounted(pairs, pair, clean)) return
  const strike = at(pairs.strike, pair)
  const call = saneVendorIv(contracts, true, indexAt(pairs.callRow, pair), strike, terms)
  const put = saneVendorIv(contracts, false, indexAt(pairs.putRow, pair), strike, terms)
  const [own, other] = strike < terms.forward ? [put, call] : [call, put]
  const volatility = Number.isNaN(own) ? other : own
  if (Number.isNaN(volatility)) return
  out.volatility[pair] = volatility
  out.origin[pair] = FROM_VENDOR
  known.push(slicePoint(volatility, strike, 1, terms))
}

/** NaN when the vendor's own last price contradicts it: some files print volatilities that belong to no price. */
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

function isCounted(pairs: StrikePairs, pair: number, { standing }: CleanQuotes): boolean {
  return standing[indexAt(pairs.callRow, pair)] === COUNTED || standing[indexAt(pairs.putRow, pair)] === COUNTED
}
