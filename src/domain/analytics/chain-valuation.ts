/**
 * From quotes to a chain that can be added up: cleans the quotes, finds forwards by parity, gives every strike one
 * volatility, and prices every contract. One pass per chain object; everything else in this folder reads the result.
 */

import { daysBetween } from '../../lib/civil-date.ts'
import { at } from '../../lib/columns.ts'
import type { ExerciseStyle, OptionChain, Settlement } from '../market/chain.ts'
import { type ExpirationTerms, greekColumns } from '../pricing/contract-columns.ts'
import type { ChainTerms } from './chain-terms.ts'
import {
  type ExpirationPricing,
  evaluatePricing,
  expirationPricing,
  invertPrices,
  rowRanges,
} from './expiration-pricing.ts'
import { typicalVolatilities } from './parity-premium.ts'
import { ADJUSTED, type CleanQuotes, CONTRADICTED, COUNTED, cleanQuotes, EXPIRED } from './quote-cleaning.ts'
import { rowVolatilities } from './row-volatility.ts'
import { settledTerms } from './settled-terms.ts'
import { type StrikePairs, strikePairs } from './strike-pairs.ts'
import { type StrikeVolatilities, strikeVolatilities, writeTellingPrices } from './strike-volatility.ts'
import { type VolatilitySlice, varianceAt } from './volatility-slice.ts'

export interface ValuedExpiration {
  readonly expirationDate: string
  readonly settlement: Settlement
  readonly style: ExerciseStyle
  /** The instant from which its contracts are expired, in epoch milliseconds. */
  readonly settlesAtMs: number
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
  /** For repricing at other prices of the underlying: European terms of all expirations, and each with its tables. */
  readonly terms: ExpirationTerms
  readonly pricings: readonly (ExpirationPricing | null)[]
  readonly warnings: readonly string[]
}

const valued = new WeakMap<OptionChain, ValuedChain>()

/** Remembered by the chain object, which stands for one version of the data. */
export function valuedChain(chain: OptionChain): ValuedChain {
  const known = valued.get(chain)
  if (known) return known
  const made = valueChain(chain)
  rememberValuation(made)
  return made
}

export function rememberValuation(made: ValuedChain): void {
  valued.set(made.chain, made)
}

/** Undefined for a chain that nobody has valued yet. */
export function knownValuation(chain: OptionChain): ValuedChain | undefined {
  return valued.get(chain)
}

function valueChain(chain: OptionChain): ValuedChain {
  const pairs = strikePairs(chain)
  const clean = cleanQuotes(chain, pairs)
  const terms = settledTerms(chain, pairs, clean)
  const pricings = pricingsOf(chain, pairs, clean, terms)
  const strikes = { volatility: new Float64Array(pairs.count).fill(Number.NaN), origin: new Uint8Array(pairs.count) }
  const slices = fillStrikes(chain, { pairs, clean, terms, pricings }, strikes)
  const rows = rowVolatilities(chain, pairs, clean, terms, strikes)
  const greeks = greekColumns(chain.contracts.count)
  for (const pricing of pricings) if (pricing) evaluatePricing(pricing, rows.priced, greeks, terms.spot)
  return {
    chain,
    spot: terms.spot,
    expirations: valuedExpirations(chain, terms, slices),
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
    terms: pricingTerms(terms),
    pricings,
    warnings: [...chain.warnings, ...terms.warnings, ...standingWarnings(clean)],
  }
}

function pricingsOf(
  chain: OptionChain,
  pairs: StrikePairs,
  clean: CleanQuotes,
  terms: ChainTerms,
): (ExpirationPricing | null)[] {
  const typical = typicalVolatilities(chain, pairs, clean, terms)
  return rowRanges(chain).map((range, index) => expirationPricing(chain, terms, index, range, at(typical, index)))
}

interface Valuation {
  readonly pairs: StrikePairs
  readonly clean: CleanQuotes
  readonly terms: ChainTerms
  readonly pricings: readonly (ExpirationPricing | null)[]
}

/** Inverts the quotes that tell a volatility, gives every strike its one, and answers the slices. */
function fillStrikes(
  chain: OptionChain,
  { pairs, clean, pricings }: Valuation,
  strikes: StrikeVolatilities,
): (VolatilitySlice | null)[] {
  const { contracts, expirations } = chain
  const price = new Float64Array(contracts.count).fill(Number.NaN)
  const ownVolatility = new Float64Array(contracts.count).fill(Number.NaN)
  const status = new Uint8Array(contracts.count)
  const quotes = { pairs, clean, contracts, ownVolatility }
  return pricings.map((pricing, index) => {
    if (!pricing) return null
    const { terms } = pricing
    const slice = {
      forward: at(terms.forward, 0),
      discountFactor: at(terms.discountFactor, 0),
      yearsToExpiry: at(terms.yearsToExpiry, 0),
      exerciseSpot: expirations[index]?.style === 'american' ? terms.spot : Number.NaN,
    }
    writeTellingPrices(quotes, index, slice, price)
    invertPrices(pricing, price, ownVolatility, status)
    return strikeVolatilities(quotes, index, slice, strikes)
  })
}

function valuedExpirations(
  { expirations, sessionDate }: OptionChain,
  terms: ChainTerms,
  slices: readonly (VolatilitySlice | null)[],
): ValuedExpiration[] {
  return expirations.map(({ expirationDate, settlement, style, settlesAtMs }, index) => {
    const yearsToExpiry = at(terms.yearsToExpiry, index)
    const slice = slices[index] ?? null
    return {
      expirationDate,
      settlement,
      style,
      settlesAtMs,
      dte: daysBetween(sessionDate, expirationDate),
      expired: yearsToExpiry === 0,
      yearsToExpiry,
      forward: at(terms.forward, index),
      discountFactor: at(terms.discountFactor, index),
      dividendYield: at(terms.dividendYield, index),
      atmIv: atmVolatility(slice, yearsToExpiry),
      slice,
    }
  })
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
  const variance = varianceAt(slice, 0)
  const reach = Math.sqrt(variance)
  return slice.lowestK <= reach && slice.highestK >= -reach ? Math.sqrt(variance / years) : Number.NaN
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
