export const NEWS_SENTIMENTS = ['bullish', 'bearish', 'neutral'] as const
export type NewsSentiment = (typeof NEWS_SENTIMENTS)[number]

/** One published article. Null means unknown. */
export interface NewsItem {
  readonly id: string
  /** ISO 8601 UTC with milliseconds. */
  readonly publishedAt: string
  readonly headline: string
  readonly summary: string | null
  /** The publisher. */
  readonly source: string | null
  readonly url: string | null
  readonly symbols: readonly string[]
  readonly sentiment: NewsSentiment | null
}
