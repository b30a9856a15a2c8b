/**
 * Forward, discount factor and residual yield of every expiration of a chain: from put-call parity where the quotes allow
 * it, otherwise from the other expirations.
 */
import { at, indexAt } from '../../../lib/math/columns.ts'
import { isOnForwards } from '../../../market/domain/calendar/option-expirations.ts'
import type { Expiration, OptionChain } from '../../../market/domain/options/chain.ts'
import type { CashDividend } from '../../../pricing/american/cash-dividends.ts'
import {
  isNearSpot,
  type ParityForward,
  type ParityQuotes,
  parityForward,
  parityRate,
} from '../smile/parity-forward.ts'
import { type CleanQuotes, COUNTED } from '../smile/quote-cleaning.ts'
import { DEFAULT_RATE, type RateCurve, rateCurve } from '../smile/rate-curve.ts'
import type { StrikePairs } from '../smile/strike-pairs.ts'
import { dividendsBefore, presentValue } from './dated-dividends.ts'

const MS_PER_YEAR = 525_600 * 60_000
const SHORTEST_YEARS = 1 / 525_600
/** The maturity at which a residual yield gets weight ½; the rest is attributed to noise of the quotes. */
const TRUSTED_YEARS = 30 / 365
const STALE_SPOT = 0.003
const NO_QUOTES: ParityQuotes = {
  strike: new Float64Array(),
  difference: new Float64Array(),
  spread: new Float64Array(),
}
/** Below, two percentage points of the rate change a price at the money by less than 0.2 %. */
const RATE_MATTERS_YEARS = 30 / 365
const RATE_WARNING = `The quotes do not determine an interest rate: a flat ${100 * DEFAULT_RATE} % per year is used.`

export interface ChainTerms {
  /** USD per share: the stated price, else what parity implies; NaN with neither. */
  readonly spot: number
  /** One entry per expiration; NaN for expired ones. */
  readonly forward: Float64Array
  readonly yearsToExpiry: Float64Array
  readonly rate: Float64Array
  readonly discountFactor: Float64Array
  /**
   * Continuous; dividends that are not known by date, borrow and funding spread together. For options on forwards, equal to
   * the rate.
   */
  readonly dividendYield: Float64Array
  /** Cash dividends known by date until each expiration, and their present value in USD per share. */
  readonly dividends: readonly (readonly CashDividend[])[]
  readonly dividendValue: Float64Array
  /** Each expiration is priced on its own forward instead of the spot. */
  readonly onForwards: boolean
  readonly warnings: readonly string[]
}

/** Years of 365 days to settlement, at least one minute; 0 for a contract that has settled. */
export function yearsToExpiry({ settlesAtMs }: Pick<Expiration, 'settlesAtMs'>, asOfMs: number): number {
  if (settlesAtMs <= asOfMs) return 0
  return Math.max((settlesAtMs - asOfMs) / MS_PER_YEAR, SHORTEST_YEARS)
}

/** The spot implied by the forward, F·e^(−(r − q)T), less the value of the dated dividends. USD per share. */
export function effectiveSpot({ forward, rate, dividendYield, yearsToExpiry }: ChainTerms, expiration: number): number {
  const carry = at(rate, expiration) - at(dividendYield, expiration)
  return at(forward, expiration) * Math.exp(-carry * at(yearsToExpiry, expiration))
}

/** The spot at which a contract of an expiration can be exercised now. USD per share. */
export function exerciseSpot(terms: ChainTerms, expiration: number): number {
  return effectiveSpot(terms, expiration) + at(terms.dividendValue, expiration)
}

/** The price that the contracts of an expiration refer to: the spot, or the forward for options on forwards. USD. */
export function referencePrice({ forward, spot, onForwards }: ChainTerms, expiration: number): number {
  return onForwards ? at(forward, expiration) : spot
}

