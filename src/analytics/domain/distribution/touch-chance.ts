/** The chance that the price touches a level before an expiration, from option prices of that expiration. */
import { findRoot } from '../../../lib/math/find-root.ts'
import { touchProbability } from '../../../pricing/touch.ts'
import { lognormalDistribution, type PriceDistribution } from './price-distribution.ts'

export interface TouchChance {
  /** P(the last price is beyond the level), 0 to 1. */
  readonly closeBeyond: number
  /** Between `closeBeyond` and `upperBound`. */
  readonly probability: number
  /** No process that agrees with the option prices touches the level with a higher probability. */
  readonly upperBound: number
}

/**
 * The implied chance to close beyond the level, times the ratio of touch and close of a lognormal price without drift at
 * the standard deviation of the level (`deviation` = σ√T). Touches at any time count, overnight too. NaN without a deviation.
 */
export function touchChance(distribution: PriceDistribution, level: number, deviation: number): TouchChance {
  const { forward, below } = distribution
  if (level === forward) return { closeBeyond: 1 - below(level), probability: 1, upperBound: 1 }
  const isAbove = level > forward
  const closeBeyond = isAbove ? 1 - below(level) : below(level)
  const upperBound = Math.min(isAbove ? boundAbove(distribution, level) : boundBelow(distribution, level), 1)
  const flat = lognormalDistribution(forward, deviation)
  const close = isAbove ? 1 - flat.below(level) : flat.below(level)
  const touch = touchProbability({ spot: forward, level, years: 1, volatility: deviation, drift: 0 })
  const probability = Math.min(Math.max(closeBeyond * (touch / close), closeBeyond), upperBound)
  return { closeBeyond, probability: Number.isNaN(touch / close) ? closeBeyond : probability, upperBound }
}

/**
 * The least of C(K)/(H − K) over strikes below the level H, at which its slope is 0: a call spread that pays at least 1
 * when H is touched (H. Brown, D. Hobson, L. Rogers, Robust Hedging of Barrier Options, Mathematical Finance 11, 2001).
 */
function boundAbove({ call, below, forward }: PriceDistribution, level: number): number {
  const slope = (strike: number) => call(strike) - (1 - below(strike)) * (level - strike)
  const strike = findRoot(slope, Math.min(forward, level) * SMALLEST, level)
  return call(strike) / (level - strike)
}

/** The least of P(K)/(K − L) over strikes above the level L. */
function boundBelow({ put, below, forward }: PriceDistribution, level: number): number {
  const slope = (strike: number) => below(strike) * (strike - level) - put(strike)
  const strike = findRoot(slope, level, LARGEST * forward)
  return put(strike) / (strike - level)
}

/** Shares of the forward between which the best strike lies. */
const SMALLEST = 1e-6
const LARGEST = 1e3
