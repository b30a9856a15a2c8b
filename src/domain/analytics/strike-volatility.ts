/**
 * One volatility per strike of an expiration, from the side that is out of the money: there the price is all time
 * value. Calls and puts of a strike then agree, and so do the greeks on both sides.
 */
import { at, indexAt } from '../../lib/columns.ts'
import type { ContractColumns } from '../market/chain.ts'
import { logMoneyness } from '../pricing/black.ts'
import { impliedVolatility } from '../pricing/implied-volatility.ts'
import { normalCdf, normalDensity } from '../pricing/mills.ts'
import { type CleanQuotes, COUNTED, TICK_USD } from './quote-cleaning.ts'
import { fitSlice } from './slice-fit.ts'
import type { StrikePairs } from './strike-pairs.ts'
import { linearSlice, type SlicePoint, type VolatilitySlice } from './volatility-slice.ts'

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
  /** Time value that early exercise adds to a row's price, per row; absent for European contracts. */
  readonly earlyExercise?: Float64Array
}

/** Fewer quoted strikes are no slice: then the vendor's figures are better than an interpolation. */
const FEWEST_FOR_SLICE = 3
const SMALLEST_SPREAD = 0.01

/** The rows that the strikes of an expiration are made of. */
export interface SliceQuotes {
  readonly pairs: StrikePairs
  readonly clean: CleanQuotes
  readonly contracts: Pick<ContractColumns, 'ask' | 'vendorIv'>
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
  const fromCall = sideVolatility(quotes, true, call, put, strike, terms)
  const fromPut = sideVolatility(quotes, false, put, call, strike, terms)
  const own = callIsOutside ? fromCall : fromPut
  const volatility = Number.isNaN(own)
    ? callIsOutside
      ? fromPut
      : fromCall
    : blended(fromCall, fromPut, own, strike, terms)
  if (Number.isNaN(volatility)) return
  const isFromCall = Number.isNaN(own) !== callIsOutside
  out.volatility[pair] = volatility
  out.origin[pair] = isFromCall ? FROM_CALL : FROM_PUT
  const spread = Math.max(at(quotes.clean.spread, isFromCall ? call : put), SMALLEST_SPREAD)
  quoted.push(slicePoint(volatility, strike, spread, terms))
}

/**
 * The volatility of one side's mid, NaN without a usable quote. In the money a quote only tells when its time value is
 * worth more than a tick and more than half the spread, and when nobody offers the other side for less than that.
 */
function sideVolatility(
  { clean, contracts }: SliceQuotes,
  isCall: boolean,
  row: number,
  otherRow: number,
  strike: number,
  terms: SliceTerms,
): number {
  const { forward, discountFactor, yearsToExpiry, earlyExercise } = terms
  const price = at(clean.mid, row) - (earlyExercise?.[row] ?? 0)
  const intrinsic = discountFactor * (isCall ? forward - strike : strike - forward)
  if (intrinsic > 0) {
    const timeValue = price - intrinsic
    if (!(timeValue > Math.max(TICK_USD, 0.5 * at(clean.spread, row)))) return Number.NaN
    const offered = at(contracts.ask, otherRow)
    if (offered > 0 && timeValue > offered) return Number.NaN
  }
  return impliedVolatility(isCall, price, forward, strike, yearsToExpiry, discountFactor)
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
  out.volatility[pair] = Math.sqrt(slice.varianceAt(k) / terms.yearsToExpiry)
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
  const call = at(contracts.vendorIv, indexAt(pairs.callRow, pair))
  const put = at(contracts.vendorIv, indexAt(pairs.putRow, pair))
  const [own, other] = strike < terms.forward ? [put, call] : [call, put]
  const volatility = Number.isNaN(own) ? other : own
  if (Number.isNaN(volatility)) return
  out.volatility[pair] = volatility
  out.origin[pair] = FROM_VENDOR
  known.push(slicePoint(volatility, strike, 1, terms))
}

function isCounted(pairs: StrikePairs, pair: number, { standing }: CleanQuotes): boolean {
  return standing[indexAt(pairs.callRow, pair)] === COUNTED || standing[indexAt(pairs.putRow, pair)] === COUNTED
}
