/**
 * A valued chain after a move of the price, a shift of volatilities and days that pass. Every strike keeps its volatility but
 * for the shift, forwards move with the price, dividends by date stay as announced, and open interest is held.
 */
import { at, indexAt } from '../../../lib/math/columns.ts'
import { isOnForwards } from '../../../market/domain/calendar/option-expirations.ts'
import { MIN_VOLATILITY } from '../../../pricing/american/exercise-grid.ts'
import { greekColumns } from '../../../pricing/contract-columns.ts'
import { type ChainTerms, effectiveSpot, referencePrice } from './chain-terms.ts'
import type { ValuedChain, ValuedExpiration } from './chain-valuation.ts'
import { pricingTerms } from './chain-valuation.ts'
import { dividendsBefore, presentValue } from './dated-dividends.ts'
import { type ExpirationPricing, evaluatePricing, expirationPricing, rowRanges } from './expiration-pricing.ts'
import { shiftedVolatility } from './iv-shift.ts'

export interface ChainMove {
  /** Percent by which the price moves, above −100. */
  readonly pricePct: number
  /** Volatility points that are added to every strike. */
  readonly ivPoints: number
  /** Volatility points by which the 25-delta risk reversal falls. */
  readonly skewPoints: number
  /** `root_time` multiplies both by √(30/days to expiration), at most 3. */
  readonly termScaling: 'none' | 'root_time'
  /** Calendar days that pass. */
  readonly days: number
}

const DAYS_A_YEAR = 365
const SCALED_DAYS = 30
const LARGEST_SCALE = 3

/** Contracts that have expired by then are not counted and have no greeks. */
export function movedChain(valued: ValuedChain, move: ChainMove): ValuedChain {
  const { chain } = valued
  const terms = movedTerms(valued, move)
  const volatility = movedVolatility(valued, move)
  const greeks = greekColumns(chain.contracts.count)
  const pricings = movedPricings(valued, terms, move)
  for (const [index, pricing] of pricings.entries()) {
    if (pricing) evaluatePricing(pricing, volatility, greeks, referencePrice(terms, index))
  }
  const expirations = valued.expirations.map((expiration, index) => movedExpiration(expiration, terms, index, move))
  return {
    ...valued,
    spot: terms.spot,
    expirations,
    counted: valued.counted.map((own, row) =>
      expirations[indexAt(chain.contracts.expirationIndex, row)]?.expired ? 0 : own,
    ),
    volatility,
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
  }
}

function movedTerms({ chain, spot, terms, expirations }: ValuedChain, { pricePct, days }: ChainMove): ChainTerms {
  const { rate, dividendYield } = terms
  const passed = days / DAYS_A_YEAR
  const scale = 1 + pricePct / 100
  const yearsToExpiry = terms.yearsToExpiry.map((years) => Math.max(years - passed, 0))
  const known = chain.expirations.map((expiration) => dividendsBefore(chain, expiration))
  const dividends = known.map((own) =>
    own.flatMap(({ years, amount }) => (years > passed ? [{ years: years - passed, amount }] : [])),
  )
  const value = (own: readonly (typeof known)[number][number][], index: number) => presentValue(own, at(rate, index))
  const dividendValue = Float64Array.from(dividends, value)
  const forward = terms.forward.map((own, index) => {
    const carry = at(rate, index) - at(dividendYield, index)
    const held = own * Math.exp(-carry * at(terms.yearsToExpiry, index)) + value(known[index] ?? [], index)
    return (scale * held - at(dividendValue, index)) * Math.exp(carry * at(yearsToExpiry, index))
  })
  return {
    spot: scale * spot,
    forward: forward.map((own, index) => (expirations[index]?.expired ? Number.NaN : own)),
    yearsToExpiry,
    rate,
    discountFactor: rate.map((own, index) => Math.exp(-own * at(yearsToExpiry, index))),
    dividendYield,
    dividends,
    dividendValue,
    onForwards: isOnForwards(chain.symbol),
    warnings: [],
  }
}

/** Without days that pass, the exercise tables stay what they are. */
function movedPricings(valued: ValuedChain, terms: ChainTerms, { days }: ChainMove): (ExpirationPricing | null)[] {
  const { chain, pricings, expirations } = valued
  return rowRanges(chain).map((range, index) => {
    const before = pricings[index] ?? null
    if (!before || !(at(terms.yearsToExpiry, index) > 0)) return null
    if (days > 0) return expirationPricing(chain, terms, index, range, expirations[index]?.atmIv ?? Number.NaN)
    return {
      ...before,
      terms: { ...before.terms, spot: effectiveSpot(terms, index), forward: Float64Array.of(at(terms.forward, index)) },
    }
  })
}

/**
 * 0 where the quote of a contract holds no time value: it is then worth its intrinsic value in every scenario. No
 * volatility falls below 5 %, unless it is lower now: below that the exercise tables end, and solving each contract at
 * each price of a gamma profile would take minutes.
 */
function movedVolatility({ chain, volatility, delta, expirations }: ValuedChain, move: ChainMove): Float64Array {
  const { ivPoints, skewPoints } = move
  const { contracts } = chain
  return volatility.map((own, row) => {
    const expiration = expirations[indexAt(contracts.expirationIndex, row)]
    if (!expiration || Number.isNaN(own)) return Number.isNaN(at(delta, row)) ? Number.NaN : 0
    const { forward, atmIv, yearsToExpiry } = expiration
    const z = Math.log(at(contracts.strike, row) / forward) / (atmIv * Math.sqrt(yearsToExpiry))
    const shifted = shiftedVolatility(own, z, { points: ivPoints, skewPoints }, scaleOf(expiration, move))
    return Math.max(shifted, Math.min(own, MIN_VOLATILITY))
  })
}

function scaleOf({ dte }: ValuedExpiration, { termScaling }: ChainMove): number {
  return termScaling === 'none' ? 1 : Math.min(LARGEST_SCALE, Math.sqrt(SCALED_DAYS / Math.max(dte, 1)))
}

function movedExpiration(
  expiration: ValuedExpiration,
  terms: ChainTerms,
  index: number,
  move: ChainMove,
): ValuedExpiration {
  const yearsToExpiry = at(terms.yearsToExpiry, index)
  return {
    ...expiration,
    dte: expiration.dte - move.days,
    expired: expiration.expired || yearsToExpiry === 0,
    yearsToExpiry,
    forward: at(terms.forward, index),
    referencePrice: referencePrice(terms, index),
    discountFactor: at(terms.discountFactor, index),
    atmIv: shiftedVolatility(expiration.atmIv, 0, { points: move.ivPoints }, scaleOf(expiration, move)),
  }
}
