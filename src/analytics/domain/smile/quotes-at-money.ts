/** The quotes that decide the volatility at the money. */
import { at, indexAt } from '../../../lib/math/columns.ts'
import type { ValuedChain } from '../valuation/chain-valuation.ts'

/** With fewer strikes quoted on both sides, neighbours cannot show which quote is wrong; … */
const FEWEST_QUOTED = 8
/** … with fewer than these, three wrong quotes are not recognised in every case. */
const ENOUGH_QUOTED = 10
const WIDER_WITH_FEW = 2
/** A quote that is wrong by a quarter implies a volatility that is wrong by as much, and it also moves the forward. */
const UNRECOGNISED = 0.3

/** Whether too few strikes are quoted at the money of an expiration to recognise a wrong quote by its neighbours. */
export function isThinlyQuoted(valued: ValuedChain, expiration: number): boolean {
  return quotedAtMoney(valued, expiration).length < FEWEST_QUOTED
}

/** A width of the volatility at the money, as a decimal, widened by what up to three quotes wrong by a quarter can move it. */
export function widenedForWrongQuotes(valued: ValuedChain, expiration: number, width: number): number {
  if (isThinlyQuoted(valued, expiration)) {
    return width + UNRECOGNISED * (valued.expirations[expiration]?.atmIv ?? Number.NaN)
  }
  return quotedAtMoney(valued, expiration).length < ENOUGH_QUOTED ? WIDER_WITH_FEW * width : width
}

/**
 * Indexes of the strike pairs within one standard deviation of the forward whose call and put both have usable quotes, the
 * nearest to the forward first; none where the volatility at the money is unknown.
 */
export function quotedAtMoney({ pairs, mid, expirations }: ValuedChain, expiration: number): number[] {
  const { forward, atmIv, yearsToExpiry } = expirations[expiration] ?? UNKNOWN
  const deviation = atmIv * Math.sqrt(yearsToExpiry)
  const distance = (pair: number) => Math.abs(Math.log(at(pairs.strike, pair) / forward))
  const quoted: number[] = []
  for (let pair = indexAt(pairs.firstOf, expiration); pair < indexAt(pairs.firstOf, expiration + 1); pair++) {
    const isQuoted = at(mid, indexAt(pairs.callRow, pair)) > 0 && at(mid, indexAt(pairs.putRow, pair)) > 0
    if (isQuoted && distance(pair) < deviation) quoted.push(pair)
  }
  return quoted.sort((a, b) => distance(a) - distance(b))
}

const UNKNOWN = { forward: Number.NaN, atmIv: Number.NaN, yearsToExpiry: Number.NaN }
