/** Input of the pipelines: the analytics of one symbol at one instant; unknown parts are null. */

import type { EarningsRow } from '../../../analytics/contract/earnings-row.ts'
import type { IvTermStructure } from '../../../analytics/contract/iv-term-structure.ts'
import type { OptionMetrics } from '../../../analytics/contract/option-metrics.ts'
import type { StockQuote } from '../../../analytics/contract/stock-quote.ts'
import type { SupportResistance } from '../../../analytics/contract/support-resistance.ts'
import type { TrendAnalysis } from '../../../analytics/contract/trend-analysis.ts'
import type { Accumulation } from '../../../flow/domain/sums/accumulation.ts'

type Level = Pick<SupportResistance['support'][number], 'price' | 'strength' | 'sources'>

export interface IdeaAnalytics {
  readonly symbol: string
  /** New York trading date of the quote. */
  readonly sessionDate: string
  readonly quote: Pick<StockQuote, 'price' | 'change_pct'> | null
  readonly metrics: Pick<
    OptionMetrics,
    'iv30' | 'iv_rank' | 'net_gex' | 'call_wall' | 'put_wall' | 'gamma_flip' | 'gamma_regime'
  > | null
  readonly termStructure: Pick<IvTermStructure, 'iv_minus_rv30' | 'state'> | null
  /** The nearest first. */
  readonly levels: { readonly support: readonly Level[]; readonly resistance: readonly Level[] } | null
  readonly trend: {
    readonly score: TrendAnalysis['score']
    readonly indicators: Pick<TrendAnalysis['indicators'], 'adx_14' | 'atr_14'>
  } | null
  /** Premium of the session's prints by sentiment, USD. */
  readonly flow: { readonly bullishPremium: number; readonly bearishPremium: number } | null
  /** The contract that most trades of an accumulation are in, by the model of the score. */
  readonly accumulation: Accumulation | null
  readonly nextEarnings: Pick<EarningsRow, 'report_date' | 'timing' | 'expected_move_pct'> | null
}
