/** The volatilities that bid and ask of each contract allow. */
import { at } from '../../../lib/math/columns.ts'
import type { OptionChain } from '../../../market/domain/options/chain.ts'
import {
  IV_ABOVE_MAX,
  IV_AT_INTRINSIC,
  IV_BELOW_INTRINSIC,
  IV_OK,
} from '../../../pricing/european/implied-volatility.ts'
import { type CleanQuotes, COUNTED } from '../smile/quote-cleaning.ts'
import { type ExpirationPricing, invertPrices } from './expiration-pricing.ts'

/** By row: 0 and infinite where bid or ask do not limit the volatility, both NaN without a quote that can be read. */
export interface QuoteLimits {
  readonly bidVolatility: Float64Array
  readonly askVolatility: Float64Array
}

/** A missing bid limits nothing. A crossed quote, and an ask below the intrinsic value, cannot be read. */
export function quoteLimits(
  { contracts }: OptionChain,
  { eligibility }: CleanQuotes,
  pricings: readonly (ExpirationPricing | null)[],
): QuoteLimits {
  const { count, bid, ask } = contracts
  const bidVolatility = new Float64Array(count).fill(Number.NaN)
  const askVolatility = new Float64Array(count).fill(Number.NaN)
  const bidStatus = new Uint8Array(count)
  const askStatus = new Uint8Array(count)
  for (const pricing of pricings) {
    if (!pricing) continue
    invertPrices(pricing, bid, bidVolatility, bidStatus)
    invertPrices(pricing, ask, askVolatility, askStatus)
  }
  for (let row = 0; row < count; row++) {
    const lower = at(bid, row) > 0 ? at(bid, row) : 0
    const low = bidLimit(lower, at(bidVolatility, row), bidStatus[row])
    const high = askLimit(at(askVolatility, row), askStatus[row])
    const readable = eligibility[row] === COUNTED && at(ask, row) > 0 && at(ask, row) >= lower && low <= high
    bidVolatility[row] = readable ? low : Number.NaN
    askVolatility[row] = readable ? high : Number.NaN
  }
  return { bidVolatility, askVolatility }
}

function bidLimit(bid: number, volatility: number, status: number | undefined): number {
  if (bid === 0 || status === IV_AT_INTRINSIC || status === IV_BELOW_INTRINSIC) return 0
  return status === IV_OK ? volatility : Number.NaN
}

function askLimit(volatility: number, status: number | undefined): number {
  if (status === IV_ABOVE_MAX) return Number.POSITIVE_INFINITY
  return status === IV_OK ? volatility : Number.NaN
}
