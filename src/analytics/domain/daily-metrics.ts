/**
 * The stored figures of a session's last chain, over all its unexpired contracts. A pure function of the chain with its
 * dividends and imported rates, so the history of a symbol does not depend on the order of imports.
 */
import type { DailyMetrics } from '../../market/domain/daily-metrics.ts'
import type { OptionChain } from '../../market/domain/options/chain.ts'
import { selectedRows } from './chain/expiration-filter.ts'
import { type GammaFigures, gammaFigures } from './exposures/gamma-exposure.ts'
import { exposuresByStrike } from './exposures/grouped-exposures.ts'
import { maxPain } from './exposures/max-pain.ts'
import { bothSides, putCallRatio, putCallTotals } from './exposures/put-call-ratios.ts'
import { constantMaturities, monthlySkew } from './smile/constant-maturities.ts'
import { type ValuedChain, valuedChain } from './valuation/chain-valuation.ts'

/** Values the chain first; `metricsOfChain` takes a valuation that exists. */
export function dailyMetrics(chain: OptionChain): DailyMetrics {
  const valued = valuedChain(chain)
  return metricsOfChain(valued, gammaFigures(valued, {}))
}

/** The same of a chain that is valued already; `gamma` must be of all its expirations. */
export function metricsOfChain(valued: ValuedChain, gamma: GammaFigures): DailyMetrics {
  const selected = selectedRows(valued, {})
  const { volume, openInterest } = putCallTotals(valued.chain.contracts, valued.mid, selected)
  const maturities = constantMaturities(valued).answer
  const { net_gex: netGex, call_wall: callWall, put_wall: putWall, gamma_flip: gammaFlip } = gamma.answer
  return {
    underlyingPrice: valued.spot,
    ...maturities,
    rr25: monthlySkew(valued, maturities.iv30).rr25,
    netGex: netGex ?? Number.NaN,
    callWall: callWall ?? Number.NaN,
    putWall: putWall ?? Number.NaN,
    gammaFlip: gammaFlip ?? Number.NaN,
    putCallRatioVolume: putCallRatio(volume),
    putCallRatioOpenInterest: putCallRatio(openInterest),
    maxPain: maxPain(exposuresByStrike(valued, selected)),
    totalOpenInterest: bothSides(openInterest),
  }
}
