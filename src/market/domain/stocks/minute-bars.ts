/**
 * Minutes of one session of a stock, ETF or index as columns, in time order, premarket and evening included.
 * NaN means unknown; prices in USD per share, volumes and sizes in shares.
 */
export interface MinuteBars {
  readonly symbol: string
  /** New York trading date. */
  readonly sessionDate: string
  readonly count: number
  /** The instant at which the minute begins, in epoch milliseconds. */
  readonly startMs: Float64Array
  readonly open: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
  readonly volume: Float64Array
}

/** The quote in force at the end of each minute. */
export interface MinuteQuotes {
  readonly symbol: string
  readonly sessionDate: string
  readonly count: number
  readonly startMs: Float64Array
  readonly bid: Float64Array
  readonly ask: Float64Array
  readonly bidSize: Float64Array
  readonly askSize: Float64Array
}
