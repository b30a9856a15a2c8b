import type { PrintTexts } from './coded-texts.ts'

/**
 * Executed option trades of one underlying in one session as the tape reports them, as columns in time order, each with
 * the quote in force just before it. NaN and the empty text mean unknown.
 */
export interface OptionPrints {
  readonly symbol: string
  /** New York trading date. */
  readonly sessionDate: string
  readonly count: number
  readonly executedAtMs: Float64Array
  /** OCC identity, 21 characters. */
  readonly optionSymbols: PrintTexts
  /** USD per share. */
  readonly price: Float64Array
  /** Contracts. */
  readonly size: Float64Array
  readonly bid: Float64Array
  readonly ask: Float64Array
  readonly underlyingPrice: Float64Array
  /** Exchange code of the tape. */
  readonly exchange: PrintTexts
  /** Message type of the options tape, for example S for a sweep. */
  readonly condition: PrintTexts
}
