import { at } from '../../../../lib/math/columns.ts'
import { orNull } from '../../../../lib/math/numbers.ts'
import type { WithWarnings } from '../../../../lib/with-warnings.ts'
import type { FoundStrategies as Answer } from '../../../contract/strategies/find-strategies.ts'
import type { ValuedChain } from '../../valuation/chain-valuation.ts'
import { fillPrice } from '../strategy-leg.ts'
import type { FoundStrategies, FoundStrategy } from './find-strategies.ts'
import type { Rejection } from './search-contracts.ts'
import { SEARCH_FILL, type SearchQuery } from './search-query.ts'

/** What to change where a reason leaves nothing. */
const LOOSER: Readonly<Record<Rejection, string>> = {
  no_bid: 'most contracts have no bid of 0.05: choose an earlier target_date or a busier symbol',
  wide: 'most quotes are wide: raise max_spread_pct',
  open_interest: 'most contracts have little open interest: lower min_open_interest',
  delta: 'most contracts are deep in the money: raise dte_max',
  far_strike: 'most strikes are far away: raise dte_max',
  off_model: 'most quotes are stale or contradict each other: ask again while the market is open',
  no_volatility: 'most contracts have no volatility: ask again while the market is open',
  risk_share: 'most structures risk nearly nothing or nearly everything: give more templates or a later dte_max',
  small_price: 'most structures cost less than 0.05: give more templates or a later dte_max',
  max_loss: 'most structures lose more: raise max_loss',
}

export function searchAnswer(valued: ValuedChain, found: FoundStrategies, query: SearchQuery): WithWarnings<Answer> {
  const { strategies, rejected, considered } = found
  return {
    answer: {
      underlying_price: orNull(valued.spot),
      thesis: {
        price: orNull(found.thesisPrice),
        implied_price: orNull(found.impliedPrice),
        direction: query.targetPrice === null ? query.direction : null,
        target_date: query.targetDate,
        iv_points: query.ivPoints,
        max_loss: query.maxLoss,
      },
      considered,
      rejected: rejected.map(([reason, count]) => ({ reason, count })),
      data: strategies.map((strategy, index) => rowOf(valued, strategy, index + 1, query)),
    },
    warnings: [...found.warnings, ...emptyWarnings(found), RESEARCH],
  }
}

const RESEARCH = 'Chances are risk-neutral or follow from the thesis; this is research data, no advice.'

function emptyWarnings({ strategies, rejected }: FoundStrategies): string[] {
  const [commonest] = rejected
  if (strategies.length === 0) {
    return [`Nothing is left${commonest === undefined ? '' : `: ${LOOSER[commonest[0]]}`}.`]
  }
  if (strategies.some(({ growth }) => growth > 0)) return []
  return ['No structure gains under this thesis after costs: the best one loses least.']
}

function rowOf(valued: ValuedChain, found: FoundStrategy, rank: number, query: SearchQuery): Answer['data'][number] {
  return {
    rank,
    strategy: found.template,
    legs: found.legs.map(({ quantity, row }) => legText(valued, quantity, row)),
    cost: orNull(found.cost),
    max_loss: orNull(found.maxLoss),
    max_profit: orNull(found.maxProfit),
    profit_at_target: orNull(found.profitAtTarget),
    expected_profit: orNull(found.expectedProfit),
    probability_of_profit: orNull(found.probabilityOfProfit),
    probability_implied: orNull(found.probabilityImplied),
    break_evens: [...found.breakEvens],
    buying_power: orNull(found.buyingPower),
    growth: found.growth,
    reason: reasonOf(found, query),
  }
}

function legText({ chain }: ValuedChain, quantity: number, row: number): string {
  const { bid, ask, optionSymbols } = chain.contracts
  const price = fillPrice(quantity, at(bid, row), at(ask, row), SEARCH_FILL)
  return `${quantity} ${optionSymbols[row]?.replaceAll(' ', '')} @ ${Number(price.toFixed(4))}`
}

function reasonOf(found: FoundStrategy, { targetDate }: SearchQuery): string {
  const verb = found.profitAtTarget >= 0 ? 'gains' : 'loses'
  const [profit, loss] = [found.profitAtTarget, found.maxLoss].map((usd) => Math.abs(usd).toFixed(0))
  const [thesis, implied] = [found.probabilityOfProfit, found.probabilityImplied].map((it) => (100 * it).toFixed(0))
  return `At the thesis price on ${targetDate} it ${verb} ${profit} USD and can lose ${loss}; it gains with ${thesis} % under the thesis, ${implied} % as options price it.`
}
