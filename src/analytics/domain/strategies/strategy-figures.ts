/** All figures of one strategy at one chain. NaN is unknown; money is USD. */
import { at } from '../../../lib/math/columns.ts'
import { lognormalDistribution, type PriceDistribution } from '../distribution/price-distribution.ts'
import { type SmoothSmile, smoothSmile } from '../distribution/smooth-smile.ts'
import { type TouchChance, touchChance } from '../distribution/touch-chance.ts'
import type { ValuedChain, ValuedExpiration } from '../valuation/chain-valuation.ts'
import { type LegOfChain, legFromRow } from './leg-from-row.ts'
import { type Margin, marginEstimate, uncoveredRate } from './margin.ts'
import { type PriceRange, type ProfitLimits, profitLimits, rangesOfProfit } from './profit-limits.ts'
import { firstExpiry, type StrategyCosts, type StrategyLeg, strategyCosts } from './strategy-leg.ts'
import { type StrategyOutcome, strategyOutcome } from './strategy-outcomes.ts'
import { type StrategyGreeks, strategyGreeks, strategyValues } from './strategy-value.ts'

export interface StrategyQuery {
  readonly legs: readonly LegOfChain[]
  /** 0 to 1 of half the spread. */
  readonly fill: number
  /** Of the lognormal measure, decimal; that at the money of the first expiration where left out. */
  readonly volatility?: number | undefined
  /** Realized volatility of 30 sessions, decimal; NaN when unknown. */
  readonly realized: number
  /** Years to the chosen date; half way to the first expiration where left out. */
  readonly targetYears?: number | undefined
  readonly priceRangePct?: number | undefined
  readonly priceSteps: number
  readonly dateSteps: number
  readonly ivShifts: readonly number[]
  /** Sold puts are secured in cash. */
  readonly cashSecured: boolean
}

export type Measure = 'implied' | 'lognormal' | 'realized'

export interface MeasuredOutcome extends StrategyOutcome {
  readonly measure: Measure
  readonly volatility: number
}

export interface TouchedLevel extends TouchChance {
  readonly price: number
  readonly role: 'short_strike' | 'break_even'
}

export interface StrategyFigures {
  readonly legs: readonly StrategyLeg[]
  /** The price that the strategy refers to. */
  readonly spot: number
  readonly costs: StrategyCosts
  readonly limits: ProfitLimits
  readonly breakEvensOnDate: readonly number[]
  readonly greeks: StrategyGreeks
  readonly outcomes: readonly MeasuredOutcome[]
  readonly touch: readonly TouchedLevel[]
  readonly margin: Margin
  readonly grid: StrategyGrid
  readonly ivShifts: readonly number[]
  readonly warnings: readonly string[]
}

export interface StrategyGrid {
  readonly prices: Float64Array
  /** Years from now. */
  readonly years: readonly number[]
  /** Profit by shift, then date, then price. */
  readonly profit: readonly (readonly Float64Array[])[]
  /** By price, at unchanged volatilities: now, at the chosen date, and at the first expiration. */
  readonly now: Float64Array
  readonly onDate: Float64Array
  readonly atExpiration: Float64Array
}

/** Expects legs with a price, a volatility and time left. */
export function strategyFigures(valued: ValuedChain, query: StrategyQuery): StrategyFigures {
  const legs = query.legs.map((leg) => legFromRow(valued, leg, query.fill))
  const first = firstExpirationOf(valued, query.legs)
  const spot = first?.referencePrice ?? valued.spot
  const costs = strategyCosts(legs)
  const limits = profitLimits(legs, spot, costs.atPrices)
  const smile = first?.slice ? smoothSmile(first.slice, first.forward) : null
  const years = firstExpiry(legs)
  const target = Math.min(query.targetYears ?? 0.5 * years, years)
  const terms = { legs, spot, cost: costs.atPrices, limits, discountFactor: first?.discountFactor ?? 1 }
  const outcomes = measuresOf(first, smile, query).map(({ measure, volatility, distribution }) => ({
    measure,
    volatility,
    ...(distribution ? strategyOutcome(terms, distribution) : UNKNOWN),
  }))
  const { symbol } = valued.chain
  return {
    legs,
    spot,
    costs,
    limits,
    breakEvensOnDate: breakEvensAt(legs, spot, costs.atPrices, target),
    greeks: strategyGreeks(legs),
    outcomes,
    touch: first ? touchedLevels(legs, limits, first, smile) : [],
    margin: marginEstimate(legs, { spot, rate: uncoveredRate(symbol), cashSecured: query.cashSecured }),
    grid: gridOf(legs, { spot, cost: costs.atPrices, years, target, atmIv: first?.atmIv ?? Number.NaN }, query),
    ivShifts: query.ivShifts,
    warnings: warningsOf(smile, at(strategyValues(legs, spot, Float64Array.of(spot), 0), 0), costs),
  }
}

