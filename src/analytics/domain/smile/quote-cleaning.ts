/**
 * Which contracts of a chain enter sums, and which quotes are usable for volatility. An excluded contract keeps its row.
 * An included contract without a usable quote is priced from neighbouring strikes.
 */
import { at, indexAt } from '../../../lib/math/columns.ts'
import { isOnForwards } from '../../../market/domain/calendar/option-expirations.ts'
import type { ContractColumns, OptionChain } from '../../../market/domain/options/chain.ts'
import type { StrikePairs } from './strike-pairs.ts'

/** Why a contract is included in sums or excluded. */
export const COUNTED = 0
export const EXPIRED = 1
/** An adjusted contract with unknown deliverable: its strike does not refer to this underlying alone. */
export const ADJUSTED = 2
/** Its quotes contradict the price of the underlying: left over from before a split. */
export const INCONSISTENT = 3

export interface CleanQuotes {
  /** One of the codes above per row. */
  readonly eligibility: Uint8Array
  /** Middle of a usable quote in USD per share, else NaN. */
  readonly mid: Float64Array
  /** Ask − bid of a usable quote, else NaN. */
  readonly spread: Float64Array
}

/** USD; the smallest price increment of quotes. */
export const TICK_USD = 0.01
const INDEX_TICK_USD = 0.05
const WIDEST_SPREAD_OF_MID = 0.25
const WIDEST_SPREAD_TICKS = 5
/** An ask below intrinsic value by more than this share of the underlying's price is stale. */
const BELOW_INTRINSIC = 0.05
const PAIRS_FOR_A_CENTRE = 3

/** Whether a contract of the pair enters sums. */
export function isCountedPair({ callRow, putRow }: StrikePairs, pair: number, { eligibility }: CleanQuotes): boolean {
  return eligibility[indexAt(callRow, pair)] === COUNTED || eligibility[indexAt(putRow, pair)] === COUNTED
}

/**
 * A quote is usable when 0 < bid ≤ ask and the spread is at most a quarter of the mid or five ticks. Locked quotes are
 * usable; crossed and one-sided quotes are not.
 */
export function cleanQuotes(chain: OptionChain, pairs: StrikePairs): CleanQuotes {
  const { contracts, expirations, asOfMs } = chain
  const { count, bid, ask, expirationIndex, multiplier } = contracts
  const eligibility = new Uint8Array(count)
  const mid = new Float64Array(count).fill(Number.NaN)
  const spread = new Float64Array(count).fill(Number.NaN)
  for (let row = 0; row < count; row++) {
    const expiration = expirations[indexAt(expirationIndex, row)]
    if (!expiration || expiration.settlesAtMs <= asOfMs) {
      eligibility[row] = EXPIRED
      continue
    }
    if (!(at(multiplier, row) > 0)) {
      eligibility[row] = ADJUSTED
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
  excludeInconsistent(chain, pairs, { eligibility, mid, spread })
  return { eligibility, mid, spread }
}

/**
 * A call cannot be worth more than its underlying, nor a put more than its strike. If an out-of-the-money call is bid
 * above the underlying, its strike and all higher ones are left over from before a split; so is a put bid above its
 * strike. Any other quote outside its bounds is stale: the contract stays included, its quote is discarded. Bounds must be
 * violated for both the stated and the parity-implied price, so that a stale header cannot empty the chain. Options on
 * forwards are held against the forward of their own expiration.
 */
function excludeInconsistent(chain: OptionChain, pairs: StrikePairs, clean: CleanQuotes): void {
  const onForwards = isOnForwards(chain.symbol)
  const centres = onForwards ? [] : [chain.underlyingPrice, impliedCentre(pairs, clean)]
  for (let expiration = 0; expiration < chain.expirations.length; expiration++) {
    const known = onForwards ? [centreOf(expiration, pairs, clean)] : centres.filter((price) => price > 0)
    if (!known.every((price) => price > 0) || known.length === 0) continue
    const range = { lowest: Math.min(...known), highest: Math.max(...known) }
    let foreign = false
    for (let pair = indexAt(pairs.firstOf, expiration); pair < indexAt(pairs.firstOf, expiration + 1); pair++) {
      const aboveUnderlying = at(chain.contracts.bid, indexAt(pairs.callRow, pair)) > range.highest
      foreign ||= aboveUnderlying && at(pairs.strike, pair) > range.highest
      checkPair(chain.contracts, pairs, pair, clean, { ...range, foreign })
    }
  }
}

function checkPair(
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
  if (foreign) exclude(call, clean)
  if (foreign || at(bid, put) > strike) exclude(put, clean)
  if (at(ask, call) < lowest - strike - slack || at(bid, call) > highest) discardQuote(call, clean)
  if (at(ask, put) < strike - highest - slack) discardQuote(put, clean)
}

function exclude(row: number, clean: CleanQuotes): void {
  if (clean.eligibility[row] !== COUNTED) return
  clean.eligibility[row] = INCONSISTENT
  discardQuote(row, clean)
}

function discardQuote(row: number, clean: CleanQuotes): void {
  if (!(row >= 0)) return
  clean.mid[row] = Number.NaN
  clean.spread[row] = Number.NaN
}

/** The price implied by the nearest well-quoted expiration; NaN without one. */
function impliedCentre(pairs: StrikePairs, clean: CleanQuotes): number {
  for (let expiration = 0; expiration + 1 < pairs.firstOf.length; expiration++) {
    const centre = centreOf(expiration, pairs, clean)
    if (centre > 0) return centre
  }
  return Number.NaN
}

/** Where call and put of an expiration cost the same; NaN with fewer than three quoted pairs. */
function centreOf(expiration: number, pairs: StrikePairs, { mid }: CleanQuotes): number {
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
  return quoted >= PAIRS_FOR_A_CENTRE ? centre : Number.NaN
}
