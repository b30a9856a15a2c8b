import type { IdeaDirection } from '../trade-ideas/trade-idea.ts'

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
  readonly side: PrintSide | null
  readonly side_label: string | null
  /** Contracts. */
  readonly size: number
  /** USD. */
  readonly premium: number
  readonly volume_oi_ratio: number | null
  readonly trade_type: PrintTradeType | null
  readonly sentiment: 'bullish' | 'bearish' | 'neutral' | null
  /** 0 to 100. */
  readonly unusual_score: number | null
  readonly alert_types: readonly string[]
}

/** What rules of the source `trade_idea` look at. */
export interface IdeaSubject {
  readonly id: string
  readonly symbol: string
  readonly direction: IdeaDirection
  readonly strategy: string
  readonly model: string | null
  readonly entry_price: number | null
  readonly target_price: number | null
  readonly stop_price: number | null
  /** 0 to 1. */
  readonly confidence: number | null
  /** Why, in a sentence or two; null where the idea says nothing. */
  readonly thesis: string | null
}

export const PRINT_SIDES = ['above_ask', 'at_ask', 'mid', 'at_bid', 'below_bid'] as const
export type PrintSide = (typeof PRINT_SIDES)[number]

export const PRINT_TRADE_TYPES = ['sweep', 'block', 'multi_leg', 'floor', 'single'] as const
export type PrintTradeType = (typeof PRINT_TRADE_TYPES)[number]

export const ALERT_TYPES = [
  'aggressive_call_buying',
  'aggressive_put_buying',
  'aggressive_call_selling',
  'aggressive_put_selling',
  'whale_trade',
  'volume_spike',
  'iv_spike',
  'short_term_options_activity',
  'consistent_call_buying',
  'consistent_put_buying',
  'repeated_activity',
] as const
