/**
 * The stored figures of a session's last chain, over all its unexpired contracts. A pure function of the chain with its
 * dividends and imported rates, so the history of a symbol does not depend on the order of imports.
 */
import type { DailyMetrics } from '../../market/domain/daily-metrics.ts'
import type { OptionChain } from '../../market/domain/options/chain.ts'
import { selectedRows } from './chain/expiration-filter.ts'
import { gammaFigures } from './exposures/gamma-exposure.ts'
import { exposuresByStrike } from './exposures/grouped-exposures.ts'
import { maxPain } from './exposures/max-pain.ts'
import { bothSides, putCallRatio, putCallTotals } from './exposures/put-call-ratios.ts'
import { constantMaturities } from './smile/constant-maturities.ts'
import { valuedChain } from './valuation/chain-valuation.ts'

export function dailyMetrics(chain: OptionChain): DailyMetrics {
  const valued = valuedChain(chain)
  const selected = selectedRows(valued, {})
  const { volume, openInterest } = putCallTotals(chain.contracts, valued.mid, selected)
  const gamma = gammaFigures(valued, {}).answer
  return {
    underlyingPrice: valued.spot,
    ...constantMaturities(valued).answer,
    netGex: gamma.net_gex ?? Number.NaN,
    callWall: gamma.call_wall ?? Number.NaN,
    putWall: gamma.put_wall ?? Number.NaN,
    gammaFlip: gamma.gamma_flip ?? Number.NaN,
    putCallRatioVolume: putCallRatio(volume),
    putCallRatioOpenInterest: putCallRatio(openInterest),
    maxPain: maxPain(exposuresByStrike(valued, selected)),
    totalOpenInterest: bothSides(openInterest),
  }
}
