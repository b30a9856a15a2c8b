import { at, indexAt } from '../../../lib/math/columns.ts'
import type { ValuedChain } from '../valuation/chain-valuation.ts'
import { dividendsBefore } from '../valuation/dated-dividends.ts'
import { fillPrice, type LegOption, type StrategyLeg } from './strategy-leg.ts'
import { STOCK_ROW } from './template-legs.ts'

/** A leg of the chain; row −1 is the stock. */
export interface LegOfChain {
  readonly quantity: number
  readonly row: number
  /** USD per share, where the caller gives one. */
  readonly price: number | null
}

/**
 * The leg with its terms. `fill` is the share of half the spread that is paid where no price is given; the stock is filled
 * at its price. A bid of 0 is no bid: `bid` is then unknown.
 */
export function legFromRow(valued: ValuedChain, { quantity, row, price }: LegOfChain, fill: number): StrategyLeg {
  const { spot, chain } = valued
  if (row === STOCK_ROW) return { quantity, multiplier: 1, option: null, bid: spot, ask: spot, price: price ?? spot }
  const { contracts } = chain
  const [bid, ask] = [at(contracts.bid, row), at(contracts.ask, row)]
  return {
    quantity,
    multiplier: at(contracts.multiplier, row),
    option: optionOfRow(valued, row),
    bid: bid > 0 ? bid : Number.NaN,
    ask: ask > 0 ? ask : Number.NaN,
    price: price ?? fillPrice(quantity, bid, ask, fill),
  }
}

function optionOfRow({ chain, expirations, terms, volatility }: ValuedChain, row: number): LegOption | null {
  const { contracts } = chain
  const index = indexAt(contracts.expirationIndex, row)
  const [expiration, listed] = [expirations[index], chain.expirations[index]]
  if (!expiration || !listed) return null
  return {
    isCall: contracts.isCall[row] === 1,
    strike: at(contracts.strike, row),
    isAmerican: expiration.style === 'american',
    yearsToExpiry: expiration.yearsToExpiry,
    volatility: at(volatility, row),
    atmIv: expiration.atmIv,
    forward: expiration.forward,
    rate: at(terms.rate, index),
    dividendYield: at(terms.dividendYield, index),
    dividends: dividendsBefore(chain, listed),
  }
}
