/**
 * A chain as it is computed with: one column per field, one row per listed contract. NaN in a `Float64Array` means
 * unknown; the edge of the service turns it into null. Prices are USD per share, volumes and open interest contracts.
 *
 * A chain object is immutable and stands for one version of the data: a source returns the same object for as long as
 * its data are the same, so everything derived from a chain may be remembered by the object itself.
 */
export type OptionType = 'call' | 'put'

/** `am`: settled on the opening prints (SPX, NDX, RUT, VIX roots); `pm`: on the close. */
export type Settlement = 'am' | 'pm'

export type ExerciseStyle = 'american' | 'european'

/** An expiration is the pair of date and settlement: SPX and SPXW of one Friday are two expirations. */
export interface Expiration {
  readonly expirationDate: string
  readonly settlement: Settlement
  readonly style: ExerciseStyle
  /** The instant from which a contract is expired, in epoch milliseconds. */
  readonly settlesAtMs: number
}

export interface ContractColumns {
  readonly count: number
  /** OCC identity, 21 characters: root padded to six, yymmdd, C or P, strike in thousandths. */
  readonly optionSymbols: readonly string[]
  /** Index into `OptionChain.expirations`. */
  readonly expirationIndex: Uint16Array
  /** 1 for a call, 0 for a put. */
  readonly isCall: Uint8Array
  readonly strike: Float64Array
  readonly bid: Float64Array
  readonly ask: Float64Array
  readonly last: Float64Array
  readonly bidSize: Float64Array
  readonly askSize: Float64Array
  readonly volume: Float64Array
  /** The clearing house's figure of the previous evening. */
  readonly openInterest: Float64Array
  /** The source's own implied volatility; 0 and placeholders are stored as NaN. */
  readonly vendorIv: Float64Array
  /** Shares per contract; NaN for an adjusted contract whose deliverable is unknown. */
  readonly multiplier: Float64Array
}

/** Rows are sorted by settlement instant, then strike, then call before put. */
export interface OptionChain {
  readonly symbol: string
  /** The instant that the quotes describe, never the time of the download. */
  readonly asOfMs: number
  /** New York trading date of `asOfMs`. */
  readonly sessionDate: string
  /** NaN when the source has no price for the underlying. */
  readonly underlyingPrice: number
  readonly expirations: readonly Expiration[]
  readonly contracts: ContractColumns
  /** What a reader should know of this data, in sentences: stale header price, refused rows and the like. */
  readonly warnings: readonly string[]
}
