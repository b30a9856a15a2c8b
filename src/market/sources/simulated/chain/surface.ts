/**
 * The volatility surface of a symbol at one instant: SSVI (Gatheral and Jacquier, arXiv 1204.0646) with
 * φ(θ) = η / √(θ(1 + θ)), which has no butterfly and no calendar arbitrage as long as η(1 + |ρ|) ≤ 2 and the total
 * variance θ at the money does not fall with time. θ is the variance that the factors are expected to gather, so the
 * term structure follows their state, plus a lump for every earnings report on the way.
 */
import { DAY_MS } from '../../../../lib/time/duration.ts'
import type { Profile } from '../profile.ts'

/** Flat continuous rate, the default of the analytics. */
export const RATE = 0.04

const MS_PER_YEAR = 365 * DAY_MS
const SHORTEST_YEARS = 60_000 / MS_PER_YEAR
/** Implied over expected variance. */
const RISK_PREMIUM = 1.2

export interface SurfaceState {
  readonly asOfMs: number
  readonly spot: number
  /** Variance of the log price that is expected in so many years, without earnings. */
  readonly expectedVariance: (years: number) => number
  /** Instants at which future reports affect the price, in order. */
  readonly reactions: readonly number[]
}

/** One expiration. Forward in USD, discount factor, total variance at the money. */
export interface Slice {
  readonly years: number
  readonly forward: number
  readonly discount: number
  readonly theta: number
  readonly phi: number
  readonly rho: number
}

export function sliceOf(profile: Profile, state: SurfaceState, settlesAtMs: number): Slice {
  const years = Math.max((settlesAtMs - state.asOfMs) / MS_PER_YEAR, SHORTEST_YEARS)
  let reports = 0
  while ((state.reactions[reports] ?? Number.POSITIVE_INFINITY) < settlesAtMs) reports++
  const theta = RISK_PREMIUM * (state.expectedVariance(years) + reports * profile.earningsMove ** 2)
  return {
    years,
    forward: state.spot * Math.exp((RATE - profile.dividendYield) * years),
    discount: Math.exp(-RATE * years),
    theta,
    phi: profile.eta / Math.sqrt(theta * (1 + theta)),
    rho: profile.rho,
  }
}

/** Total variance at a log moneyness ln(strike/forward). */
export function totalVariance({ theta, phi, rho }: Slice, moneyness: number): number {
  const shifted = phi * moneyness + rho
  return 0.5 * theta * (1 + rho * phi * moneyness + Math.sqrt(shifted * shifted + 1 - rho * rho))
}
