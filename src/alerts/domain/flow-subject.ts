import type { Sentiment, TradeType } from '../../flow/domain/flow-row.ts'
import type { Side } from '../../flow/domain/tape/print-side.ts'

/**
 * The subject of rules on `option_flow`: the fields of a classified print that are in a row of `options_flow`. An
 * unknown value is null and meets no condition.
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
