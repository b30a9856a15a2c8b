/** The prices of the underlying at the prints of a bucket, and the stock that hedging these prints takes. */
import type { FlowRow } from '../flow-row.ts'

/** USD per share at the prints; NaN if none has it. */
export interface BucketPrices {
  readonly openPrice: number
  readonly highPrice: number
  readonly lowPrice: number
  /**
   * Σ aggressor × delta × price of the underlying × shares, USD: the stock that the other side of the prints buys
   * (above 0) or sells to be neutral. NaN if no print has an aggressor and a delta.
   */
  readonly hedge: number
}

export type HedgedRow = Pick<FlowRow, 'aggressor' | 'delta' | 'underlyingPrice' | 'premium' | 'price'>

export const NO_PRICES: BucketPrices = {
  openPrice: Number.NaN,
  highPrice: Number.NaN,
  lowPrice: Number.NaN,
  hedge: Number.NaN,
}

/** Of one print. Premium over price is the number of shares; a price of 0 hedges nothing known. */
export function pricesOfPrint(row: HedgedRow): BucketPrices {
  const { aggressor, delta, underlyingPrice, premium, price } = row
  const isPriced = underlyingPrice > 0
  const at = isPriced ? underlyingPrice : Number.NaN
  const hedge = aggressor === 0 || !isPriced || !(price > 0) ? Number.NaN : (aggressor * delta * at * premium) / price
  return { openPrice: at, highPrice: at, lowPrice: at, hedge }
}

/** Both together, of which `later` is not earlier than `earlier`. An unknown number leaves the other. */
export function withLater(earlier: BucketPrices, later: BucketPrices): BucketPrices {
  return {
    openPrice: Number.isNaN(earlier.openPrice) ? later.openPrice : earlier.openPrice,
    highPrice: known(earlier.highPrice, later.highPrice, Math.max),
    lowPrice: known(earlier.lowPrice, later.lowPrice, Math.min),
    hedge: known(earlier.hedge, later.hedge, (a, b) => a + b),
  }
}

function known(a: number, b: number, both: (a: number, b: number) => number): number {
  if (Number.isNaN(a)) return b
  return Number.isNaN(b) ? a : both(a, b)
}
