import { orNull } from '../../../lib/math/numbers.ts'
import type { WithWarnings } from '../../../lib/with-warnings.ts'
import type { OptionMetrics } from '../../contract/option-metrics.ts'
import { exposures, leftOut, leftOutWarnings } from '../exposures/exposures.ts'
import type { GammaFigures } from '../exposures/gamma-exposure.ts'
import { exposuresByStrike } from '../exposures/grouped-exposures.ts'
import { maxPain } from '../exposures/max-pain.ts'
import { bothSides, putCallRatio, putCallTotals } from '../exposures/put-call-ratios.ts'
import { constantMaturities, expectedMove, expirationSkew, monthlySkew } from '../smile/constant-maturities.ts'
import { ivRank } from '../smile/iv-rank.ts'
import { volatilityRanges } from '../smile/volatility-ranges.ts'
import type { ValuedChain, ValuedExpiration } from '../valuation/chain-valuation.ts'
import { type ExpirationFilter, emptySelection, selectedExpirations, selectedRows } from './expiration-filter.ts'
import { premiumRatio, type TapeSums } from './premium-ratio.ts'

export interface MetricsQuery extends ExpirationFilter {
  /** iv30 of each session before the chain's, in date order; NaN where it is unknown. */
  readonly iv30Before: readonly number[]
  /** Sums of the day's prints; undefined without a tape. */
  readonly tape?: TapeSums | undefined
}

/** Key figures of the selected expirations. `gamma` must be of the same chain and expirations. NaN becomes null. */
export function optionMetrics(
  valued: ValuedChain,
  gamma: GammaFigures,
  query: MetricsQuery,
): WithWarnings<OptionMetrics> {
  const selected = selectedRows(valued, query)
  const totals = putCallTotals(valued.chain.contracts, valued.mid, selected)
  const premium = premiumRatio(totals, query.tape)
  const { netDex, netVanna, netCharm } = exposures(valued, selected)
  const maturities = constantMaturities(valued)
  const { iv30 } = maturities.answer
  const rank = ivRank([...query.iv30Before, iv30])
  const expiration = expirationOfMetrics(valued, query)
  const ranges = volatilityRanges(valued)
  const place = expiration ? valued.expirations.indexOf(expiration) : -1
  const move = expiration ? expectedMove(expiration) : Number.NaN
  const skew = query.expirationDate && expiration ? expirationSkew(expiration) : monthlySkew(valued, iv30)
  return {
    answer: {
      underlying_price: orNull(valued.spot),
      put_call_ratio_volume: orNull(putCallRatio(totals.volume)),
      put_call_ratio_open_interest: orNull(putCallRatio(totals.openInterest)),
      ...premium.answer,
      atm_iv: orNull(expiration?.atmIv ?? Number.NaN),
      atm_iv_range: ranges.atmIv[place] ?? null,
      iv30: orNull(iv30),
      iv30_range: ranges.iv30,
      ...rank.answer,
      ...gamma.answer,
      net_dex: orNull(netDex),
      net_vanna_exposure: orNull(netVanna),
      net_charm_exposure: orNull(netCharm),
      max_pain: orNull(maxPain(exposuresByStrike(valued, selected))),
      expected_move: orNull(move),
      expected_move_expiration: expiration?.expirationDate ?? null,
      expected_move_range: ranges.expectedMove[place] ?? null,
      expected_move_pct: orNull((100 * move) / (expiration?.referencePrice ?? Number.NaN)),
      rr25: orNull(skew.rr25),
      bf25: orNull(skew.bf25),
      total_volume: orNull(bothSides(totals.volume)),
      total_open_interest: orNull(bothSides(totals.openInterest)),
    },
    warnings: [
      ...valued.warnings,
      ...leftOutWarnings(leftOut(valued, selected)),
      ...gamma.warnings,
      ...maturities.warnings,
      ...rank.warnings,
      ...premium.warnings,
      ...emptySelection(valued, query),
    ],
  }
}

/** The requested date (its pm settlement, if there are two), else the first expiration after today, else the first. */
function expirationOfMetrics(valued: ValuedChain, query: ExpirationFilter): ValuedExpiration | undefined {
  const included = selectedExpirations(valued, query)
  if (query.expirationDate) return included.at(-1)
  return included.find(({ dte }) => dte >= 1) ?? included[0]
}
