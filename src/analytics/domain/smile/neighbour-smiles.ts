/**
 * Volatilities of strikes that their own expiration leaves unknown: from the smile of the expiration where it has one,
 * otherwise from the smiles of the expirations before and after it.
 */
import { at, indexAt } from '../../../lib/math/columns.ts'
import { logMoneyness } from '../../../pricing/european/black.ts'
import { arbitrageFree } from './fitted-strikes.ts'
import { type CleanQuotes, isCountedPair } from './quote-cleaning.ts'
import { FROM_EXTRAPOLATION, FROM_NOTHING, FROM_SLICE, FROM_VENDOR, type StrikeVolatilities } from './slice-quotes.ts'
import type { StrikePairs } from './strike-pairs.ts'
import { type VolatilitySlice, varianceAt } from './volatility-slice.ts'

/** A slice and the years to its expiration. */
interface DatedSlice {
  readonly slice: VolatilitySlice
  readonly years: number
}

interface ExpirationsTerms {
  readonly forward: Float64Array
  readonly yearsToExpiry: Float64Array
}

/** Fills the strikes without an origin. `slices` has one entry per expiration, in order of settlement. */
export function fillFromNeighbours(
  pairs: StrikePairs,
  clean: CleanQuotes,
  { forward, yearsToExpiry }: ExpirationsTerms,
  slices: readonly (VolatilitySlice | null)[],
  out: StrikeVolatilities,
): void {
  const dated = slices.map((slice, index) => (slice ? { slice, years: at(yearsToExpiry, index) } : null))
  for (const expiration of dated.keys()) {
    const terms = { forward: at(forward, expiration), yearsToExpiry: at(yearsToExpiry, expiration) }
    const sources = sourcesOf(dated, expiration)
    if (!(terms.yearsToExpiry > 0 && terms.forward > 0) || sources.length === 0) continue
    const unknown = unknownPairs(pairs, expiration, clean, out)
    for (const pair of unknown) {
      fillPair(pair, -logMoneyness(terms.forward, at(pairs.strike, pair)), terms.yearsToExpiry, sources, out)
    }
    const unlimited = new Map(unknown.map((pair) => [pair, Number.POSITIVE_INFINITY]))
    if (unknown.length > 0) freeOfArbitrage(pairs, expiration, unlimited, terms, out)
  }
}

function unknownPairs(
  pairs: StrikePairs,
  expiration: number,
  clean: CleanQuotes,
  { origin }: StrikeVolatilities,
): number[] {
  const unknown: number[] = []
  for (let pair = indexAt(pairs.firstOf, expiration); pair < indexAt(pairs.firstOf, expiration + 1); pair++) {
    if (origin[pair] === FROM_NOTHING && isCountedPair(pairs, pair, clean)) unknown.push(pair)
  }
  return unknown
}

/**
 * Moves filled strikes until the prices of their expiration are free of arbitrage: smiles of another time, and flat ones
 * at their ends, can imply it, also with the few quotes of their own. `filled` has the highest volatility of each.
 */
export function freeOfArbitrage(
  { strike, firstOf }: StrikePairs,
  expiration: number,
  filled: ReadonlyMap<number, number>,
  terms: { readonly forward: number; readonly yearsToExpiry: number },
  { volatility, origin }: StrikeVolatilities,
): void {
  const first = indexAt(firstOf, expiration)
  const listed = Array.from({ length: indexAt(firstOf, expiration + 1) - first }, (_, place) => first + place)
  const known = listed.filter((pair) => at(volatility, pair) > 0 && origin[pair] !== FROM_VENDOR)
  const column = (entryOf: (pair: number) => number) => Float64Array.from(known, entryOf)
  const own = column((pair) => at(volatility, pair))
  const free = arbitrageFree(
    {
      strike: column((pair) => at(strike, pair)),
      volatility: own,
      low: own.map((value, index) => (filled.has(known[index] ?? -1) ? 0 : value)),
      high: own.map((value, index) => filled.get(known[index] ?? -1) ?? value),
    },
    terms,
  )
  for (const [index, pair] of known.entries()) volatility[pair] = at(free, index)
}

/** The smile of the expiration itself, else of the nearest expirations with one: at most one on each side. */
function sourcesOf(dated: readonly (DatedSlice | null)[], expiration: number): readonly DatedSlice[] {
  const own = dated[expiration]
  if (own) return [own]
  const before = dated.findLast((entry, index) => entry && index < expiration)
  const after = dated.find((entry, index) => entry && index > expiration)
  return [before, after].flatMap((entry) => entry ?? [])
}

/** Total variance, linear in time between two slices and in proportion to time from one, at a fixed k/√T. */
function fillPair(
  pair: number,
  k: number,
  years: number,
  sources: readonly DatedSlice[],
  out: StrikeVolatilities,
): void {
  const points = sources.map(({ slice, years: own }) => {
    const scaled = k * Math.sqrt(own / years)
    return {
      years: own,
      variance: varianceAt(slice, scaled),
      inside: scaled >= slice.lowestK && scaled <= slice.highestK,
    }
  })
  const [before, after] = points
  if (!before) return
  const span = after ? after.years - before.years : 0
  const share = after && span > 0 ? (years - before.years) / span : 0
  const variance =
    after && span > 0
      ? (1 - share) * before.variance + share * after.variance
      : (before.variance * years) / before.years
  out.volatility[pair] = Math.sqrt(variance / years)
  out.origin[pair] = points.length === 2 && points.every(({ inside }) => inside) ? FROM_SLICE : FROM_EXTRAPOLATION
}
