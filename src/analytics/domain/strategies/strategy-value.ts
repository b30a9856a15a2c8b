/**
 * Value of a strategy after a move of the price, days that pass and a shift of volatilities. Each option keeps the
 * volatility of its strike, and its forward moves with the price. Options that have expired by then count their payoff.
 */
import { at } from '../../../lib/math/columns.ts'
import { evaluateAmericanGreeks } from '../../../pricing/american/american-columns.ts'
import { type ExpirationTerms, type GreekColumns, greekColumns } from '../../../pricing/contract-columns.ts'
import { evaluateGreeks } from '../../../pricing/european/greek-columns.ts'
import { presentValue } from '../valuation/dated-dividends.ts'
import { cachedScenarioTable } from '../valuation/exercise-table-cache.ts'
import { type IvShift, shiftedVolatility } from '../valuation/iv-shift.ts'
import type { LegOption, StrategyLeg } from './strategy-leg.ts'
import { sharesOfLeg } from './strategy-leg.ts'

const NO_SHIFT: IvShift = { points: 0 }
/** Years, half a minute: rounding between instants is no time to expiry. */
const EXPIRED = 1e-6

/** Payoff at expiration, USD per share. */
export function payoff({ isCall, strike }: Pick<LegOption, 'isCall' | 'strike'>, price: number): number {
  return Math.max(isCall ? price - strike : strike - price, 0)
}

/**
 * Value in USD of all legs together at each price of the underlying (USD, 0 and above), `years` from now. `spot` is the
 * present price, to which the forwards belong.
 */
export function strategyValues(
  legs: readonly StrategyLeg[],
  spot: number,
  prices: Float64Array,
  years: number,
  shift: IvShift = NO_SHIFT,
): Float64Array {
  const total = new Float64Array(prices.length)
  for (const leg of legs) {
    const shares = sharesOfLeg(leg)
    const values = leg.option ? optionValues(leg.option, spot, prices, years, shift) : prices
    for (let index = 0; index < total.length; index++) total[index] = at(total, index) + shares * at(values, index)
  }
  return total
}

function optionValues(
  option: LegOption,
  spot: number,
  prices: Float64Array,
  years: number,
  shift: IvShift,
): Float64Array {
  if (option.yearsToExpiry - years <= EXPIRED) return prices.map((price) => payoff(option, price))
  // The value is homogeneous: that of strike K at price λS is λ times that of strike K/λ at price S.
  const strikes = prices.map((price) => (option.strike * spot) / Math.max(price, SMALLEST_PRICE * spot))
  const { greeks, discountFactor } = evaluated(option, strikes, years, volatilityAfter(option, shift))
  return prices.map((price, index) => {
    const held = option.isAmerican ? payoff(option, price) : 0
    if (price <= SMALLEST_PRICE * spot)
      return option.isCall ? 0 : option.strike * (option.isAmerican ? 1 : discountFactor)
    return Math.max((price / spot) * at(greeks.price, index), held)
  })
}

function volatilityAfter({ strike, forward, atmIv, yearsToExpiry, volatility }: LegOption, shift: IvShift): number {
  return shiftedVolatility(volatility, Math.log(strike / forward) / (atmIv * Math.sqrt(yearsToExpiry)), shift)
}

/** Share of the spot below which a price counts as 0. */
const SMALLEST_PRICE = 1e-4

/** Price and greeks at the present price of options that differ in their strike, `years` from now. */
function evaluated(
  option: LegOption,
  strikes: Float64Array,
  years: number,
  volatility: number,
): { readonly greeks: GreekColumns; readonly discountFactor: number } {
  const { isCall, rate, dividendYield, isAmerican } = option
  const left = option.yearsToExpiry - years
  const dividends = dividendsAfter(option, years)
  const terms = termsAt(option, left, presentValue(dividends, rate))
  const count = strikes.length
  const rows = {
    count,
    expirationIndex: new Uint16Array(count),
    isCall: new Uint8Array(count).fill(isCall ? 1 : 0),
    strike: strikes,
  }
  const volatilities = new Float64Array(count).fill(volatility)
  const greeks = greekColumns(count)
  const range = { low: Math.min(...strikes), high: Math.max(...strikes) }
  const exercise = { yearsToExpiry: left, rate, dividendYield, volatility, dividends, strikes: range }
  const table = isAmerican ? cachedScenarioTable(isCall, exercise) : null
  if (table) evaluateAmericanGreeks(terms, { calls: [table], puts: [table] }, rows, volatilities, greeks)
  else evaluateGreeks(terms, rows, volatilities, greeks)
  return { greeks, discountFactor: at(terms.discountFactor, 0) }
}

