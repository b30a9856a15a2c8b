/** The stored figures of each session's last chain. */

/** Incremented when a formula of these figures changes, so that stored figures are recomputed. */
export const METRICS_METHOD = 3

/** Prices and strikes in USD of that day's shares, never adjusted. */
export const METRIC_NAMES = [
  'underlyingPrice',
  // Implied volatility of a constant maturity of 30, 60 and 90 days, decimals per year.
  'iv30',
  'iv60',
  'iv90',
  // IV of the 25-delta call − IV of the 25-delta put at 30 days, decimal.
  'rr25',
  // USD per 1 % move.
  'netGex',
  'callWall',
  'putWall',
  'gammaFlip',
  'putCallRatioVolume',
  'putCallRatioOpenInterest',
  'maxPain',
  // Contracts.
  'totalOpenInterest',
] as const

export type MetricName = (typeof METRIC_NAMES)[number]

/** Those that are prices of the underlying, or strikes: a later day may count other shares. */
export const PRICE_METRICS: ReadonlySet<MetricName> = new Set([
  'underlyingPrice',
  'callWall',
  'putWall',
  'gammaFlip',
  'maxPain',
])

/** NaN is unknown. */
export type DailyMetrics = Readonly<Record<MetricName, number>>
