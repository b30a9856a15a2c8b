/** What the holder of an American contract gains by exercise at once instead of holding it to expiration. */
import { at, indexAt } from '../../../lib/math/columns.ts'
import { blackPrice } from '../../../pricing/european/black.ts'
import type { ValuedChain } from '../valuation/chain-valuation.ts'

/**
 * Exercise value − Black price on the forward at the strike's volatility, USD per share. Positive values are the dividend
 * or interest that holding loses, less the time value that exercise gives up: the risk of assignment of the short side.
 * NaN for European and expired contracts, out of the money, and without a volatility.
 */
export function exerciseAdvantage(valued: ValuedChain, row: number): number {
  const { contracts } = valued.chain
  const index = indexAt(contracts.expirationIndex, row)
  const expiration = valued.expirations[index]
  const pricing = valued.pricings[index]
  if (!expiration || !pricing || expiration.style !== 'american') return Number.NaN
  const isCall = contracts.isCall[row] === 1
  const strike = at(contracts.strike, row)
  const spot = pricing.terms.spot + (pricing.terms.dividendValue ?? 0)
  const intrinsic = isCall ? spot - strike : strike - spot
  if (!(intrinsic > 0)) return Number.NaN
  const { forward, yearsToExpiry, discountFactor } = expiration
  return intrinsic - blackPrice(isCall, forward, strike, yearsToExpiry, at(valued.volatility, row), discountFactor)
}
