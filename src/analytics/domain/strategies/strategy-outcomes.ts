/** What a strategy pays at its first expiration under a distribution of the price. Probabilities are 0 to 1, money is USD. */
import { at } from '../../../lib/math/columns.ts'
import { type Cell, cellsOf, type PriceDistribution } from '../distribution/price-distribution.ts'
import { type PriceRange, type ProfitLimits, profitAtFirstExpiry } from './profit-limits.ts'
import { firstExpiry, type StrategyLeg, sharesOfLeg } from './strategy-leg.ts'
import { strategyValues } from './strategy-value.ts'

export interface StrategyOutcome {
  readonly probabilityOfProfit: number
  /** NaN where that profit or loss is unlimited, or with legs that live on: then a single price has it. */
  readonly probabilityOfMaxProfit: number
  readonly probabilityOfMaxLoss: number
  /** e^(−rT)·E[value] − cost. */
  readonly expectedValue: number
  /** Mean profit of the worst 5 % of the outcomes; a loss is negative. */
  readonly expectedShortfall: number
}

/** Share of the outcomes that the shortfall is the mean of. */
const WORST = 0.05

interface OutcomeTerms {
  readonly legs: readonly StrategyLeg[]
  readonly spot: number
  readonly cost: number
  readonly limits: ProfitLimits
  /** e^(−rT) to the first expiration. */
  readonly discountFactor: number
}

export function strategyOutcome(
  { legs, spot, cost, limits, discountFactor }: OutcomeTerms,
  distribution: PriceDistribution,
): StrategyOutcome {
  const first = firstExpiry(legs)
  const later = legs.filter(({ option }) => option !== null && option.yearsToExpiry > first)
  const ending = legs.filter((leg) => !later.includes(leg))
  const corners = [...ending.flatMap(({ option }) => (option ? [option.strike] : [])), ...limits.breakEvens]
  const cells = cellsOf(distribution, corners)
  const expectedEnd = ending.reduce((sum, leg) => sum + sharesOfLeg(leg) * expectedPayoff(leg, distribution), 0)
  const expectedLater =
    later.length > 0 ? smoothExpectation(distribution, (prices) => strategyValues(later, spot, prices, first)) : 0
  const profit = profitAtFirstExpiry(legs, spot, cost)
  const chance = (ranges: readonly PriceRange[]) => probabilityOf(distribution, ranges)
  return {
    probabilityOfProfit: chance(limits.profitable),
    probabilityOfMaxProfit: limits.maxProfitUnlimited || later.length > 0 ? Number.NaN : chance(limits.atMaxProfit),
    probabilityOfMaxLoss: limits.maxLossUnlimited || later.length > 0 ? Number.NaN : chance(limits.atMaxLoss),
    expectedValue: discountFactor * (expectedEnd + expectedLater) - cost,
    expectedShortfall: shortfall(cells, profit(Float64Array.from(cells, ({ mean }) => mean))),
  }
}

/** E[payoff] per share, exact: from the option prices of the distribution. */
function expectedPayoff({ option }: StrategyLeg, { forward, call, put }: PriceDistribution): number {
  if (!option) return forward
  return option.isCall ? call(option.strike) : put(option.strike)
}

function probabilityOf({ below }: PriceDistribution, ranges: readonly PriceRange[]): number {
  const upTo = (price: number) => (price === Number.POSITIVE_INFINITY ? 1 : below(price))
  return ranges.reduce((sum, { low, high }) => sum + upTo(high) - upTo(low), 0)
}

/** Cells of the expectation of a smooth function, and of the same with half as many. */
const SMOOTH_CELLS = 1024

/** Expectation of a function without corners: the error of cells falls with their squared width and is extrapolated away. */
function smoothExpectation(distribution: PriceDistribution, f: (prices: Float64Array) => Float64Array): number {
  const sumOf = (count: number) => {
    const cells = cellsOf(distribution, [], count)
    const values = f(Float64Array.from(cells, ({ mean }) => mean))
    return cells.reduce((sum, { probability }, index) => sum + probability * at(values, index), 0)
  }
  return (4 * sumOf(SMOOTH_CELLS) - sumOf(SMOOTH_CELLS / 2)) / 3
}

function shortfall(cells: readonly Cell[], profits: Float64Array): number {
  const worst = cells.map(({ probability }, index) => ({ probability, profit: at(profits, index) }))
  worst.sort((a, b) => a.profit - b.profit)
  let [left, sum] = [WORST, 0]
  for (const { probability, profit } of worst) {
    const part = Math.min(probability, left)
    sum += part * profit
    left -= part
    if (left <= 0) break
  }
  return sum / WORST
}
