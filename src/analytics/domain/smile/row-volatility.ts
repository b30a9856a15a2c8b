/** Assigns the volatility of each strike to its contracts, with a status that gives its origin or why there is none. */
import { at, indexAt } from '../../../lib/math/columns.ts'
import type { OptionChain } from '../../../market/domain/options/chain.ts'
import {
  IV_ABOVE_MAX,
  IV_AT_INTRINSIC,
  IV_BELOW_INTRINSIC,
  IV_EXPIRED,
  IV_INVALID_INPUT,
  IV_OK,
  IV_STATUSES,
} from '../../../pricing/european/implied-volatility.ts'
import { type ChainTerms, exerciseSpot } from '../valuation/chain-terms.ts'
import { ADJUSTED, type CleanQuotes, COUNTED, EXPIRED, INCONSISTENT } from './quote-cleaning.ts'
import {
  FROM_CALL,
  FROM_EXTRAPOLATION,
  FROM_NOTHING,
  FROM_PUT,
  FROM_SLICE,
  FROM_VENDOR,
  type StrikeVolatilities,
} from './slice-quotes.ts'
import type { StrikePairs } from './strike-pairs.ts'

const NO_QUOTE = IV_STATUSES.indexOf('no_quote')
const INHERITED = IV_STATUSES.indexOf('inherited')
const INTERPOLATED = IV_STATUSES.indexOf('interpolated')
const VENDOR = IV_STATUSES.indexOf('vendor')

export interface RowVolatilities {
  /** Decimal, NaN where unknown. */
  readonly volatility: Float64Array
  /** Index into `IV_STATUSES`. */
  readonly status: Uint8Array
  /** Volatility used for pricing: as `volatility`, or 0 where the quote has no time value. */
  readonly priced: Float64Array
  /** 1 where the volatility lies beyond the quoted strikes. */
  readonly extrapolated: Uint8Array
}

export function rowVolatilities(
  chain: OptionChain,
  pairs: StrikePairs,
  clean: CleanQuotes,
  terms: ChainTerms,
  strikes: StrikeVolatilities,
): RowVolatilities {
  const { count, isCall } = chain.contracts
  const volatility = new Float64Array(count).fill(Number.NaN)
  const priced = new Float64Array(count).fill(Number.NaN)
  const status = new Uint8Array(count)
  const extrapolated = new Uint8Array(count)
  for (let row = 0; row < count; row++) {
    const pair = indexAt(pairs.pairOfRow, row)
    const origin = clean.eligibility[row] === COUNTED ? indexAt(strikes.origin, pair) : FROM_NOTHING
    if (origin === FROM_NOTHING) {
      const code = statusWithout(chain, row, clean, terms)
      status[row] = code
      if (code === IV_AT_INTRINSIC) priced[row] = 0
      continue
    }
    if (origin === FROM_EXTRAPOLATION) extrapolated[row] = 1
    volatility[row] = at(strikes.volatility, pair)
    priced[row] = at(strikes.volatility, pair)
    status[row] = statusOf(origin, isCall[row] === 1)
  }
  return { volatility, status, priced, extrapolated }
}

function statusOf(origin: number, isCall: boolean): number {
  if (origin === FROM_SLICE || origin === FROM_EXTRAPOLATION) return INTERPOLATED
  if (origin === FROM_VENDOR) return VENDOR
  return origin === (isCall ? FROM_CALL : FROM_PUT) ? IV_OK : INHERITED
}

/** Why a row has no volatility. A time value too small to imply a volatility, or within the spread, counts as none. */
function statusWithout(chain: OptionChain, row: number, clean: CleanQuotes, terms: ChainTerms): number {
  const eligibility = clean.eligibility[row]
  if (eligibility === EXPIRED) return IV_EXPIRED
  if (eligibility === ADJUSTED) return IV_INVALID_INPUT
  const { bid, ask } = chain.contracts
  const price = eligibility === INCONSISTENT ? 0.5 * (at(bid, row) + at(ask, row)) : at(clean.mid, row)
  if (!(price > 0)) return NO_QUOTE
  const { lowest, highest } = priceBounds(chain, row, terms)
  if (Number.isNaN(lowest + highest)) return IV_INVALID_INPUT
  if (price >= highest) return IV_ABOVE_MAX
  if (at(ask, row) < lowest) return IV_BELOW_INTRINSIC
  return eligibility === INCONSISTENT ? NO_QUOTE : IV_AT_INTRINSIC
}

/** European: discounted intrinsic value of the forward, to the discounted forward or strike. American: also of the spot. */
function priceBounds(
  { contracts, expirations }: OptionChain,
  row: number,
  terms: ChainTerms,
): { readonly lowest: number; readonly highest: number } {
  const expiration = indexAt(contracts.expirationIndex, row)
  const isCall = contracts.isCall[row] === 1
  const side = isCall ? 1 : -1
  const strike = at(contracts.strike, row)
  const discountFactor = at(terms.discountFactor, expiration)
  const forward = at(terms.forward, expiration)
  const held = Math.max(discountFactor * side * (forward - strike), 0)
  if (expirations[expiration]?.style === 'european') {
    return { lowest: held, highest: discountFactor * (isCall ? forward : strike) }
  }
  const spot = exerciseSpot(terms, expiration)
  return { lowest: Math.max(held, side * (spot - strike)), highest: isCall ? spot : strike }
}
