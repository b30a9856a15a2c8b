/** Price and greeks of one European contract in the units of the wire: one row of the pass over columns. */

import { greekColumns } from '../../src/pricing/contract-columns.ts'
import type { Greeks } from '../../src/pricing/european/black.ts'
import { evaluateGreeks } from '../../src/pricing/european/greek-columns.ts'
import { expirationTerms } from './expiration-terms.ts'

/**
 * Greeks at a spot and a forward (USD per share), a continuous rate and a volatility. The yield is the one that turns the
 * spot into the forward. Limits at volatility 0; every field NaN at or after expiry and for input that is not finite.
 */
export function blackGreeks(
  isCall: boolean,
  spot: number,
  forward: number,
  strike: number,
  yearsToExpiry: number,
  volatility: number,
  rate: number,
): Greeks {
  const terms = expirationTerms(spot, Float64Array.of(forward), Float64Array.of(rate), Float64Array.of(yearsToExpiry))
  const rows = {
    count: 1,
    expirationIndex: Uint16Array.of(0),
    isCall: Uint8Array.of(isCall ? 1 : 0),
    strike: Float64Array.of(strike),
  }
  const columns = greekColumns(1)
  evaluateGreeks(terms, rows, Float64Array.of(volatility), columns)
  const value = (column: Float64Array) => column[0] ?? Number.NaN
  return {
    price: value(columns.price),
    delta: value(columns.delta),
    gamma: value(columns.gamma),
    vega: value(columns.vega),
    theta: value(columns.theta),
    rho: value(columns.rho),
    vanna: value(columns.vanna),
    charm: value(columns.charm),
    volga: value(columns.volga),
  }
}
