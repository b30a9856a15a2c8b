/** The figures of a strategy as an answer. */
import { at, indexAt } from '../../../lib/math/columns.ts'
import { orNull } from '../../../lib/math/numbers.ts'
import type { StrategyAnalysis } from '../../contract/strategies/strategy-analysis.ts'
import type { ValuedChain } from '../valuation/chain-valuation.ts'
import type { LegOfChain } from './leg-from-row.ts'
import type { StrategyFigures, StrategyGrid } from './strategy-figures.ts'
import { type StrategyLeg, sharesOfLeg } from './strategy-leg.ts'
import { strategyName } from './strategy-name.ts'
import type { RiskRow } from './strategy-risks.ts'

export interface StrategyDates {
  readonly asOfMs: number
  /** The chosen date, YYYY-MM-DD. */
  readonly targetDate: string
}

const MS_PER_YEAR = 525_600 * 60_000

export function strategyAnswer(
  valued: ValuedChain,
  chosen: readonly LegOfChain[],
  figures: StrategyFigures,
  risks: readonly RiskRow[],
  { asOfMs, targetDate }: StrategyDates,
): StrategyAnalysis {
  const { costs, limits, greeks, margin, grid, spot } = figures
  const rows = chosen.flatMap(({ row }) => (row >= 0 ? [row] : []))
  const first = valued.expirations[Math.min(...rows.map((row) => indexAt(valued.chain.contracts.expirationIndex, row)))]
  return {
    strategy: nameOf(valued, chosen),
    underlying_price: orNull(spot),
    first_expiration: first?.expirationDate ?? '',
    target_date: targetDate,
    legs: figures.legs.map((leg, index) => legRow(valued, leg, chosen[index]?.row ?? -1)),
    cost: orNull(costs.atPrices),
    cost_bid: orNull(costs.atBid),
    cost_mid: orNull(costs.atMid),
    cost_ask: orNull(costs.atAsk),
    max_profit: orNull(limits.maxProfit),
    max_loss: orNull(limits.maxLoss),
    max_profit_unlimited: limits.maxProfitUnlimited,
    max_loss_unlimited: limits.maxLossUnlimited,
    break_evens: [...limits.breakEvens],
    break_evens_on_date: [...figures.breakEvensOnDate],
    greeks: {
      delta: orNull(greeks.delta),
      delta_usd: orNull(greeks.delta * spot),
      gamma: orNull(greeks.gamma),
      theta: orNull(greeks.theta),
      vega: orNull(greeks.vega),
      rho: orNull(greeks.rho),
      vanna: orNull(greeks.vanna),
      charm: orNull(greeks.charm),
    },
    outcomes: figures.outcomes.map(({ measure, volatility, ...outcome }) => ({
      measure,
      volatility: orNull(volatility),
      probability_of_profit: orNull(outcome.probabilityOfProfit),
      probability_of_max_profit: orNull(outcome.probabilityOfMaxProfit),
      probability_of_max_loss: orNull(outcome.probabilityOfMaxLoss),
      expected_value: orNull(outcome.expectedValue),
      expected_shortfall: orNull(outcome.expectedShortfall),
    })),
    touch: figures.touch.map(({ price, role, closeBeyond, probability, upperBound }) => ({
      price,
      role,
      close_beyond: orNull(closeBeyond),
      probability: orNull(probability),
      upper_bound: orNull(upperBound),
    })),
    margin: { requirement: orNull(margin.requirement), buying_power: orNull(margin.buyingPower), rule: margin.rule },
    return_on_risk_pct: limits.maxLoss < 0 ? orNull((100 * limits.maxProfit) / -limits.maxLoss) : null,
    return_on_margin_pct: margin.buyingPower > 0 ? orNull((100 * limits.maxProfit) / margin.buyingPower) : null,
    liquidity: liquidityOf(valued, figures, rows),
    risks: [...risks],
    grid: gridAnswer(grid, asOfMs, figures.ivShifts),
    payoff: Array.from(grid.prices, (price, index) => ({
      price,
      now: orNull(at(grid.now, index)),
      on_date: orNull(at(grid.onDate, index)),
      at_expiration: orNull(at(grid.atExpiration, index)),
    })),
  }
}

function nameOf({ chain }: ValuedChain, chosen: readonly LegOfChain[]): string {
  return strategyName(
    chosen.map(({ quantity, row }) => ({
      quantity,
      isCall: row < 0 ? null : chain.contracts.isCall[row] === 1,
      strike: at(chain.contracts.strike, row),
      settlesAtMs: chain.expirations[indexAt(chain.contracts.expirationIndex, row)]?.settlesAtMs ?? 0,
    })),
  )
}

function legRow(valued: ValuedChain, leg: StrategyLeg, row: number): StrategyAnalysis['legs'][number] {
  const { contracts } = valued.chain
  const { quantity, option, bid, ask, price } = leg
  const expiration = valued.expirations[indexAt(contracts.expirationIndex, row)]
  return {
    quantity,
    kind: option ? (option.isCall ? 'call' : 'put') : 'stock',
    price: orNull(price),
    spread_pct: option ? orNull((100 * (ask - bid)) / (0.5 * (ask + bid))) : null,
    option_symbol: contracts.optionSymbols[row] ?? null,
    strike: orNull(at(contracts.strike, row)),
    expiration_date: option ? (expiration?.expirationDate ?? null) : null,
    bid: orNull(bid),
    ask: orNull(ask),
    implied_volatility: orNull(at(valued.volatility, row)),
    delta: option ? orNull(at(valued.delta, row)) : 1,
    open_interest: orNull(at(contracts.openInterest, row)),
    volume: orNull(at(contracts.volume, row)),
  }
}

function liquidityOf(
  { chain }: ValuedChain,
  { costs, legs }: StrategyFigures,
  rows: readonly number[],
): StrategyAnalysis['liquidity'] {
  const spreadCost = costs.atAsk - costs.atBid
  const gross = legs.reduce(
    (sum, leg) => sum + Math.abs(sharesOfLeg(leg)) * (leg.option ? 0.5 * (leg.bid + leg.ask) : 0),
    0,
  )
  const least = (column: Float64Array) => orNull(Math.min(...rows.map((row) => at(column, row))))
  return {
    spread_cost: orNull(spreadCost),
    spread_cost_pct: gross > 0 ? orNull((100 * spreadCost) / gross) : null,
    least_open_interest: least(chain.contracts.openInterest),
    least_volume: least(chain.contracts.volume),
  }
}

function gridAnswer(
  { prices, years, profit }: StrategyGrid,
  asOfMs: number,
  shifts: readonly number[],
): StrategyAnalysis['grid'] {
  return {
    prices: [...prices],
    dates: years.map((time) => new Date(Math.round((asOfMs + time * MS_PER_YEAR) / 1000) * 1000).toISOString()),
    iv_shifts: [...shifts],
    profit: profit.map((dates) => dates.map((values) => Array.from(values, orNull))),
  }
}
