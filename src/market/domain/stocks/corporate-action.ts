/**
 * Splits, dividends and changes of ticker. `knownAt` is the instant from which the fact was public as far as the source
 * proves: a view of an earlier instant must not use it.
 */
export interface CorporateAction {
  readonly symbol: string
  readonly kind: 'split' | 'dividend'
  /** First trading date without the dividend, or in new shares. */
  readonly exDate: string
  /** Split: new shares per old share (7 for 7-for-1). Dividend: USD per share. */
  readonly value: number
  /** ISO 8601 UTC with milliseconds. */
  readonly knownAt: string
}

/** The security that is `symbol` today traded as `ticker` from one date to another, both included. */
export interface TickerPeriod {
  readonly symbol: string
  readonly ticker: string
  readonly from: string
  readonly to: string
}
