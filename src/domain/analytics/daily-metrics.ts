/**
 * The figures of a session's last chain that are worth keeping, over all its unexpired contracts. A pure function of the
 * chain, so the history of a symbol does not depend on when or in what order its chains became known.
 */
import type { OptionChain } from '../market/chain.ts'
import { valuedChain } from './chain-valuation.ts'
import { gammaFigures } from './gamma-exposure.ts'
import { maxPain } from './max-pain.ts'
import { bothSides, putCallRatio, putCallTotals } from './put-call-ratios.ts'
import { selectedRows } from './row-selection.ts'
import { exposuresByStrike } from './strike-exposures.ts'
import { constantMaturities } from './volatility-figures.ts'

/** Counted up when a formula behind these figures changes, so that what was kept of older ones is made anew. */
export const METRICS_METHOD = 1

/** Prices and strikes in USD of that day's shares, never adjusted; GEX in USD per 1 % move; NaN is unknown. */
export interface DailyMetrics {
  readonly underlyingPrice: number
  /** Decimals per year. */
  readonly iv30: number
  readonly iv60: number
  readonly iv90: number
  readonly netGex: number
  readonly callWall: number
  readonly putWall: number
  readonly gammaFlip: number
  readonly putCallRatioVolume: number
  readonly putCallRatioOpenInterest: number
  readonly maxPain: number
  /** Contracts. */
  readonly totalOpenInterest: number
}

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
