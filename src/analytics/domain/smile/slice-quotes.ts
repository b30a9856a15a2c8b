/** What a slice is fitted to, and what the fit writes. */
import type { ContractColumns } from '../../../market/domain/options/chain.ts'
import type { CleanQuotes } from './quote-cleaning.ts'
import type { StrikePairs } from './strike-pairs.ts'

/** Where the volatility of a strike comes from. */
export const FROM_NOTHING = 0
export const FROM_CALL = 1
export const FROM_PUT = 2
/** Between quoted strikes, or at a strike whose quotes contradict its neighbours. */
export const FROM_SLICE = 3
export const FROM_VENDOR = 4
/** Beyond the quoted strikes. */
export const FROM_EXTRAPOLATION = 5

export interface StrikeVolatilities {
  /** Per pair; NaN when unknown. */
  readonly volatility: Float64Array
  /** One of the codes above per pair. */
  readonly origin: Uint8Array
}

/** Terms of one expiration. */
export interface SliceTerms {
  readonly forward: number
  readonly discountFactor: number
  readonly yearsToExpiry: number
  /** Spot for the immediate exercise value; NaN for European contracts. */
  readonly exerciseSpot: number
}

/** Quotes of a chain by row and by pair. */
export interface SliceQuotes {
  readonly pairs: StrikePairs
  readonly clean: CleanQuotes
  readonly contracts: Pick<ContractColumns, 'ask' | 'last' | 'vendorIv'>
  /** Implied volatility of the mid of each row's usable quote, NaN where there is none. */
  readonly ownVolatility: Float64Array
  /** Implied by bid and ask: 0 and infinite where they do not limit it, both NaN without a quote that can be read. */
  readonly bidVolatility: Float64Array
  readonly askVolatility: Float64Array
}

/** The implied volatility of one contract's quote. */
export interface QuotedPoint {
  readonly pair: number
  readonly isCall: boolean
  readonly volatility: number
  /** Half the width of the quote, as a volatility. */
  readonly error: number
}
