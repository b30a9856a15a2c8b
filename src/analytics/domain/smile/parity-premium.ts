/**
 * Early-exercise premiums of the quotes used for the parity forward. American calls and puts violate put-call parity by
 * the difference of their premiums, which is removed near the money, where the forward is determined.
 */
import { at, indexAt } from '../../../lib/math/columns.ts'
import type { OptionChain } from '../../../market/domain/options/chain.ts'
import { hasTwoBoundaries, solveBoundary } from '../../../pricing/american/exercise-boundary.ts'
import { exercisePremium } from '../../../pricing/american/exercise-premium.ts'
import { FAST_SCHEME } from '../../../pricing/american/exercise-scheme.ts'
import { type ExerciseTable, premiumAt } from '../../../pricing/american/exercise-table.ts'
import { EXERCISED, PREMIUM, reading } from '../../../pricing/american/premium-reading.ts'
import { blackPrice } from '../../../pricing/european/black.ts'
import { impliedVolatility } from '../../../pricing/european/implied-volatility.ts'
import { type ChainTerms, effectiveSpot, exerciseSpot } from '../valuation/chain-terms.ts'
import { cachedQuickTable, exerciseMatters } from '../valuation/exercise-table-cache.ts'
import { rangeOf } from '../valuation/expiration-pricing.ts'
import type { CleanQuotes } from './quote-cleaning.ts'
import type { StrikePairs } from './strike-pairs.ts'

/** Strikes on each side of the forward whose premium is removed. */
const REACH = 8

/**
 * Premium per row in USD per share, 0 where it is negligible. `before` is the result of the previous iteration: it is
 * subtracted from a price before its volatility is implied.
 */
export function parityPremiums(
  chain: OptionChain,
  pairs: StrikePairs,
  clean: CleanQuotes,
  terms: ChainTerms,
  before: Float64Array,
): Float64Array {
  const premiums = new Float64Array(chain.contracts.count)
  for (const [expiration, { style }] of chain.expirations.entries()) {
    if (style !== 'american') continue
    const nearest = nearestQuotes(pairs, expiration, clean, terms, before)
    if (nearest.length === 0) continue
    const listed = pairs.strike.subarray(indexAt(pairs.firstOf, expiration), indexAt(pairs.firstOf, expiration + 1))
    writePremiums(true, nearest, listed, expiration, terms, premiums)
    writePremiums(false, nearest, listed, expiration, terms, premiums)
  }
  return premiums
}

/** Volatility near the money per expiration; NaN without quotes on both sides. */
export function typicalVolatilities(
  { expirations, contracts }: OptionChain,
  pairs: StrikePairs,
  clean: CleanQuotes,
  terms: ChainTerms,
): Float64Array {
  const none = new Float64Array(contracts.count)
  return Float64Array.from(expirations, (_, expiration) => {
    const nearest = nearestQuotes(pairs, expiration, clean, terms, none)
    return nearest[nearest.length >> 1]?.volatility ?? Number.NaN
  })
}

interface NearQuote {
  readonly strike: number
  readonly callRow: number
  readonly putRow: number
  /** Of the out-of-the-money side. */
  readonly volatility: number
}

function nearestQuotes(
  pairs: StrikePairs,
  expiration: number,
  { mid }: CleanQuotes,
  terms: ChainTerms,
  premiums: Float64Array,
): NearQuote[] {
  const forward = at(terms.forward, expiration)
  const years = at(terms.yearsToExpiry, expiration)
  const discountFactor = at(terms.discountFactor, expiration)
  return quotedPairsNear(forward, pairs, expiration, mid).flatMap((pair) => {
    const strike = at(pairs.strike, pair)
    const callRow = indexAt(pairs.callRow, pair)
    const putRow = indexAt(pairs.putRow, pair)
    const row = strike >= forward ? callRow : putRow
    const price = at(mid, row) - at(premiums, row)
    const volatility = impliedVolatility(strike >= forward, price, forward, strike, years, discountFactor)
    return volatility > 0 ? { strike, callRow, putRow, volatility } : []
  })
}

