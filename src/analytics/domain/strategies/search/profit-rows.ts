/** Profit of each contract, bought and sold, in every cell at the target date, USD per share after costs. */
import { at } from '../../../../lib/math/columns.ts'
import { blackPrice } from '../../../../pricing/european/black.ts'
import type { ValuedChain } from '../../valuation/chain-valuation.ts'
import { shiftedVolatility } from '../../valuation/iv-shift.ts'
import { laterRatio, type Spent } from './later-volatility.ts'
import type { SearchContract, SearchExpiration } from './search-contracts.ts'
import { SEARCH_FILL, type SearchQuery } from './search-query.ts'

/** Half a minute: rounding between instants is no time to expiry. */
const EXPIRED = 1e-6

/** Contracts of one right and expiration, with a row of profits each: contract after contract, cell after cell. */
export interface ProfitRows {
  readonly contracts: readonly SearchContract[]
  readonly bought: Float64Array
  readonly sold: Float64Array
}

export function paidFor({ mid, halfSpread }: SearchContract): number {
  return mid + SEARCH_FILL * halfSpread
}

export function receivedFor({ mid, halfSpread }: SearchContract): number {
  return mid - SEARCH_FILL * halfSpread
}

/** European values; the best candidates are valued again with early exercise. */
export function profitRows(
  valued: ValuedChain,
  { index, expiration }: SearchExpiration,
  contracts: readonly SearchContract[],
  { cells, query, spent }: { readonly cells: Float64Array; readonly query: SearchQuery; readonly spent: Spent },
): ProfitRows {
  const size = cells.length
  const [bought, sold] = [new Float64Array(contracts.length * size), new Float64Array(contracts.length * size)]
  const left = expiration.yearsToExpiry - query.targetYears
  const lives = left > EXPIRED
  // A price of the mean leaves the forward where it is.
  const forwardPerPrice = expiration.forward / spent.forward
  const ratio = laterRatio(expiration, spent)
  const discount = Math.exp(-at(valued.terms.rate, index) * left)
  for (const [place, contract] of contracts.entries()) {
    const { isCall, strike, volatility, mid, halfSpread } = contract
    const z = Math.log(strike / expiration.forward) / (expiration.atmIv * Math.sqrt(expiration.yearsToExpiry))
    const later = shiftedVolatility(ratio * volatility, z, { points: query.ivPoints })
    const exit = lives ? SEARCH_FILL * halfSpread : 0
    const kept = lives ? (mid - priceNow(contract, expiration)) * Math.sqrt(left / expiration.yearsToExpiry) : 0
    const valueAt = lives
      ? (price: number) => kept + blackPrice(isCall, forwardPerPrice * price, strike, left, later, discount)
      : (price: number) => Math.max(isCall ? price - strike : strike - price, 0)
    for (let cell = 0; cell < size; cell++) {
      const value = valueAt(at(cells, cell))
      bought[place * size + cell] = value - exit - paidFor(contract)
      sold[place * size + cell] = receivedFor(contract) - exit - value
    }
  }
  return { contracts, bought, sold }
}

function priceNow({ isCall, strike, volatility }: SearchContract, expiration: SearchExpiration['expiration']): number {
  const { forward, yearsToExpiry, discountFactor } = expiration
  return blackPrice(isCall, forward, strike, yearsToExpiry, volatility, discountFactor)
}
