/**
 * Values a chain: cleans the quotes, finds forwards by parity, assigns one volatility to every strike, and prices every
 * contract.
 */

import { at } from '../../../lib/math/columns.ts'
import { daysBetween } from '../../../lib/time/civil-date.ts'
import type { ExerciseStyle, OptionChain, Settlement } from '../../../market/domain/options/chain.ts'
import { type ExpirationTerms, greekColumns } from '../../../pricing/contract-columns.ts'
import { fillFromSession, type SessionVolatilities } from '../smile/held-volatilities.ts'
import { fillFromNeighbours } from '../smile/neighbour-smiles.ts'
import { typicalVolatilities } from '../smile/parity-premium.ts'
import { ADJUSTED, type CleanQuotes, COUNTED, cleanQuotes, EXPIRED, INCONSISTENT } from '../smile/quote-cleaning.ts'
import { rowVolatilities } from '../smile/row-volatility.ts'
import type { StrikeVolatilities } from '../smile/slice-quotes.ts'
import { type StrikePairs, strikePairs } from '../smile/strike-pairs.ts'
import { strikeVolatilities, writeInvertiblePrices } from '../smile/strike-volatility.ts'
import { type VolatilitySlice, varianceAt } from '../smile/volatility-slice.ts'
import { enforceArbitrageFree } from './arbitrage-free-prices.ts'
import { convergedTerms } from './chain-carry.ts'
import { type ChainTerms, referencePrice } from './chain-terms.ts'
import {
  type ExpirationPricing,
  evaluatePricing,
  expirationPricing,
  invertPrices,
  rowRanges,
} from './expiration-pricing.ts'
import { quoteLimits } from './quote-limits.ts'

