/**
 * Turns one expiration of the surface into bids and asks. The out-of-the-money side is priced and the other side
 * follows from parity; American contracts add the early-exercise premium and are worth at least the exercise value.
 * Spreads widen with vega, delta and illiquidity of the class.
 */
import { blackPrice } from '../../../../pricing/european/black.ts'
import { normalDensity } from '../../../../pricing/european/mills.ts'
import type { Profile, TickClass } from '../profile.ts'
import { type ExerciseRules, exercisePremium } from './early-exercise.ts'
import { type Slice, totalVariance } from './surface.ts'
import { optionTick, tickDown, tickUp } from './ticks.ts'

export interface QuotingTerms {
  readonly ticks: TickClass
  readonly spot: number
  /** 1 for a class with a million contracts a day, more for quieter ones. */
  readonly illiquidity: number
}

/** What all strikes of an expiration share. */
export interface ExpirationTerms {
  readonly slice: Slice
  readonly logForward: number
  /** Null for European contracts. */
  readonly exercise: ExerciseRules | null
}

/** Reused for every strike, because a chain has thousands of them. */
export interface StrikeQuote {
  volatility: number
  callBid: number
  callAsk: number
  putBid: number
  putAsk: number
}

const TICKS_WIDE = 0.7
const VOLATILITY_POINTS_WIDE = 0.2
const SHARE_OF_PRICE_WIDE = 0.0006
const LOGISTIC = -1.702

export function quotingTerms(profile: Profile, spot: number): QuotingTerms {
  const illiquidity = Math.min(Math.max((1e6 / profile.optionVolume) ** 0.25, 0.5), 4)
  return { ticks: profile.ticks, spot, illiquidity }
}

export function emptyQuote(): StrikeQuote {
  return { volatility: Number.NaN, callBid: 0, callAsk: 0, putBid: 0, putAsk: 0 }
}

export function expirationTerms(slice: Slice, exercise: ExerciseRules | null): ExpirationTerms {
  return { slice, logForward: Math.log(slice.forward), exercise }
}

/** Call and put of a strike, written into `quote`. `logStrike` is its logarithm. */
export function quoteStrike(
  { ticks, spot, illiquidity }: QuotingTerms,
  { slice, logForward, exercise }: ExpirationTerms,
  strike: number,
  logStrike: number,
  quote: StrikeQuote,
): void {
  const { forward, discount, years } = slice
  const moneyness = logStrike - logForward
  const deviation = Math.sqrt(totalVariance(slice, moneyness))
  const volatility = deviation / Math.sqrt(years)
  const isCall = strike >= forward
  const outer = blackPrice(isCall, forward, strike, years, volatility, discount)
  const inner = outer + discount * Math.abs(forward - strike)
  let call = isCall ? outer : inner
  let put = isCall ? inner : outer
  if (exercise) {
    call = Math.max(call + spot * exercisePremium(exercise.call, strike / spot, years), spot - strike)
    put = Math.max(put + strike * exercisePremium(exercise.put, spot / strike, years), strike - spot)
  }
  const d1 = -moneyness / deviation + 0.5 * deviation
  const callDelta = 1 / (1 + Math.exp(LOGISTIC * d1))
  const vegaPoint = 0.01 * discount * forward * normalDensity(d1) * Math.sqrt(years)
  const base = VOLATILITY_POINTS_WIDE * vegaPoint
  quote.volatility = volatility
  const callHalf = 0.5 * illiquidity * (base + SHARE_OF_PRICE_WIDE * spot * callDelta * callDelta)
  const putDelta = 1 - callDelta
  const putHalf = 0.5 * illiquidity * (base + SHARE_OF_PRICE_WIDE * spot * putDelta * putDelta)
  const callTick = 0.5 * TICKS_WIDE * optionTick(ticks, call)
  const putTick = 0.5 * TICKS_WIDE * optionTick(ticks, put)
  quote.callBid = tickDown(ticks, call - callHalf - callTick)
  quote.callAsk = tickUp(ticks, call + callHalf + callTick)
  quote.putBid = tickDown(ticks, put - putHalf - putTick)
  quote.putAsk = tickUp(ticks, put + putHalf + putTick)
}
