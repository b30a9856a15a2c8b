import { putCallRatio } from '../../../analytics/domain/exposures/put-call-ratios.ts'
import { orNull } from '../../../lib/math/numbers.ts'
import { significant } from '../../../lib/math/significant.ts'
import type { FlowSummary } from '../../contract/flow-summary.ts'
import { type FlowSums, netPremium } from './flow-sums.ts'

const DIGITS = 12

/** The summary of sums in USD. Ratios and shares without a denominator are null. */
export function flowSummary(sums: FlowSums): FlowSummary {
  const { bullishPremium, bearishPremium, neutralPremium } = sums
  const total = bullishPremium + bearishPremium + neutralPremium
  const share = (premium: number) => orNull(significant((100 * premium) / total, DIGITS))
  return {
    row_count: sums.rows,
    call_premium: sums.callPremium,
    put_premium: sums.putPremium,
    call_volume: sums.callVolume,
    put_volume: sums.putVolume,
    put_call_ratio_volume: orNull(putCallRatio({ call: sums.callVolume, put: sums.putVolume })),
    put_call_ratio_premium: orNull(putCallRatio({ call: sums.callPremium, put: sums.putPremium })),
    bullish_premium: bullishPremium,
    bearish_premium: bearishPremium,
    neutral_premium: neutralPremium,
    bullish_pct: share(bullishPremium),
    bearish_pct: share(bearishPremium),
    neutral_pct: share(neutralPremium),
    net_premium: netPremium(sums),
  }
}
