/**
 * What early exercise adds to the quotes that the forward is read from. American calls and puts break put-call parity by
 * the difference of their premiums; it is taken out near the money, where the forward is decided.
 */
import { at, indexAt } from '../../lib/columns.ts'
import type { OptionChain } from '../market/chain.ts'
import { type ExerciseBoundary, earlyExercisePremium, solveBoundary } from '../pricing/american-boundary.ts'
import { exercisedPremium } from '../pricing/american-table.ts'
import { FAST_SCHEME } from '../pricing/exercise-scheme.ts'
import { impliedVolatility } from '../pricing/implied-volatility.ts'
import { type ChainTerms, effectiveSpot } from './chain-terms.ts'
import { exerciseMatters } from './exercise-table-cache.ts'
import type { CleanQuotes } from './quote-cleaning.ts'
import type { StrikePairs } from './strike-pairs.ts'

/** Strikes on either side of the forward whose premium is taken out. */
const REACH = 8

/**
 * Premium per row in USD per share, 0 where there is none or it does not matter. `before` is the answer of the round
 * before, so that volatilities are read from what early exercise leaves of a price.
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
    writePremiums(true, nearest, expiration, terms, premiums)
    writePremiums(false, nearest, expiration, terms, premiums)
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

/**
 * Calls are puts with spot and strike, rate and yield exchanged. The boundary is solved at the lowest and the highest
 * volatility, the premium of a strike read linearly between them.
 */
function writePremiums(
  isCall: boolean,
  nearest: readonly NearQuote[],
  expiration: number,
  terms: ChainTerms,
  premiums: Float64Array,
): void {
  const yearsToExpiry = at(terms.yearsToExpiry, expiration)
  const rate = at(terms.rate, expiration)
  const dividendYield = at(terms.dividendYield, expiration)
  const volatilities = nearest.map(({ volatility }) => volatility)
  const low = Math.min(...volatilities)
  const high = Math.max(...volatilities)
  if (!exerciseMatters(isCall, { yearsToExpiry, rate, dividendYield, volatility: high })) return
  const [gain, loss] = isCall ? [dividendYield, rate] : [rate, dividendYield]
  const atLow = solveBoundary(FAST_SCHEME, yearsToExpiry, gain, loss, low)
  const atHigh = high > low ? solveBoundary(FAST_SCHEME, yearsToExpiry, gain, loss, high) : atLow
  const spot = effectiveSpot(terms, expiration)
  for (const { strike, callRow, putRow, volatility } of nearest) {
    const logSpot = isCall ? Math.log(strike / spot) : Math.log(spot / strike)
    const share = high > low ? (volatility - low) / (high - low) : 0
    const premium = (1 - share) * premiumAt(atLow, logSpot) + share * premiumAt(atHigh, logSpot)
    premiums[isCall ? callRow : putRow] = (isCall ? spot : strike) * premium
  }
}

/** Where exercise at once pays the price is intrinsic value, whose premium the boundary gives as well. */
function premiumAt(boundary: ExerciseBoundary, logSpot: number): number {
  return logSpot > boundary.logBoundary ? earlyExercisePremium(boundary, logSpot) : exercisedPremium(boundary, logSpot)
}
