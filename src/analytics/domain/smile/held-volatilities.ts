/**
 * Volatilities that quotes gave earlier in the session, for the expirations that settle in it. Minutes before settlement
 * market makers stop quoting most strikes; those strikes then keep their last volatility, so that sums over the chain do
 * not jump with the quotes that happen to be left.
 */
import { at, indexAt } from '../../../lib/math/columns.ts'
import type { OptionChain, Settlement } from '../../../market/domain/options/chain.ts'
import { freeOfArbitrage } from './neighbour-smiles.ts'
import { type CleanQuotes, isCountedPair } from './quote-cleaning.ts'
import {
  FROM_CALL,
  FROM_EXTRAPOLATION,
  FROM_NOTHING,
  FROM_PUT,
  FROM_VENDOR,
  type StrikeVolatilities,
} from './slice-quotes.ts'
import type { StrikePairs } from './strike-pairs.ts'

/** Before settlement, quotes become few within this time: 30 minutes. */
const NEAR_YEARS = 30 / 525_600
/** Listed strikes within which quotes on both sides determine a strike. */
const CLOSE_BY = 3

/** Plain data, so that it can be sent to another thread. */
export interface SessionVolatilities {
  readonly sessionDate: string
  /** The instant of the last chain, in epoch milliseconds. */
  readonly asOfMs: number
  readonly expirations: readonly HeldExpiration[]
}

interface HeldExpiration {
  readonly expirationDate: string
  readonly settlement: Settlement
  /** Last quoted volatility by strike, decimal. */
  readonly volatilities: ReadonlyMap<number, number>
}

/** Of an earlier chain of the same session. */
export function heldOf(
  held: SessionVolatilities | null,
  { sessionDate, asOfMs, expirations }: OptionChain,
  index: number,
): ReadonlyMap<number, number> | undefined {
  if (held?.sessionDate !== sessionDate || held.asOfMs > asOfMs) return undefined
  const own = expirations[index]
  return held.expirations.find(
    ({ expirationDate, settlement }) => expirationDate === own?.expirationDate && settlement === own.settlement,
  )?.volatilities
}

/** What is known of the strikes of a chain. */
interface StrikeFacts {
  readonly pairs: StrikePairs
  readonly clean: CleanQuotes
  readonly terms: { readonly forward: Float64Array; readonly yearsToExpiry: Float64Array }
  /** Highest volatility that the ask of each row allows; NaN where it does not limit it. */
  readonly askVolatility: Float64Array
}

/**
 * In the last half hour, gives strikes that no quote determines their last volatility of the session, as extrapolated
 * ones. A strike that was never quoted lies on the line between those that were, and is flat beyond them.
 */
export function fillFromSession(
  chain: OptionChain,
  { pairs, clean, terms, askVolatility }: StrikeFacts,
  held: SessionVolatilities | null,
  out: StrikeVolatilities,
): void {
  for (const expiration of chain.expirations.keys()) {
    const own = { forward: at(terms.forward, expiration), yearsToExpiry: at(terms.yearsToExpiry, expiration) }
    const volatilities = heldOf(held, chain, expiration)
    const isNear = own.yearsToExpiry > 0 && own.yearsToExpiry <= NEAR_YEARS
    if (!volatilities || !isNear || !(own.forward > 0)) continue
    const volatilityAt = lineThrough(volatilities)
    const unknown = undeterminedPairs(pairs, expiration, out).filter((pair) => isCountedPair(pairs, pair, clean))
    const limits = new Map(unknown.map((pair) => [pair, highestVolatility(pairs, pair, askVolatility)]))
    for (const [pair, highest] of limits) {
      out.volatility[pair] = Math.min(volatilityAt(at(pairs.strike, pair)), highest)
      out.origin[pair] = FROM_EXTRAPOLATION
    }
    if (limits.size > 0) freeOfArbitrage(pairs, expiration, limits, own, out)
  }
}

/** The volatility that the asks of a strike allow; infinite where they do not limit it. */
function highestVolatility({ callRow, putRow }: StrikePairs, pair: number, askVolatility: Float64Array): number {
  const limits = [at(askVolatility, indexAt(callRow, pair)), at(askVolatility, indexAt(putRow, pair))]
  return Math.min(...limits.map((limit) => (limit > 0 ? limit : Number.POSITIVE_INFINITY)))
}

/** Linear between strikes, flat beyond them. At least one strike. */
function lineThrough(volatilities: ReadonlyMap<number, number>): (strike: number) => number {
  const points = [...volatilities].sort(([one], [other]) => one - other)
  return (strike) => {
    const [low, from] = points.findLast(([own]) => own <= strike) ?? points[0] ?? [strike, Number.NaN]
    const [high, to] = points.find(([own]) => own >= strike) ?? [low, from]
    return high > low ? from + ((to - from) * Math.max(strike - low, 0)) / (high - low) : from
  }
}

/** Strikes without a quote, and without quoted ones close by on both sides. */
function undeterminedPairs({ firstOf }: StrikePairs, expiration: number, { origin }: StrikeVolatilities): number[] {
  const [first, end] = [indexAt(firstOf, expiration), indexAt(firstOf, expiration + 1)]
  const isQuoted = (pair: number) => {
    const code = pair >= first && pair < end ? origin[pair] : FROM_NOTHING
    return code === FROM_CALL || code === FROM_PUT || code === FROM_VENDOR
  }
  const steps = Array.from({ length: CLOSE_BY }, (_, step) => step + 1)
  const isDetermined = (pair: number) =>
    isQuoted(pair) || (steps.some((step) => isQuoted(pair - step)) && steps.some((step) => isQuoted(pair + step)))
  return Array.from({ length: end - first }, (_, place) => first + place).filter((pair) => !isDetermined(pair))
}
