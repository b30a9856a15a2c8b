import type { Sentiment, TradeType } from '../flow/flow-row.ts'
import type { Side } from '../flow/print-side.ts'
import type { TradeIdea } from '../trade-ideas/trade-idea.ts'

/**
 * What rules of the source `option_flow` look at: of a classified print the fields of a row of `options_flow`. Unknown is
 * null, and meets no condition.
 */
export interface FlowSubject {
  readonly id: string
  /** ISO 8601 UTC with milliseconds. */
  readonly executed_at: string
  readonly symbol: string
  readonly option_symbol: string
  readonly option_type: 'call' | 'put'
  readonly strike: number
  readonly expiration_date: string
  readonly dte: number
  readonly side: Side | null
  readonly side_label: string | null
  /** Contracts. */
  readonly size: number
  /** USD. */
  readonly premium: number
  readonly volume_oi_ratio: number | null
  readonly trade_type: TradeType | null
  readonly sentiment: Sentiment | null
  /** 0 to 100. */
  readonly unusual_score: number | null
  readonly alert_types: readonly string[]
}

/** What rules of the source `trade_idea` look at. */
export interface IdeaSubject
  extends Pick<
    TradeIdea,
    'symbol' | 'direction' | 'strategy' | 'model' | 'entry_price' | 'target_price' | 'stop_price'
  > {
  readonly id: string
  /** 0 to 1. */
  readonly confidence: number | null
  /** Why, in a sentence or two; null where the idea says nothing. */
  readonly thesis: string | null
}