function quotedPairsNear(forward: number, pairs: StrikePairs, expiration: number, mid: Float64Array): number[] {
  const quoted: number[] = []
  let below = 0
  for (let pair = indexAt(pairs.firstOf, expiration); pair < indexAt(pairs.firstOf, expiration + 1); pair++) {
    const hasBoth = at(mid, indexAt(pairs.callRow, pair)) > 0 && at(mid, indexAt(pairs.putRow, pair)) > 0
    if (!hasBoth) continue
    quoted.push(pair)
    if (at(pairs.strike, pair) < forward) below++
  }
  return quoted.slice(Math.max(below - REACH, 0), below + REACH)
}

/** Early-exercise premium of a quote in USD per share. */
type PremiumOf = (quote: NearQuote) => number

function writePremiums(
  isCall: boolean,
  nearest: readonly NearQuote[],
  listed: Float64Array,
  expiration: number,
  terms: ChainTerms,
  premiums: Float64Array,
): void {
  const yearsToExpiry = at(terms.yearsToExpiry, expiration)
  const rate = at(terms.rate, expiration)
  const dividendYield = at(terms.dividendYield, expiration)
  const volatility = Math.max(...nearest.map((quote) => quote.volatility))
  const dividends = terms.dividends[expiration] ?? []
  const typical = nearest[nearest.length >> 1]?.volatility ?? volatility
  const exercise = { yearsToExpiry, rate, dividendYield, volatility, dividends, strikes: rangeOf(listed) }
  if (!exerciseMatters(isCall, exercise)) return
  const needsTable = dividends.length > 0 || hasTwoBoundaries(isCall, rate, dividendYield)
  const table = needsTable ? cachedQuickTable(isCall, { ...exercise, volatility: typical }) : null
  const premiumOf = table ? fromTable(table, expiration, terms) : fromBoundaries(isCall, nearest, expiration, terms)
  for (const quote of nearest) premiums[isCall ? quote.callRow : quote.putRow] = premiumOf(quote)
}

/**
 * Calls are puts with spot and strike, and rate and yield, exchanged. The boundary is solved at the lowest and the highest
 * volatility; premiums in between are interpolated linearly.
 */
function fromBoundaries(
  isCall: boolean,
  nearest: readonly NearQuote[],
  expiration: number,
  terms: ChainTerms,
): PremiumOf {
  const yearsToExpiry = at(terms.yearsToExpiry, expiration)
  const rates = [at(terms.rate, expiration), at(terms.dividendYield, expiration)] as const
  const [gain, loss] = isCall ? [rates[1], rates[0]] : rates
  const volatilities = nearest.map(({ volatility }) => volatility)
  const low = Math.min(...volatilities)
  const high = Math.max(...volatilities)
  const atLow = solveBoundary(FAST_SCHEME, yearsToExpiry, gain, loss, low)
  const atHigh = high > low ? solveBoundary(FAST_SCHEME, yearsToExpiry, gain, loss, high) : atLow
  const spot = effectiveSpot(terms, expiration)
  return ({ strike, volatility }) => {
    const logSpot = isCall ? Math.log(strike / spot) : Math.log(spot / strike)
    const share = high > low ? (volatility - low) / (high - low) : 0
    const premium = (1 - share) * premiumAt(atLow, logSpot) + share * premiumAt(atHigh, logSpot)
    return (isCall ? spot : strike) * premium
  }
}

/** For terms without a single boundary. */
function fromTable(table: ExerciseTable, expiration: number, terms: ChainTerms): PremiumOf {
  const { isCall } = table
  const spot = effectiveSpot(terms, expiration)
  const now = exerciseSpot(terms, expiration)
  const forward = at(terms.forward, expiration)
  const years = at(terms.yearsToExpiry, expiration)
  const discountFactor = at(terms.discountFactor, expiration)
  return ({ strike, volatility }) => {
    const m = isCall ? Math.log(strike / spot) : Math.log(spot / strike)
    const state = exercisePremium(table, m, volatility, strike)
    if (state !== EXERCISED) return (isCall ? spot : strike) * at(reading, PREMIUM)
    const european = blackPrice(isCall, forward, strike, years, volatility, discountFactor)
    return (isCall ? now - strike : strike - now) - european
  }
}
