/**
 * The forward and the discount factor of one expiration from put-call parity, C − P = DF (F − K). They include dividends,
 * borrow and funding as the options price them, so calls and puts of a strike agree.
 */
import { at } from '../../../lib/math/columns.ts'
import { bisquare, DEVIATION_OF_MEDIAN, median, robustMean } from './robust-mean.ts'

export interface ParityQuotes {
  /** Pairs with a usable quote on both sides, ascending: strike, call − put and the sum of both spreads, USD per share. */
  readonly strike: Float64Array
  readonly difference: Float64Array
  readonly spread: Float64Array
}

export interface ParityForward {
  /** USD; NaN when no pair is plausible. */
  readonly forward: number
  /** Number of pairs used. */
  readonly pairs: number
}

/** The slope of parity as a continuous rate. */
export interface ParityRate {
  readonly rate: number
  /** Standard error, per year; infinite where the quotes say nothing. */
  readonly error: number
}

const MAX_PAIRS = 11
const FEWEST_FOR_MEAN = 3
const FEWEST_FOR_LINE = 6
const ROUNDS = 8
/** Keeps locked quotes (zero spread) from dominating. */
const SMALLEST_SPREAD = 0.01
/** Residuals of real mids, in spreads: smaller ones are luck. */
const SMALLEST_SCALE = 0.02
const UNKNOWN_RATE: ParityRate = { rate: Number.NaN, error: Number.POSITIVE_INFINITY }

/**
 * The rate from a regression of C − P on K over all pairs: weights of 1/spread², outliers without influence. European
 * contracts only, because an early-exercise premium biases the slope.
 */
export function parityRate({ strike, difference, spread }: ParityQuotes, yearsToExpiry: number): ParityRate {
  const { length } = strike
  if (length < FEWEST_FOR_LINE) return UNKNOWN_RATE
  const errors = spread.map((width) => Math.max(width, SMALLEST_SPREAD))
  let line = medianLine(strike, difference)
  let error = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round++) {
    const { intercept, slope } = line
    const deviations = difference.map(
      (value, index) => (value - intercept - slope * at(strike, index)) / at(errors, index),
    )
    const scale = Math.max(DEVIATION_OF_MEDIAN * median(deviations.map(Math.abs)), SMALLEST_SCALE)
    const weights = deviations.map((deviation, index) => bisquare(deviation / scale) / at(errors, index) ** 2)
    const fitted = weightedLine(strike, difference, weights)
    line = fitted
    error = scale / Math.sqrt(fitted.variance)
  }
  const discountFactor = -line.slope
  if (!(discountFactor > 0)) return UNKNOWN_RATE
  return { rate: -Math.log(discountFactor) / yearsToExpiry, error: error / discountFactor / yearsToExpiry }
}

/**
 * The forward at a known discount factor, from the pairs nearest to the money, which hardly depend on it. `isPlausible`
 * rejects forwards that cannot be of this underlying.
 */
export function parityForward(
  { strike, difference, spread }: ParityQuotes,
  discountFactor: number,
  isPlausible: (forward: number) => boolean,
): ParityForward {
  const nearest = Array.from(strike, (price, index) => ({
    distance: Math.abs(at(difference, index)),
    forward: price + at(difference, index) / discountFactor,
    error: Math.max(at(spread, index), SMALLEST_SPREAD),
  }))
    .filter(({ forward }) => isPlausible(forward))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MAX_PAIRS)
  const forwards = Float64Array.from(nearest, ({ forward }) => forward)
  const errors = Float64Array.from(nearest, ({ error }) => error)
  const forward = nearest.length < FEWEST_FOR_MEAN ? median(forwards) : robustMean(forwards, errors)
  return { forward, pairs: nearest.length }
}

/** Wide enough for dividends and hard-to-borrow stocks, narrow enough to reject quotes of another underlying. */
export function isNearSpot(forward: number, spot: number, yearsToExpiry: number): boolean {
  if (!(forward > 0)) return false
  return Number.isNaN(spot) || Math.abs(forward / spot - 1) <= 0.1 + 0.1 * yearsToExpiry
}

interface Line {
  readonly intercept: number
  readonly slope: number
}

/** Median slope between pairs half the list apart, as a start that a third of wrong quotes cannot move. */
function medianLine(x: Float64Array, y: Float64Array): Line {
  const half = x.length >> 1
  const slopes = Array.from(
    { length: x.length - half },
    (_, index) => (at(y, index + half) - at(y, index)) / (at(x, index + half) - at(x, index)),
  )
  const slope = median(slopes)
  return { slope, intercept: median(y.map((value, index) => value - slope * at(x, index))) }
}

/** Weighted least squares; `variance` is Σ w (x − x̄)². */
function weightedLine(x: Float64Array, y: Float64Array, weights: Float64Array): Line & { readonly variance: number } {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const meanX = x.reduce((sum, value, index) => sum + at(weights, index) * value, 0) / total
  const meanY = y.reduce((sum, value, index) => sum + at(weights, index) * value, 0) / total
  let covariance = 0
  let variance = 0
  for (let index = 0; index < x.length; index++) {
    const distance = at(x, index) - meanX
    covariance += at(weights, index) * distance * (at(y, index) - meanY)
    variance += at(weights, index) * distance * distance
  }
  const slope = covariance / variance
  return { slope, intercept: meanY - slope * meanX, variance }
}
