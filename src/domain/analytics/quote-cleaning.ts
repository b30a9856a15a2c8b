/**
 * Which contracts of a chain count, and which quotes say something about volatility. A contract that is out keeps its
 * row; it only leaves every sum. A contract that is in but has no usable quote is priced by its neighbours.
 */
import { at, indexAt } from '../../lib/columns.ts'
import type { ContractColumns, OptionChain } from '../market/chain.ts'
import type { StrikePairs } from './strike-pairs.ts'

/** Why a contract is in or out of the sums. */
export const COUNTED = 0
export const EXPIRED = 1
/** The deliverable is unknown, so the strike says nothing about this underlying. */
export const ADJUSTED = 2
/** Its quotes cannot be of this underlying: left over from before a split. */
export const CONTRADICTED = 3

export interface CleanQuotes {
  /** One of the codes above per row. */
  readonly standing: Uint8Array
  /** Middle of a usable quote in USD per share, else NaN. */
  readonly mid: Float64Array
  /** Ask − bid of a usable quote, else NaN. */
  readonly spread: Float64Array
}

/** USD; the step in which a quote can be written, and below which a difference means nothing. */
export const TICK_USD = 0.01
const INDEX_TICK_USD = 0.05
const WIDEST_SPREAD_OF_MID = 0.25
const WIDEST_SPREAD_TICKS = 5
/** An ask this far (of the underlying's price) below intrinsic value is no quote of this underlying. */
const BELOW_INTRINSIC = 0.05
const PAIRS_FOR_A_CENTRE = 3

/**
 * A quote is usable when 0 < bid ≤ ask and the spread is at most a quarter of the middle or five ticks. Locked quotes
 * are usable, crossed and one-sided ones are not.
 */
export function cleanQuotes(chain: OptionChain, pairs: StrikePairs): CleanQuotes {
  const { contracts, expirations, asOfMs } = chain
  const { count, bid, ask, expirationIndex, multiplier } = contracts
  const standing = new Uint8Array(count)
  const mid = new Float64Array(count).fill(Number.NaN)
  const spread = new Float64Array(count).fill(Number.NaN)
  for (let row = 0; row < count; row++) {
    const expiration = expirations[indexAt(expirationIndex, row)]
    if (!expiration || expiration.settlesAtMs <= asOfMs) {
      standing[row] = EXPIRED
      continue
    }
    if (!(at(multiplier, row) > 0)) {
      standing[row] = ADJUSTED
      continue
    }
    const low = at(bid, row)
    const high = at(ask, row)
    const tick = expiration.style === 'european' ? INDEX_TICK_USD : TICK_USD
    const middle = 0.5 * (low + high)
    const widest = Math.max(WIDEST_SPREAD_OF_MID * middle, WIDEST_SPREAD_TICKS * tick) * (1 + 1e-9)
    if (low > 0 && high >= low && high - low <= widest) {
      mid[row] = middle
      spread[row] = high - low
    }
  }
  refuseContradictions(chain, pairs, { standing, mid, spread })
  return { standing, mid, spread }
}

/**
 * A call cannot be worth more than its underlying. Where even one that is out of the money is bid above it, the strikes
 * from there on are left over from before a split; a put bid above its strike is no put of this underlying either. Any
 * other quote beyond its bounds is merely old: the contract counts, its quote does not. All of this must hold against
 * the stated price and against the one that parity implies, because a stale header must not empty the chain.
 */
function refuseContradictions(chain: OptionChain, pairs: StrikePairs, clean: CleanQuotes): void {
  const centres = [chain.underlyingPrice, impliedCentre(pairs, clean)].filter((price) => price > 0)
  if (centres.length === 0) return
  const range = { lowest: Math.min(...centres), highest: Math.max(...centres) }
  for (let expiration = 0; expiration < chain.expirations.length; expiration++) {
    let foreign = false
    for (let pair = indexAt(pairs.firstOf, expiration); pair < indexAt(pairs.firstOf, expiration + 1); pair++) {
      const aboveUnderlying = at(chain.contracts.bid, indexAt(pairs.callRow, pair)) > range.highest
      foreign ||= aboveUnderlying && at(pairs.strike, pair) > range.highest
      judgePair(chain.contracts, pairs, pair, clean, { ...range, foreign })
    }
  }
}

function judgePair(
  { bid, ask }: ContractColumns,
  pairs: StrikePairs,
  pair: number,
  clean: CleanQuotes,
  { lowest, highest, foreign }: { readonly lowest: number; readonly highest: number; readonly foreign: boolean },
): void {
  const strike = at(pairs.strike, pair)
  const call = indexAt(pairs.callRow, pair)
  const put = indexAt(pairs.putRow, pair)
  const slack = BELOW_INTRINSIC * highest
  if (foreign) refuse(call, clean)
  if (foreign || at(bid, put) > strike) refuse(put, clean)
  if (at(ask, call) < lowest - strike - slack || at(bid, call) > highest) forgetQuote(call, clean)
  if (at(ask, put) < strike - highest - slack) forgetQuote(put, clean)
}

function refuse(row: number, clean: CleanQuotes): void {
  if (clean.standing[row] !== COUNTED) return
  clean.standing[row] = CONTRADICTED
  forgetQuote(row, clean)
}

function forgetQuote(row: number, clean: CleanQuotes): void {
  if (!(row >= 0)) return
  clean.mid[row] = Number.NaN
  clean.spread[row] = Number.NaN
}

/** The price at which calls and puts of the nearest well-quoted expiration cost the same; NaN without one. */
function impliedCentre(pairs: StrikePairs, { mid }: CleanQuotes): number {
  for (let expiration = 0; expiration + 1 < pairs.firstOf.length; expiration++) {
    let quoted = 0
    let smallest = Number.POSITIVE_INFINITY
    let centre = Number.NaN
    for (let pair = indexAt(pairs.firstOf, expiration); pair < indexAt(pairs.firstOf, expiration + 1); pair++) {
      const difference = at(mid, indexAt(pairs.callRow, pair)) - at(mid, indexAt(pairs.putRow, pair))
      if (Number.isNaN(difference)) continue
      quoted++
      if (Math.abs(difference) < smallest) {
        smallest = Math.abs(difference)
        centre = at(pairs.strike, pair) + difference
      }
    }
    if (quoted >= PAIRS_FOR_A_CENTRE) return centre
  }
  return Number.NaN
}
