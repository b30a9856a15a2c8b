/** What the builder draws and lists at once, computed in the browser by the domain of the service. */
import type { Margin, MarginTerms } from '../../../analytics/domain/strategies/margin.ts'
import { marginEstimate } from '../../../analytics/domain/strategies/margin.ts'
import { type ProfitLimits, profitLimits } from '../../../analytics/domain/strategies/profit-limits.ts'
import {
  firstExpiry,
  type StrategyCosts,
  type StrategyLeg,
  strategyCosts,
} from '../../../analytics/domain/strategies/strategy-leg.ts'
import {
  type StrategyGreeks,
  strategyGreeks,
  strategyValues,
} from '../../../analytics/domain/strategies/strategy-value.ts'

export interface PictureTerms {
  readonly spot: number
  /** Of the chart, USD. */
  readonly low: number
  readonly high: number
  /** Years from now to the chosen date. */
  readonly years: number
  /** Volatility points that are added on the chosen date. */
  readonly ivPoints: number
  readonly margin: MarginTerms
  /** Implied probability of a lower price at the first expiration; null while it is unknown. */
  readonly below: ((price: number) => number) | null
}

export interface StrategyPicture {
  readonly costs: StrategyCosts
  readonly limits: ProfitLimits
  readonly greeks: StrategyGreeks
  readonly margin: Margin
  /** 0 to 1; NaN while it is unknown. */
  readonly probabilityOfProfit: number
  /** Ascending, with every strike and break-even of the range, so that corners are sharp. */
  readonly prices: Float64Array
  /** Profit in USD by price: now, on the chosen date, and at the first expiration. */
  readonly now: Float64Array
  readonly onDate: Float64Array
  readonly atExpiration: Float64Array
}

const STEPS = 120

export function strategyPicture(legs: readonly StrategyLeg[], terms: PictureTerms): StrategyPicture {
  const { spot, years, ivPoints, below } = terms
  const costs = strategyCosts(legs)
  const cost = costs.atPrices
  const limits = profitLimits(legs, spot, cost)
  const prices = pricesOf(legs, limits, terms)
  const profit = (time: number, points: number) =>
    strategyValues(legs, spot, prices, time, { points }).map((value) => value - cost)
  const last = firstExpiry(legs)
  return {
    costs,
    limits,
    greeks: strategyGreeks(legs),
    margin: marginEstimate(legs, terms.margin),
    probabilityOfProfit: below ? probabilityOf(limits, below) : Number.NaN,
    prices,
    now: profit(0, 0),
    onDate: profit(Math.min(years, last), ivPoints),
    atExpiration: profit(last, 0),
  }
}

function pricesOf(
  legs: readonly StrategyLeg[],
  { breakEvens }: ProfitLimits,
  { low, high }: Pick<PictureTerms, 'low' | 'high'>,
): Float64Array {
  const even = Array.from({ length: STEPS + 1 }, (_, index) => low + ((high - low) * index) / STEPS)
  const strikes = legs.flatMap(({ option }) => (option ? [option.strike] : []))
  const corners = [...strikes, ...breakEvens].filter((price) => price > low && price < high)
  return Float64Array.from(new Set([...even, ...corners])).sort()
}

function probabilityOf({ profitable }: ProfitLimits, below: (price: number) => number): number {
  return profitable.reduce((sum, { low, high }) => sum + (Number.isFinite(high) ? below(high) : 1) - below(low), 0)
}
