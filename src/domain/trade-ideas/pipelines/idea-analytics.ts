/** What the pipelines look at: the analytics of one symbol at one instant, each part null where it is unknown. */

import type { EarningsRow } from '../../analytics/earnings-moves.ts'
import type { IvTermStructure } from '../../analytics/iv-term-structure.ts'
import type { OptionMetrics } from '../../analytics/option-metrics.ts'
import type { StockQuote } from '../../analytics/stock-quote.ts'
import type { SupportResistance } from '../../analytics/support-resistance.ts'
import type { TrendAnalysis } from '../../analytics/trend.ts'
import type { Accumulation } from '../../flow/accumulation.ts'

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
  /** The contract that was bought most persistently in the session. */
  readonly accumulation: Accumulation | null
  readonly nextEarnings: Pick<EarningsRow, 'report_date' | 'timing' | 'expected_move_pct'> | null
}