function firstExpirationOf(valued: ValuedChain, legs: readonly LegOfChain[]): ValuedExpiration | undefined {
  const indices = legs.flatMap(({ row }) => valued.chain.contracts.expirationIndex[row] ?? [])
  return valued.expirations[Math.min(...indices)]
}

const UNKNOWN: StrategyOutcome = {
  probabilityOfProfit: Number.NaN,
  probabilityOfMaxProfit: Number.NaN,
  probabilityOfMaxLoss: Number.NaN,
  expectedValue: Number.NaN,
  expectedShortfall: Number.NaN,
}

interface OneMeasure {
  readonly measure: Measure
  readonly volatility: number
  readonly distribution: PriceDistribution | null
}

/** All have the forward as their mean. */
function measuresOf(
  first: ValuedExpiration | undefined,
  smile: SmoothSmile | null,
  { volatility, realized }: StrategyQuery,
): OneMeasure[] {
  if (!first) return []
  const lognormal = (own: number) =>
    own > 0 ? lognormalDistribution(first.forward, own * Math.sqrt(first.yearsToExpiry)) : null
  const chosen = volatility ?? first.atmIv
  return [
    { measure: 'implied', volatility: first.atmIv, distribution: smile?.distribution ?? null },
    { measure: 'lognormal', volatility: chosen, distribution: lognormal(chosen) },
    { measure: 'realized', volatility: realized, distribution: lognormal(realized) },
  ]
}

function breakEvensAt(legs: readonly StrategyLeg[], spot: number, cost: number, years: number): number[] {
  const edges = rangesOfProfit((prices) => strategyValues(legs, spot, prices, years).map((value) => value - cost), spot)
  return edges
    .flatMap(({ low, high }: PriceRange) => [low, high])
    .filter((price) => price > 0 && Number.isFinite(price))
}

/** Sold strikes of the first expiration and break-evens, in order of price. */
function touchedLevels(
  legs: readonly StrategyLeg[],
  { breakEvens }: ProfitLimits,
  first: ValuedExpiration,
  smile: SmoothSmile | null,
): TouchedLevel[] {
  const sold = legs.filter(({ quantity, option }) => quantity < 0 && option?.yearsToExpiry === first.yearsToExpiry)
  const strikes = [...new Set(sold.flatMap(({ option }) => (option ? [option.strike] : [])))]
  const deviation = first.atmIv * Math.sqrt(first.yearsToExpiry)
  const distribution = smile?.distribution ?? lognormalDistribution(first.forward, deviation)
  const deviationAt = (price: number) => smile?.curve.at(Math.log(price / first.forward)).s ?? deviation
  const level = (role: TouchedLevel['role']) => (price: number) => ({
    price,
    role,
    ...touchChance(distribution, price, deviationAt(price)),
  })
  const levels = [...strikes.map(level('short_strike')), ...breakEvens.map(level('break_even'))]
  return levels.sort((a, b) => a.price - b.price)
}

interface GridTerms {
  readonly spot: number
  readonly cost: number
  /** To the first expiration, and to the chosen date. */
  readonly years: number
  readonly target: number
  readonly atmIv: number
}

/** Of the standard deviation to the first expiration. */
const USUAL_RANGE = 2
const WIDEST_PCT = 90

function gridOf(legs: readonly StrategyLeg[], terms: GridTerms, query: StrategyQuery): StrategyGrid {
  const { spot, cost, years, target, atmIv } = terms
  const usual = Math.min(100 * USUAL_RANGE * atmIv * Math.sqrt(years), WIDEST_PCT)
  const reach = ((query.priceRangePct ?? usual) / 100) * spot
  const last = query.priceSteps - 1
  const prices = Float64Array.from(
    { length: query.priceSteps },
    (_, index) => spot - reach + (2 * reach * index) / last,
  )
  const dates = Array.from(
    { length: query.dateSteps },
    (_, index) => (years * index) / Math.max(query.dateSteps - 1, 1),
  )
  const profitAt = (time: number, points: number) =>
    strategyValues(legs, spot, prices, time, { points }).map((value) => value - cost)
  return {
    prices,
    years: dates,
    profit: query.ivShifts.map((points) => dates.map((time) => profitAt(time, points))),
    now: profitAt(0, 0),
    onDate: profitAt(target, 0),
    atExpiration: profitAt(years, 0),
  }
}

/** `model` is the value of the legs now. */
function warningsOf(smile: SmoothSmile | null, model: number, { atMid, atBid, atAsk }: StrategyCosts): string[] {
  return [
    ...(smile ? [] : ['There is no smile at the first expiration: implied probabilities are null.']),
    ...(smile?.growths === null
      ? ['The smile is too rough for a distribution: the volatility at the money is used.']
      : []),
    ...(Math.abs(model - atMid) > 0.5 * (atAsk - atBid)
      ? ['Model and quotes disagree: the model value is further from the mid than half the spread.']
      : []),
    ...(Number.isNaN(atBid + atAsk) ? ['A leg has no bid or no ask: a cost that needs it is null.'] : []),
  ]
}
