/**
 * Forward, discount factor and residual yield of every expiration of a chain, from parity where the quotes allow it and
 * from the neighbouring expirations where they do not.
 */
import { at, indexAt } from '../../lib/columns.ts'
import type { Expiration, OptionChain } from '../market/chain.ts'
import { isPlausible, type ParityForward, type ParityQuotes, parityForward } from './parity-forward.ts'
import { type CleanQuotes, COUNTED } from './quote-cleaning.ts'
import type { StrikePairs } from './strike-pairs.ts'

/** Continuous, for every maturity. The forward comes from the quotes, so little depends on it. */
export const DEFAULT_RATE = 0.04

const MS_PER_YEAR = 525_600 * 60_000
const SHORTEST_YEARS = 1 / 525_600
/** The maturity at which half of a residual yield is believed to be yield, and half noise of the quotes. */
const TRUSTED_YEARS = 30 / 365
const STALE_SPOT = 0.003

export interface ChainTerms {
  /** USD per share: the stated price, else what parity implies; NaN with neither. */
  readonly spot: number
  /** One entry per expiration; NaN for expired ones. */
  readonly forward: Float64Array
  readonly yearsToExpiry: Float64Array
  readonly rate: Float64Array
  readonly discountFactor: Float64Array
  /** Continuous; dividends, borrow and funding spread together. */
  readonly dividendYield: Float64Array
  readonly warnings: readonly string[]
}

/** Years of 365 days to settlement, at least one minute; 0 for a contract that has settled. */
export function yearsToExpiry({ settlesAtMs }: Pick<Expiration, 'settlesAtMs'>, asOfMs: number): number {
  if (settlesAtMs <= asOfMs) return 0
  return Math.max((settlesAtMs - asOfMs) / MS_PER_YEAR, SHORTEST_YEARS)
}

/** The price of the underlying that the forward of an expiration implies: today's, were the quotes all that is known. */
export function effectiveSpot({ forward, rate, dividendYield, yearsToExpiry }: ChainTerms, expiration: number): number {
  const carry = at(rate, expiration) - at(dividendYield, expiration)
  return at(forward, expiration) * Math.exp(-carry * at(yearsToExpiry, expiration))
}

/** `earlyExercise` is what the quotes are corrected by before parity is applied: USD per share and row. */
export function chainTerms(
  chain: OptionChain,
  pairs: StrikePairs,
  clean: CleanQuotes,
  earlyExercise: Float64Array = new Float64Array(chain.contracts.count),
): ChainTerms {
  const years = Float64Array.from(chain.expirations, (expiration) => yearsToExpiry(expiration, chain.asOfMs))
  const parity = chain.expirations.map((expiration, index) => {
    const yearsLeft = at(years, index)
    if (yearsLeft === 0) return null
    return parityForward(parityQuotes(pairs, index, clean, earlyExercise), {
      spot: chain.underlyingPrice,
      yearsToExpiry: yearsLeft,
      rate: DEFAULT_RATE,
      european: expiration.style === 'european',
    })
  })
  const implied = impliedSpot(parity, years)
  const spot = chain.underlyingPrice > 0 ? chain.underlyingPrice : implied
  const { forward, believed } = believedForwards(parity, years, spot)
  const discountFactor = parity.map(
    (entry, index) => entry?.discountFactor ?? Math.exp(-DEFAULT_RATE * at(years, index)),
  )
  const rate = Float64Array.from(discountFactor, (factor, index) => -Math.log(factor) / at(years, index))
  // A stale price would be read as a yield of tens of percent for the expirations of the next days.
  const base = isStale(spot, implied) ? implied : spot
  const reference = referenceYield(forward, believed, rate, years, base)
  const dividendYield = rate.map((value, index) => {
    const yearsLeft = at(years, index)
    const trust = believed[index] ? yearsLeft ** 2 / (yearsLeft ** 2 + TRUSTED_YEARS ** 2) : 0
    if (trust === 0) return reference
    return trust * (value - Math.log(at(forward, index) / base) / yearsLeft) + (1 - trust) * reference
  })
  for (let index = 0; index < forward.length; index++) {
    const yearsLeft = at(years, index)
    if (believed[index] || yearsLeft === 0) continue
    forward[index] = base * Math.exp((at(rate, index) - at(dividendYield, index)) * yearsLeft)
  }
  return {
    spot,
    forward,
    yearsToExpiry: years,
    rate,
    discountFactor: Float64Array.from(discountFactor),
    dividendYield,
    warnings: [...spotWarnings(chain, implied), ...forwardWarnings(chain, believed, countedExpirations(chain, clean))],
  }
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
  return { strike, difference, spread: spreads }
}

