/**
 * Finds the strategies that suit a thesis best: all structures of limited loss of usable contracts, ranked by the growth of
 * a stake under the thesis after costs (J. Kelly, Bell System Technical Journal 35, 1956), a few that are unlike each other.
 */
import { at } from '../../../../lib/math/columns.ts'
import { chainDistribution } from '../../distribution/chain-distribution.ts'
import type { ValuedChain } from '../../valuation/chain-valuation.ts'
import { marginEstimate, uncoveredRate } from '../margin.ts'
import { profitLimits } from '../profit-limits.ts'
import { BestCandidates, type SearchLeg } from './best-candidates.ts'
import { unlikeEachOther } from './diversify.ts'
import { type Board, Enumeration } from './enumerate.ts'
import { type ExactCandidate, exactCandidate, profitsAt, type TargetQuery } from './exact-profits.ts'
import { profitRows } from './profit-rows.ts'
import { type Rejection, searchContracts } from './search-contracts.ts'
import type { SearchedTemplate, SearchQuery } from './search-query.ts'
import { thesisCells } from './thesis-cells.ts'

const CELLS = 48
/** For the chances of the few that are answered. */
const FINE_CELLS = 480

/** Money is USD a unit, probabilities 0 to 1; NaN is unknown. */
export interface FoundStrategy {
  readonly template: SearchedTemplate
  readonly legs: readonly SearchLeg[]
  readonly cost: number
  readonly maxLoss: number
  readonly maxProfit: number
  readonly profitAtTarget: number
  readonly expectedProfit: number
  readonly probabilityOfProfit: number
  readonly probabilityImplied: number
  readonly breakEvens: readonly number[]
  readonly buyingPower: number
  readonly growth: number
}

export interface FoundStrategies {
  /** Mean of the price under the thesis, and of the options; NaN without a smile. */
  readonly thesisPrice: number
  readonly impliedPrice: number
  readonly considered: number
  readonly rejected: readonly (readonly [Rejection, number])[]
  readonly strategies: readonly FoundStrategy[]
  readonly warnings: readonly string[]
}

export function findStrategies(valued: ValuedChain, query: SearchQuery): FoundStrategies {
  const found = chainDistribution(valued, query.targetDate, query.targetYears)
  const { expirations, rejected } = searchContracts(valued, query)
  if (!found) return { ...NOTHING, rejected: sorted(rejected), warnings: [NO_SMILE] }
  const cells = thesisCells(found, query, CELLS)
  const spent = { years: query.targetYears, variance: found.deviation ** 2, forward: found.distribution.forward }
  const target = { ...query, spent }
  const best = new BestCandidates(query, CELLS, rejected)
  const boards = expirations.map((of): Board => {
    const given = { cells: cells.thesis, query, spent }
    return { of, calls: profitRows(valued, of, of.calls, given), puts: profitRows(valued, of, of.puts, given) }
  })
  const enumeration = new Enumeration(best, CELLS)
  for (const board of boards) enumeration.one(board)
  for (const near of boards) for (const far of boards) enumeration.two(near, far)
  const exact = best.all().map((candidate) => exactCandidate(valued, candidate, cells.thesis, target))
  const fine = thesisCells(found, query, FINE_CELLS)
  const taken = unlikeEachOther(
    exact.filter(({ growth }) => Number.isFinite(growth)),
    query.limit,
  )
  return {
    thesisPrice: cells.mean,
    impliedPrice: found.distribution.forward,
    considered: best.considered,
    rejected: sorted(rejected),
    strategies: taken.map((candidate) => foundStrategy(valued, candidate, target, fine)),
    warnings: found.warnings,
  }
}

const NO_SMILE = 'No expiration with a smile is on or after the target date.'

const NOTHING: FoundStrategies = {
  thesisPrice: Number.NaN,
  impliedPrice: Number.NaN,
  considered: 0,
  rejected: [],
  strategies: [],
  warnings: [],
}

/** The commonest reason first. */
function sorted(rejected: ReadonlyMap<Rejection, number>): (readonly [Rejection, number])[] {
  return [...rejected].sort((a, b) => b[1] - a[1])
}

function foundStrategy(
  valued: ValuedChain,
  candidate: ExactCandidate,
  query: TargetQuery,
  cells: ReturnType<typeof thesisCells>,
): FoundStrategy {
  const { template, legs, strategyLegs, cost, growth } = candidate
  const profit = (prices: Float64Array, points: number) =>
    profitsAt(valued, strategyLegs, prices, { ...query, ivPoints: points }).map((value) => value - cost)
  const thesis = profit(cells.thesis, query.ivPoints)
  const implied = profit(cells.implied, 0)
  const limits = profitLimits(strategyLegs, valued.spot, cost)
  const { symbol } = valued.chain
  const rate = uncoveredRate(symbol)
  return {
    template,
    legs,
    cost,
    maxLoss: limits.maxLoss,
    maxProfit: limits.maxProfit,
    profitAtTarget: at(profit(Float64Array.of(cells.mean), query.ivPoints), 0),
    expectedProfit: thesis.reduce((sum, own) => sum + own, 0) / thesis.length,
    probabilityOfProfit: shareAbove(thesis),
    probabilityImplied: shareAbove(implied),
    breakEvens: limits.breakEvens,
    buyingPower: marginEstimate(strategyLegs, { spot: valued.spot, rate }).buyingPower,
    growth,
  }
}

function shareAbove(profits: Float64Array): number {
  return profits.filter((profit) => profit > 0).length / profits.length
}
