/**
 * From quotes to a chain that can be added up: cleans the quotes, finds forwards by parity, gives every strike one
 * volatility, and prices every contract. One pass per chain object; everything else in this folder reads the result.
 */

import { daysBetween } from '../../lib/civil-date.ts'
import { at, indexAt } from '../../lib/columns.ts'
import type { ExerciseStyle, OptionChain, Settlement } from '../market/chain.ts'
import { type ExpirationTerms, evaluateGreeks, greekColumns } from '../pricing/contract-columns.ts'
import {
  IV_AT_INTRINSIC,
  IV_BELOW_INTRINSIC,
  IV_EXPIRED,
  IV_INVALID_INPUT,
  IV_OK,
  IV_STATUSES,
  impliedVolatilityStatus,
} from '../pricing/implied-volatility.ts'
import { type ChainTerms, chainTerms } from './chain-terms.ts'
import { ADJUSTED, type CleanQuotes, CONTRADICTED, COUNTED, cleanQuotes, EXPIRED } from './quote-cleaning.ts'
import { type StrikePairs, strikePairs } from './strike-pairs.ts'
import {
  FROM_CALL,
  FROM_NOTHING,
  FROM_PUT,
  FROM_SLICE,
  FROM_VENDOR,
  type StrikeVolatilities,
  strikeVolatilities,
} from './strike-volatility.ts'
import type { VolatilitySlice } from './volatility-slice.ts'

export interface ValuedExpiration {
  readonly expirationDate: string
  readonly settlement: Settlement
  readonly style: ExerciseStyle
  /** Calendar days from the session date; 0 on the day itself. */
  readonly dte: number
  /** Settled at the chain's instant: listed, but in no sum. */
  readonly expired: boolean
  /** Years of 365 days, at least one minute; 0 when expired. */
  readonly yearsToExpiry: number
  /** USD per share; NaN when neither quotes nor the price of the underlying tell. */
  readonly forward: number
  readonly discountFactor: number
  /** Continuous residual yield: dividends, borrow and funding spread. */
  readonly dividendYield: number
  /** Volatility at the money forward, decimal; NaN when no quoted strike is within a standard deviation of it. */
  readonly atmIv: number
  readonly slice: VolatilitySlice | null
}

/** Columns have one entry per row of the chain, in units of the wire; NaN is unknown. */
export interface ValuedChain {
  readonly chain: OptionChain
  /** USD per share: the stated price, else the one that parity implies; NaN with neither. */
  readonly spot: number
  readonly expirations: readonly ValuedExpiration[]
  readonly pairs: StrikePairs
  /** 1 where the contract takes part in sums: not expired, deliverable known, quotes not contradicted. */
  readonly counted: Uint8Array
  readonly mid: Float64Array
  readonly volatility: Float64Array
  /** Index into `IV_STATUSES`. */
  readonly ivStatus: Uint8Array
  readonly theoreticalPrice: Float64Array
  readonly delta: Float64Array
  readonly gamma: Float64Array
  readonly vega: Float64Array
  readonly theta: Float64Array
  readonly rho: Float64Array
  readonly vanna: Float64Array
  readonly charm: Float64Array
  /** For repricing at other spots. */
  readonly terms: ExpirationTerms
  readonly warnings: readonly string[]
}

const NO_QUOTE = IV_STATUSES.indexOf('no_quote')
const INHERITED = IV_STATUSES.indexOf('inherited')
const INTERPOLATED = IV_STATUSES.indexOf('interpolated')
const VENDOR = IV_STATUSES.indexOf('vendor')

const valued = new WeakMap<OptionChain, ValuedChain>()

/** Remembered by the chain object, which stands for one version of the data. */
export function valuedChain(chain: OptionChain): ValuedChain {
  const known = valued.get(chain)
  if (known) return known
  const made = valueChain(chain)
  valued.set(chain, made)
  return made
}

function valueChain(chain: OptionChain): ValuedChain {
  const pairs = strikePairs(chain)
  const clean = cleanQuotes(chain, pairs)
  const terms = chainTerms(chain, pairs, clean)
  const strikes = { volatility: new Float64Array(pairs.count).fill(Number.NaN), origin: new Uint8Array(pairs.count) }
  const quotes = { pairs, clean, contracts: chain.contracts }
  const slices = chain.expirations.map((_, index) => {
    const { forward, discountFactor, yearsToExpiry } = terms
    const slice = { forward: at(forward, index), discountFactor: at(discountFactor, index) }
    const years = at(yearsToExpiry, index)
    if (years === 0 || Number.isNaN(slice.forward)) return null
    return strikeVolatilities(quotes, index, { ...slice, yearsToExpiry: years }, strikes)
  })
  const rows = rowVolatilities(chain, pairs, clean, terms, strikes)
  const greeks = greekColumns(chain.contracts.count)
  const pricing = pricingTerms(terms)
  evaluateGreeks(pricing, chain.contracts, rows.priced, greeks)
  return {
    chain,
    spot: terms.spot,
    expirations: chain.expirations.map((expiration, index) => {
      const { expirationDate, settlement, style } = expiration
      const years = at(terms.yearsToExpiry, index)
      const slice = slices[index] ?? null
      return {
        expirationDate,
        settlement,
        style,
        dte: daysBetween(chain.sessionDate, expirationDate),
        expired: years === 0,
        yearsToExpiry: years,
        forward: at(terms.forward, index),
        discountFactor: at(terms.discountFactor, index),
        dividendYield: at(terms.dividendYield, index),
        atmIv: atmVolatility(slice, years),
        slice,
      }
    }),
    pairs,
    counted: clean.standing.map((standing) => (standing === COUNTED ? 1 : 0)),
    mid: clean.mid,
    volatility: rows.volatility,
    ivStatus: rows.status,
    theoreticalPrice: greeks.price,
    delta: greeks.delta,
    gamma: greeks.gamma,
    vega: greeks.vega,
    theta: greeks.theta,
    rho: greeks.rho,
    vanna: greeks.vanna,
    charm: greeks.charm,
    terms: pricing,
    warnings: [...chain.warnings, ...terms.warnings, ...standingWarnings(clean)],
  }
}

