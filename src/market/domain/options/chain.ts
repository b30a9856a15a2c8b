/**
 * An option chain in columns: one column per field, one row per listed contract. NaN in a `Float64Array` means unknown;
 * answers have null instead. Prices are USD per share, volumes and open interest contracts. * A chain object is
 * immutable and identifies one version of the data: a source returns the same object until its data change, so results
 * can be cached by object.
 */
import type { InterestRates } from '../interest-rates.ts'

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

/** A cash dividend that is announced and not yet paid for. */
export interface CashDividend {
  /** First trading date without it, New York. */
  readonly exDate: string
  /** USD per share. */
  readonly amount: number
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
  /** Those known at the instant of the view with an ex-date after the session, by date; absent when none is known. */
  readonly dividends?: readonly CashDividend[]
  /** Risk-free rates where the quotes do not determine one; absent when none are known. */
  readonly rates?: InterestRates
  /** New York date of the session whose open interest this is; absent if the source does not report it. */
  readonly openInterestDate?: string
  /** Sentences about the quality of the data: stale header price, rejected rows, and so on. */
  readonly warnings: readonly string[]
}