export interface ValuedExpiration {
  readonly expirationDate: string
  readonly settlement: Settlement
  readonly style: ExerciseStyle
  /** The instant from which its contracts are expired, in epoch milliseconds. */
  readonly settlesAtMs: number
  /** Calendar days from the session date; 0 on the day itself. */
  readonly dte: number
  /** Settled at the chain's instant: listed, but excluded from sums. */
  readonly expired: boolean
  /** Years of 365 days, at least one minute; 0 when expired. */
  readonly yearsToExpiry: number
  /** USD per share; NaN when neither quotes nor the price of the underlying determine it. */
  readonly forward: number
  /** What its contracts refer to: the spot, or the forward for options on forwards (VIX). USD per share. */
  readonly referencePrice: number
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
  /** USD per share: the stated price, else the parity-implied one; NaN with neither. */
  readonly spot: number
  readonly expirations: readonly ValuedExpiration[]
  readonly pairs: StrikePairs
  /** 1 if the contract enters sums: not expired, deliverable known, quotes consistent with the underlying. */
  readonly counted: Uint8Array
  readonly mid: Float64Array
  readonly volatility: Float64Array
  /** Index into `IV_STATUSES`. */
  readonly ivStatus: Uint8Array
  /** 1 where the volatility lies beyond the quoted strikes of its expiration. */
  readonly extrapolated: Uint8Array
  readonly theoreticalPrice: Float64Array
  /** 1 where the quote of a contract leaves no price that agrees with those of the others; it is then within its own quote. */
  readonly contradicted: Uint8Array
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

/**
 * Values every contract of a chain. `held` are volatilities of earlier in its session. Expensive: use `ChainAnalysis`,
 * which caches the result.
 */
export function valuedChain(chain: OptionChain, held: SessionVolatilities | null = null): ValuedChain {
  return valuation(chain, held, null)
}

/**
 * As `valuedChain`, to the last digit, for the volatility and the greeks of the contracts of one expiration (its index in
 * the chain). Other contracts and all theoretical prices are unknown. It takes the forwards of the whole chain, and a
 * quarter of the time of a valuation; without a smile of its own, the expiration needs a whole one.
 */
export function valuedWithin(chain: OptionChain, expiration: number, held: SessionVolatilities | null): ValuedChain {
  const valued = valuation(chain, held, expiration)
  return valued.expirations[expiration]?.slice ? valued : valuedChain(chain, held)
}

/** `only`: the index of the one expiration whose contracts are valued, or null for all. */
function valuation(chain: OptionChain, held: SessionVolatilities | null, only: number | null): ValuedChain {
  const pairs = strikePairs(chain)
  const clean = cleanQuotes(chain, pairs)
  const terms = convergedTerms(chain, pairs, clean)
  const pricings = pricingsOf(chain, pairs, clean, terms, only)
  const strikes = { volatility: new Float64Array(pairs.count).fill(Number.NaN), origin: new Uint8Array(pairs.count) }
  const slices = fillStrikes(chain, { pairs, clean, terms, pricings, held }, strikes)
  const rows = rowVolatilities(chain, pairs, clean, terms, strikes)
  const greeks = greekColumns(chain.contracts.count)
  for (const [index, pricing] of pricings.entries()) {
    if (pricing) evaluatePricing(pricing, rows.priced, greeks, referencePrice(terms, index))
  }
  const contradicted =
    only === null
      ? enforceArbitrageFree(chain, pairs, clean, terms, greeks.price)
      : new Uint8Array(chain.contracts.count)
  return {
    chain,
    spot: terms.spot,
    expirations: valuedExpirations(chain, terms, slices),
    pairs,
    counted: clean.eligibility.map((eligibility) => (eligibility === COUNTED ? 1 : 0)),
    mid: clean.mid,
    volatility: rows.volatility,
    ivStatus: rows.status,
    extrapolated: rows.extrapolated,
    theoreticalPrice: greeks.price,
    contradicted,
    delta: greeks.delta,
    gamma: greeks.gamma,
    vega: greeks.vega,
    theta: greeks.theta,
    rho: greeks.rho,
    vanna: greeks.vanna,
    charm: greeks.charm,
    terms: pricingTerms(terms),
    pricings,
    warnings: [...chain.warnings, ...terms.warnings, ...eligibilityWarnings(clean)],
  }
}

function pricingsOf(
  chain: OptionChain,
  pairs: StrikePairs,
  clean: CleanQuotes,
  terms: ChainTerms,
  only: number | null,
): (ExpirationPricing | null)[] {
  const typical = typicalVolatilities(chain, pairs, clean, terms)
  return rowRanges(chain).map((range, index) =>
    only === null || only === index ? expirationPricing(chain, terms, index, range, at(typical, index)) : null,
  )
}

interface Valuation {
  readonly pairs: StrikePairs
  readonly clean: CleanQuotes
  readonly terms: ChainTerms
  readonly pricings: readonly (ExpirationPricing | null)[]
  readonly held: SessionVolatilities | null
}

/** Inverts the quotes, assigns one volatility to every strike, and returns the slices. */
export function fillStrikes(
  chain: OptionChain,
  { pairs, clean, terms: chainTerms, pricings, held }: Valuation,
  strikes: StrikeVolatilities,
): (VolatilitySlice | null)[] {
  const { contracts, expirations } = chain
  const price = new Float64Array(contracts.count).fill(Number.NaN)
  const ownVolatility = new Float64Array(contracts.count).fill(Number.NaN)
  const status = new Uint8Array(contracts.count)
  const limits = quoteLimits(chain, clean, pricings)
  const quotes = { pairs, clean, contracts, ownVolatility, ...limits }
  const slices = pricings.map((pricing, index) => {
    if (!pricing) return null
    const { terms } = pricing
    const slice = {
      forward: at(terms.forward, 0),
      discountFactor: at(terms.discountFactor, 0),
      yearsToExpiry: at(terms.yearsToExpiry, 0),
      exerciseSpot: expirations[index]?.style === 'american' ? terms.spot + (terms.dividendValue ?? 0) : Number.NaN,
    }
    writeInvertiblePrices(quotes, index, slice, price)
    invertPrices(pricing, price, ownVolatility, status)
    return strikeVolatilities(quotes, index, slice, strikes)
  })
  fillFromSession(chain, { pairs, clean, terms: chainTerms, ...limits }, held, strikes)
  fillFromNeighbours(pairs, clean, chainTerms, slices, strikes)
  return slices
}

/** Expirations without a slice have no volatility. */
export function valuedExpirations(
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
      referencePrice: referencePrice(terms, index),
      discountFactor: at(terms.discountFactor, index),
      dividendYield: at(terms.dividendYield, index),
      atmIv: atmVolatility(slice, yearsToExpiry),
      slice,
    }
  })
}

/** The dividend factor follows from the forward, which determines the price; the yield affects only theta and charm. */
export function pricingTerms({
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

function eligibilityWarnings({ eligibility }: CleanQuotes): string[] {
  const counts = new Uint32Array(4)
  for (const code of eligibility) counts[code] = (counts[code] ?? 0) + 1
  const texts: readonly (readonly [number, string])[] = [
    [EXPIRED, 'Contracts that had settled at as_of, left out of every sum'],
    [ADJUSTED, 'Adjusted contracts of unknown deliverable, left out of every sum'],
    [
      INCONSISTENT,
      'Contracts whose quotes cannot be of this underlying (left over from before a split), left out of every sum',
    ],
  ]
  return texts.flatMap(([code, text]) => ((counts[code] ?? 0) > 0 ? [`${text}: ${counts[code]}.`] : []))
}