/** `earlyExercise` is subtracted from the quotes before parity is applied: USD per share, by row. */
export function chainTerms(
  chain: OptionChain,
  pairs: StrikePairs,
  clean: CleanQuotes,
  earlyExercise: Float64Array = new Float64Array(chain.contracts.count),
): ChainTerms {
  const onForwards = isOnForwards(chain.symbol)
  const years = Float64Array.from(chain.expirations, (expiration) => yearsToExpiry(expiration, chain.asOfMs))
  const quotes = chain.expirations.map((_, index) =>
    at(years, index) > 0 ? parityQuotes(pairs, index, clean, earlyExercise) : NO_QUOTES,
  )
  const curve = rateCurve(
    chain.expirations.map(({ style }, index) =>
      parityRate(style === 'european' ? (quotes[index] ?? NO_QUOTES) : NO_QUOTES, at(years, index)),
    ),
    years,
    chain.rates,
  )
  const { rate } = curve
  const discountFactor = rate.map((value, index) => Math.exp(-value * at(years, index)))
  const parity = quotes.map((own, index) =>
    parityForward(own, at(discountFactor, index), (forward) =>
      onForwards ? forward > 0 : isNearSpot(forward, chain.underlyingPrice, at(years, index)),
    ),
  )
  const dividends = chain.expirations.map((expiration) => dividendsBefore(chain, expiration))
  const dividendValue = rate.map((value, index) => presentValue(dividends[index] ?? [], value))
  const implied = impliedSpot(parity, discountFactor, years, dividendValue)
  const spot = chain.underlyingPrice > 0 ? chain.underlyingPrice : implied
  const known = { parity, years, rate, spot, implied, dividendValue }
  const { forward, hasParity, dividendYield } = onForwards ? ownForwards(known) : carriedForwards(known)
  return {
    spot,
    forward,
    yearsToExpiry: years,
    rate,
    discountFactor,
    dividendYield,
    dividends,
    dividendValue,
    onForwards,
    warnings: [
      ...spotWarnings(chain, onForwards ? spot : implied),
      ...forwardWarnings(chain, hasParity, countedExpirations(chain, clean)),
      ...(years.every((yearsLeft) => yearsLeft < RATE_MATTERS_YEARS) ? [] : rateWarnings(chain, curve)),
    ],
  }
}

interface KnownForwards {
  readonly parity: readonly ParityForward[]
  readonly years: Float64Array
  readonly rate: Float64Array
  readonly spot: number
  readonly implied: number
  readonly dividendValue: Float64Array
}

interface Forwards {
  readonly forward: Float64Array
  readonly hasParity: readonly boolean[]
  readonly dividendYield: Float64Array
}

/** Forwards of an underlying that can be held: the spot, grown at the rate less a residual yield. */
function carriedForwards({ parity, years, rate, spot, implied, dividendValue }: KnownForwards): Forwards {
  const forward = Float64Array.from(parity, (entry, index) =>
    isNearSpot(entry.forward, spot, at(years, index)) ? entry.forward : Number.NaN,
  )
  const hasParity = Array.from(forward, (value) => !Number.isNaN(value))
  // A stale price would look like a yield of tens of percent for expirations of the next days.
  const held = isStale(spot, implied) ? implied : spot
  const base = dividendValue.map((value) => held - value)
  const reference = referenceYield(forward, hasParity, rate, years, base)
  const dividendYield = rate.map((value, index) => {
    const yearsLeft = at(years, index)
    const trust = hasParity[index] ? yearsLeft ** 2 / (yearsLeft ** 2 + TRUSTED_YEARS ** 2) : 0
    if (trust === 0) return reference
    return trust * (value - Math.log(at(forward, index) / at(base, index)) / yearsLeft) + (1 - trust) * reference
  })
  for (let index = 0; index < forward.length; index++) {
    const yearsLeft = at(years, index)
    if (hasParity[index] || yearsLeft === 0) continue
    forward[index] = at(base, index) * Math.exp((at(rate, index) - at(dividendYield, index)) * yearsLeft)
  }
  return { forward, hasParity, dividendYield }
}

/** Forwards that do not follow from the spot: between those of the neighbouring expirations where quotes are missing. */
function ownForwards({ parity, years, rate }: KnownForwards): Forwards {
  const implied = parity.map(({ forward }) => forward)
  const hasParity = implied.map((value) => value > 0)
  const forward = Float64Array.from(implied, (value, index) =>
    value > 0 || at(years, index) === 0 ? value : betweenNeighbours(implied, years, index),
  )
  return { forward, hasParity, dividendYield: rate }
}

function betweenNeighbours(forward: readonly number[], years: Float64Array, index: number): number {
  const before = forward.findLastIndex((value, other) => other < index && value > 0)
  const after = forward.findIndex((value, other) => other > index && value > 0)
  const low = forward[before] ?? Number.NaN
  const high = forward[after] ?? Number.NaN
  if (!(low > 0) || !(high > 0)) return low > 0 ? low : high
  const share = (at(years, index) - at(years, before)) / (at(years, after) - at(years, before))
  return low + share * (high - low)
}