/** Present value of the nearest forward: dividends of the few days until then are left out. */
function impliedSpot(parity: readonly (ParityForward | null)[], years: Float64Array): number {
  for (const [index, entry] of parity.entries()) {
    if (entry && entry.pairs >= 3 && at(years, index) < 0.5) return entry.forward * entry.discountFactor
  }
  return parity.find((entry) => entry && entry.pairs > 0)?.forward ?? Number.NaN
}

function believedForwards(
  parity: readonly (ParityForward | null)[],
  years: Float64Array,
  spot: number,
): { forward: Float64Array; believed: boolean[] } {
  const forward = new Float64Array(parity.length).fill(Number.NaN)
  const believed = parity.map((entry, index) => {
    if (!entry || entry.pairs === 0 || !isPlausible(entry.forward, spot, at(years, index))) return false
    forward[index] = entry.forward
    return true
  })
  return { forward, believed }
}

/**
 * Mean residual yield of the believed forwards, weighted by T² up to a year, since an error of a quote counts by 1/T in
 * a yield. 0 when all of them are days away: then the residual is noise, or a stale price of the underlying.
 */
function referenceYield(
  forward: Float64Array,
  believed: readonly boolean[],
  rate: Float64Array,
  years: Float64Array,
  spot: number,
): number {
  let total = 0
  let weight = 0
  let longest = 0
  for (const [index, yearsLeft] of years.entries()) {
    if (!believed[index]) continue
    const own = Math.min(yearsLeft, 1) ** 2
    total += own * (at(rate, index) - Math.log(at(forward, index) / spot) / yearsLeft)
    weight += own
    longest = Math.max(longest, yearsLeft)
  }
  return longest > TRUSTED_YEARS ? total / weight : 0
}

function isStale(stated: number, implied: number): boolean {
  return Math.abs(implied / stated - 1) > STALE_SPOT
}

function spotWarnings({ underlyingPrice, symbol }: OptionChain, implied: number): string[] {
  if (!(underlyingPrice > 0)) {
    return Number.isNaN(implied)
      ? [`The source has no price of ${symbol}, and too few quotes to imply one.`]
      : [
          `The source has no price of ${symbol}; ${implied.toFixed(2)}, which put-call parity implies, stands in for it.`,
        ]
  }
  if (!isStale(underlyingPrice, implied)) return []
  const gap = implied / underlyingPrice - 1
  const stated = underlyingPrice.toFixed(2)
  return [
    `The stated price of ${symbol}, ${stated}, is ${(100 * Math.abs(gap)).toFixed(1)} % ${gap > 0 ? 'below' : 'above'} the ${implied.toFixed(2)} that the option quotes imply: one of them is older.`,
  ]
}

/** Which expirations have a contract that takes part in sums. */
function countedExpirations({ expirations, contracts }: OptionChain, { standing }: CleanQuotes): Uint8Array {
  const counted = new Uint8Array(expirations.length)
  for (let row = 0; row < contracts.count; row++) {
    if (standing[row] === COUNTED) counted[indexAt(contracts.expirationIndex, row)] = 1
  }
  return counted
}

function forwardWarnings(chain: OptionChain, believed: readonly boolean[], counted: Uint8Array): string[] {
  const without = chain.expirations.filter((_, index) => !believed[index] && counted[index] === 1)
  if (without.length === 0) return []
  const dates = without.slice(0, 5).map(({ expirationDate }) => expirationDate)
  const more = without.length > dates.length ? ` and ${without.length - dates.length} more` : ''
  return [`No forward from put-call parity for ${dates.join(', ')}${more}: the yield of the other expirations is used.`]
}