/** The forward makes the price, so the dividend factor follows from it; the yield speaks in theta and charm only. */
function pricingTerms({
  spot,
  forward,
  yearsToExpiry,
  rate,
  discountFactor,
  dividendYield,
}: ChainTerms): ExpirationTerms {
  return {
    spot,
    count: forward.length,
    forward,
    yearsToExpiry,
    rootYears: yearsToExpiry.map(Math.sqrt),
    rate,
    dividendYield,
    discountFactor,
    dividendFactor: forward.map((value, index) => (value * at(discountFactor, index)) / spot),
  }
}

function atmVolatility(slice: VolatilitySlice | null, years: number): number {
  if (!slice) return Number.NaN
  const variance = slice.varianceAt(0)
  const reach = Math.sqrt(variance)
  return slice.lowestK <= reach && slice.highestK >= -reach ? Math.sqrt(variance / years) : Number.NaN
}

interface RowVolatilities {
  readonly volatility: Float64Array
  readonly status: Uint8Array
  /** What prices a row: its volatility, or 0 where the quote leaves no time value. */
  readonly priced: Float64Array
}

function rowVolatilities(
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
  for (let row = 0; row < count; row++) {
    const pair = indexAt(pairs.pairOfRow, row)
    const origin = clean.standing[row] === COUNTED ? strikes.origin[pair] : FROM_NOTHING
    if (origin === FROM_NOTHING) {
      const code = statusWithout(chain, row, clean, terms)
      status[row] = code
      if (code === IV_AT_INTRINSIC) priced[row] = 0
      continue
    }
    const sigma = at(strikes.volatility, pair)
    volatility[row] = sigma
    priced[row] = sigma
    status[row] = statusOf(origin, isCall[row] === 1)
  }
  return { volatility, status, priced }
}

function statusOf(origin: number | undefined, isCall: boolean): number {
  if (origin === FROM_SLICE) return INTERPOLATED
  if (origin === FROM_VENDOR) return VENDOR
  return origin === (isCall ? FROM_CALL : FROM_PUT) ? IV_OK : INHERITED
}

/** Why a row has no volatility. A time value too small to tell a volatility, or within the quote, counts as none. */
function statusWithout(chain: OptionChain, row: number, clean: CleanQuotes, terms: ChainTerms): number {
  const standing = clean.standing[row]
  if (standing === EXPIRED) return IV_EXPIRED
  if (standing === ADJUSTED) return IV_INVALID_INPUT
  const { bid, ask } = chain.contracts
  const price = standing === CONTRADICTED ? 0.5 * (at(bid, row) + at(ask, row)) : at(clean.mid, row)
  if (!(price > 0)) return NO_QUOTE
  const code = statusAt(price, chain, row, terms)
  if (standing === CONTRADICTED) return code === IV_OK ? NO_QUOTE : code
  if (code === IV_OK) return IV_AT_INTRINSIC
  return code === IV_BELOW_INTRINSIC && statusAt(at(ask, row), chain, row, terms) !== code ? IV_AT_INTRINSIC : code
}

function statusAt(price: number, { contracts }: OptionChain, row: number, terms: ChainTerms): number {
  const expiration = indexAt(contracts.expirationIndex, row)
  return impliedVolatilityStatus(
    contracts.isCall[row] === 1,
    price,
    at(terms.forward, expiration),
    at(contracts.strike, row),
    at(terms.yearsToExpiry, expiration),
    at(terms.discountFactor, expiration),
  )
}

function standingWarnings({ standing }: CleanQuotes): string[] {
  const counts = new Uint32Array(4)
  for (const code of standing) counts[code] = (counts[code] ?? 0) + 1
  const says: readonly (readonly [number, string])[] = [
    [EXPIRED, 'Contracts that had settled at as_of, left out of every sum'],
    [ADJUSTED, 'Adjusted contracts of unknown deliverable, left out of every sum'],
    [
      CONTRADICTED,
      'Contracts whose quotes cannot be of this underlying (left over from before a split), left out of every sum',
    ],
  ]
  return says.flatMap(([code, text]) => ((counts[code] ?? 0) > 0 ? [`${text}: ${counts[code]}.`] : []))
}