function parityQuotes(
  pairs: StrikePairs,
  expiration: number,
  { mid, spread }: CleanQuotes,
  earlyExercise: Float64Array,
): ParityQuotes {
  const strike: number[] = []
  const difference: number[] = []
  const spreads: number[] = []
  for (let pair = indexAt(pairs.firstOf, expiration); pair < indexAt(pairs.firstOf, expiration + 1); pair++) {
    const call = indexAt(pairs.callRow, pair)
    const put = indexAt(pairs.putRow, pair)
    const premium = at(earlyExercise, call) - at(earlyExercise, put)
    const gap = at(mid, call) - at(mid, put) - premium
    if (Number.isNaN(gap)) continue
    strike.push(at(pairs.strike, pair))
    difference.push(gap)
    spreads.push(at(spread, call) + at(spread, put))
  }
  return {
    strike: Float64Array.from(strike),
    difference: Float64Array.from(difference),
    spread: Float64Array.from(spreads),
  }
}

/** Present value of the nearest forward and of the dividends until then that are known by date. */
function impliedSpot(
  parity: readonly ParityForward[],
  discountFactor: Float64Array,
  years: Float64Array,
  dividendValue: Float64Array,
): number {
  for (const [index, { forward, pairs }] of parity.entries()) {
    if (pairs >= 3 && at(years, index) < 0.5) return forward * at(discountFactor, index) + at(dividendValue, index)
  }
  return parity.find(({ pairs }) => pairs > 0)?.forward ?? Number.NaN
}

/**
 * Mean residual yield of the parity forwards, weighted by T² up to one year, because the error of a quote enters a yield
 * as 1/T. 0 when all of them are only days away: then the residual is noise or a stale price of the underlying.
 */
function referenceYield(
  forward: Float64Array,
  hasParity: readonly boolean[],
  rate: Float64Array,
  years: Float64Array,
  base: Float64Array,
): number {
  let total = 0
  let weight = 0
  let longest = 0
  for (const [index, yearsLeft] of years.entries()) {
    if (!hasParity[index]) continue
    const own = Math.min(yearsLeft, 1) ** 2
    total += own * (at(rate, index) - Math.log(at(forward, index) / at(base, index)) / yearsLeft)
    weight += own
    longest = Math.max(longest, yearsLeft)
  }
  return longest > TRUSTED_YEARS ? total / weight : 0
}

/** American quotes never determine a rate, so known rates are no fall-back for them. */
function rateWarnings({ expirations, rates }: OptionChain, { origin }: RateCurve): string[] {
  if (origin === 'quotes') return []
  if (origin === 'assumed' || !rates) return [RATE_WARNING]
  if (expirations.every(({ style }) => style === 'american')) return []
  const those = rates.date === null ? 'those of the settings' : `those of ${rates.date}`
  return [`The quotes do not determine an interest rate: ${those} are used.`]
}

function isStale(stated: number, implied: number): boolean {
  return Math.abs(implied / stated - 1) > STALE_SPOT
}

function spotWarnings({ underlyingPrice, symbol }: OptionChain, implied: number): string[] {
  if (!(underlyingPrice > 0)) {
    return Number.isNaN(implied)
      ? [`The source has no price of ${symbol}, and too few quotes to imply one.`]
      : [`The source has no price of ${symbol}: ${implied.toFixed(2)}, implied by put-call parity, is used.`]
  }
  if (!isStale(underlyingPrice, implied)) return []
  const gap = implied / underlyingPrice - 1
  const stated = underlyingPrice.toFixed(2)
  return [
    `The stated price of ${symbol}, ${stated}, is ${(100 * Math.abs(gap)).toFixed(1)} % ${gap > 0 ? 'below' : 'above'} the ${implied.toFixed(2)} that the option quotes imply: one of them is older.`,
  ]
}

/** 1 for expirations with a contract that enters sums. */
function countedExpirations({ expirations, contracts }: OptionChain, { eligibility }: CleanQuotes): Uint8Array {
  const counted = new Uint8Array(expirations.length)
  for (let row = 0; row < contracts.count; row++) {
    if (eligibility[row] === COUNTED) counted[indexAt(contracts.expirationIndex, row)] = 1
  }
  return counted
}

function forwardWarnings(chain: OptionChain, hasParity: readonly boolean[], counted: Uint8Array): string[] {
  const without = chain.expirations.filter((_, index) => !hasParity[index] && counted[index] === 1)
  if (without.length === 0) return []
  const dates = without.slice(0, 5).map(({ expirationDate }) => expirationDate)
  const more = without.length > dates.length ? ` and ${without.length - dates.length} more` : ''
  return [`No forward from put-call parity for ${dates.join(', ')}${more}: the other expirations determine it.`]
}
