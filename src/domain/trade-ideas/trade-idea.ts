export type IdeaDirection = 'bullish' | 'bearish' | 'neutral'

/**
 * A trade idea as it travels in the webhook, normalised: the symbol in upper case, prices in USD per share or null where
 * absent, `triggered_at` and the names exactly as sent.
 */
export interface TradeIdea {
  readonly source: 'trade_idea'
  readonly alert_name: string
  readonly symbol: string
  readonly direction: IdeaDirection
  readonly strategy: string
  readonly model: string | null
  readonly entry_price: number | null
  readonly target_price: number | null
  readonly stop_price: number | null
  readonly triggered_at: string
  readonly matched_criteria: Readonly<Record<string, unknown>>
}