function dividendsAfter({ dividends }: LegOption, years: number): LegOption['dividends'] {
  return dividends
    .filter((dividend) => dividend.years > years)
    .map(({ years: due, amount }) => ({ years: due - years, amount }))
}

/** The forward of an option `years` from now, before it expires, if the price does not change by then. */
export function forwardAfter(option: LegOption, years: number): number {
  const dividends = dividendsAfter(option, years)
  return at(termsAt(option, option.yearsToExpiry - years, presentValue(dividends, option.rate)).forward, 0)
}

/** Terms of an expiration with `left` years to go, at the present price; `dividendValue` is that of dividends to come. */
function termsAt(option: LegOption, left: number, dividendValue: number): ExpirationTerms {
  const { rate, dividendYield, yearsToExpiry } = option
  const held = option.forward * Math.exp(-(rate - dividendYield) * yearsToExpiry) + presentValue(option.dividends, rate)
  const spot = held - dividendValue
  return {
    spot,
    dividendValue,
    count: 1,
    forward: Float64Array.of(spot * Math.exp((rate - dividendYield) * left)),
    yearsToExpiry: Float64Array.of(left),
    rootYears: Float64Array.of(Math.sqrt(left)),
    rate: Float64Array.of(rate),
    dividendYield: Float64Array.of(dividendYield),
    discountFactor: Float64Array.of(Math.exp(-rate * left)),
    dividendFactor: Float64Array.of(Math.exp(-dividendYield * left)),
  }
}

/** Sensitivities of a whole position at the present price. */
export interface StrategyGreeks {
  /** Shares. */
  readonly delta: number
  /** Shares per USD 1. */
  readonly gamma: number
  /** USD per calendar day. */
  readonly theta: number
  /** USD per volatility point. */
  readonly vega: number
  /** USD per percentage point of the rate. */
  readonly rho: number
  /** Shares per volatility point. */
  readonly vanna: number
  /** Shares per calendar day. */
  readonly charm: number
}

const NO_GREEKS: StrategyGreeks = { delta: 0, gamma: 0, theta: 0, vega: 0, rho: 0, vanna: 0, charm: 0 }

/** Sums over the legs; a share has delta 1 and nothing else. */
export function strategyGreeks(legs: readonly StrategyLeg[]): StrategyGreeks {
  return legs.reduce((sum, leg) => added(sum, legGreeks(leg), sharesOfLeg(leg)), NO_GREEKS)
}

function legGreeks({ option }: StrategyLeg): StrategyGreeks {
  if (!option) return { ...NO_GREEKS, delta: 1 }
  const { greeks } = evaluated(option, Float64Array.of(option.strike), 0, option.volatility)
  const first = (column: Float64Array) => at(column, 0)
  return {
    delta: first(greeks.delta),
    gamma: first(greeks.gamma),
    theta: first(greeks.theta),
    vega: first(greeks.vega),
    rho: first(greeks.rho),
    vanna: first(greeks.vanna),
    charm: first(greeks.charm),
  }
}

function added(sum: StrategyGreeks, own: StrategyGreeks, shares: number): StrategyGreeks {
  return {
    delta: sum.delta + shares * own.delta,
    gamma: sum.gamma + shares * own.gamma,
    theta: sum.theta + shares * own.theta,
    vega: sum.vega + shares * own.vega,
    rho: sum.rho + shares * own.rho,
    vanna: sum.vanna + shares * own.vanna,
    charm: sum.charm + shares * own.charm,
  }
}
