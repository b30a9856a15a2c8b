/** A day of trading. Prices in USD per share; volume in shares, NaN when the source has none. */
export interface DailyBar {
  /** New York trading date. */
  readonly date: string
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}
