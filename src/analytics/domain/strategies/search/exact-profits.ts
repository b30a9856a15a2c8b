/** Profit of a candidate with early exercise, in USD a unit. */
import { at } from '../../../../lib/math/columns.ts'
import type { ValuedChain } from '../../valuation/chain-valuation.ts'
import { legFromRow } from '../leg-from-row.ts'
import { type StrategyLeg, sharesOfLeg, strategyCosts } from '../strategy-leg.ts'
import { forwardAfter, strategyValues } from '../strategy-value.ts'
import type { Candidate } from './best-candidates.ts'
import { laterRatio, type Spent } from './later-volatility.ts'
import { SEARCH_FILL, type SearchQuery, STAKES } from './search-query.ts'

const EXPIRED = 1e-6
const SHARES = 100
/** Of the wealth that is left after the worst outcome: beyond it a logarithm has no use. */
const SMALLEST_WEALTH = 1e-6

export interface ExactCandidate extends Candidate {
  readonly strategyLegs: readonly StrategyLeg[]
  /** Paid positive, USD. */
  readonly cost: number
  /** By cell of the thesis. */
  readonly profits: Float64Array
  /** E ln(1 + f·profit/risk). */
  readonly growth: number
}

/** The query with the variance that is spent by its date. */
export interface TargetQuery extends Pick<SearchQuery, 'targetYears' | 'ivPoints' | 'prefer'> {
  readonly spent: Spent
}

export function exactCandidate(
  valued: ValuedChain,
  candidate: Candidate,
  prices: Float64Array,
  query: TargetQuery,
): ExactCandidate {
  const strategyLegs = candidate.legs.map((leg) => legFromRow(valued, { ...leg, price: null }, SEARCH_FILL))
  const cost = strategyCosts(strategyLegs).atPrices
  const profits = profitsAt(valued, strategyLegs, prices, query).map((value) => value - cost)
  const share = STAKES[query.prefer] / (SHARES * candidate.risk)
  const growth = profits.reduce((sum, profit) => sum + Math.log(Math.max(1 + share * profit, SMALLEST_WEALTH)), 0)
  return { ...candidate, strategyLegs, cost, profits, growth: growth / profits.length }
}

/**
 * Value at the target date less the costs of leaving. Legs that live on keep what their quote differs from the model now,
 * less with the root of their time: when nothing happens, the costs are all that is lost.
 */
export function profitsAt(
  valued: ValuedChain,
  legs: readonly StrategyLeg[],
  prices: Float64Array,
  { targetYears, ivPoints, spent }: TargetQuery,
): Float64Array {
  const total = new Float64Array(prices.length)
  for (const leg of legs) {
    const values = strategyValues([laterLeg(leg, spent)], spotOf(leg, valued.spot, spent), prices, targetYears, {
      points: ivPoints,
    })
    const kept = keptOf(leg, valued.spot, targetYears)
    for (let cell = 0; cell < total.length; cell++) total[cell] = at(total, cell) + at(values, cell) + kept
  }
  return total
}

/**
 * The present price to which the forward of a leg belongs, as the forward of the target date implies it: the stated price may
 * be of another instant than the quotes.
 */
function spotOf({ option }: StrategyLeg, stated: number, { years, forward }: Spent): number {
  if (!option || option.yearsToExpiry - years <= EXPIRED) return stated
  return (forward * forwardAfter(option, years)) / option.forward
}

function laterLeg(leg: StrategyLeg, spent: Spent): StrategyLeg {
  const { option } = leg
  return option ? { ...leg, option: { ...option, volatility: laterRatio(option, spent) * option.volatility } } : leg
}

function keptOf(leg: StrategyLeg, spot: number, targetYears: number): number {
  const { option, bid, ask } = leg
  const left = (option?.yearsToExpiry ?? 0) - targetYears
  if (!option || left <= EXPIRED) return 0
  const shares = sharesOfLeg(leg)
  const model = at(strategyValues([{ ...leg, quantity: 1, multiplier: 1 }], spot, Float64Array.of(spot), 0), 0)
  const exit = 0.5 * SEARCH_FILL * (ask - bid)
  return shares * (0.5 * (bid + ask) - model) * Math.sqrt(left / option.yearsToExpiry) - Math.abs(shares) * exit
}
