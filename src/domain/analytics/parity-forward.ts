/**
 * The forward of one expiration from put-call parity, C − P = DF (F − K): what the options themselves say about
 * dividends, borrow and funding together, so that calls and puts of a strike agree.
 */
export interface ParityQuotes {
  /** Pairs with a usable quote on both sides: strike, call − put and the sum of both spreads, USD per share. */
  readonly strike: readonly number[]
  readonly difference: readonly number[]
  readonly spread: readonly number[]
}

export interface ParityForward {
  /** USD; NaN when no pair is plausible. */
  readonly forward: number
  readonly discountFactor: number
  /** Pairs that it rests on. */
  readonly pairs: number
}

export interface ParityQuestion {
  /** NaN when unknown: then nothing is refused as implausible. */
  readonly spot: number
  readonly yearsToExpiry: number
  /** Continuous rate to discount with where the quotes do not tell. */
  readonly rate: number
  /** Whether the slope may replace the discount factor: an early-exercise premium would bend it. */
  readonly european: boolean
}

const MOST_PAIRS = 11
const FEWEST_FOR_FIT = 3
const HUBER = 1.345
const ROUNDS = 4
/** The slope counts as a rate only when its own error, per year, is below this … */
const LARGEST_RATE_ERROR = 0.0025
/** … and when it lies near the curve. */
const LARGEST_RATE_GAP = 0.03

/** Spreads of zero (locked quotes) must not outweigh everything else. */
const SMALLEST_SPREAD = 0.01

export function parityForward(quotes: ParityQuotes, question: ParityQuestion): ParityForward {
  const { spot, yearsToExpiry, rate, european } = question
  const curve = Math.exp(-rate * yearsToExpiry)
  const nearest = quotes.strike
    .map((strike, index) => {
      const difference = quotes.difference[index] ?? Number.NaN
      const weight = 1 / Math.max(quotes.spread[index] ?? Number.NaN, SMALLEST_SPREAD) ** 2
      return { strike, difference, weight, forward: strike + difference / curve }
    })
    .filter(({ forward }) => isPlausible(forward, spot, yearsToExpiry))
    .sort((a, b) => Math.abs(a.difference) - Math.abs(b.difference))
    .slice(0, MOST_PAIRS)
  if (nearest.length === 0) return { forward: Number.NaN, discountFactor: curve, pairs: 0 }
  const forwards = nearest.map(({ forward }) => forward)
  const weights = nearest.map(({ weight }) => weight)
  const fitted = nearest.length < FEWEST_FOR_FIT ? median(forwards) : robustMean(forwards, weights)
  const discountFactor = european ? slopeFactor(nearest, fitted, { curve, yearsToExpiry }) : curve
  return {
    // At the crossing C = P, so the discount factor moves the forward only as far as the pairs are off it.
    forward: discountFactor === curve ? fitted : refit(nearest, discountFactor),
    discountFactor,
    pairs: nearest.length,
  }
}

/** The bound is wide enough for dividends and hard-to-borrow stock, and narrow enough to catch foreign quotes. */
export function isPlausible(forward: number, spot: number, yearsToExpiry: number): boolean {
  if (!(forward > 0)) return false
  return Number.isNaN(spot) || Math.abs(forward / spot - 1) <= 0.1 + 0.1 * yearsToExpiry
}

interface Pair {
  readonly strike: number
  readonly difference: number
  readonly weight: number
}

function refit(pairs: readonly Pair[], discountFactor: number): number {
  return robustMean(
    pairs.map(({ strike, difference }) => strike + difference / discountFactor),
    pairs.map(({ weight }) => weight),
  )
}

/** Weighted least squares of C − P on K, its slope being −DF. Falls back to the curve where the slope is too vague. */
function slopeFactor(
  pairs: readonly Pair[],
  forward: number,
  { curve, yearsToExpiry }: { readonly curve: number; readonly yearsToExpiry: number },
): number {
  if (pairs.length < FEWEST_FOR_FIT + 2) return curve
  const residuals = pairs.map(({ strike, difference }) => difference - curve * (forward - strike))
  const weights = huberWeights(residuals, pairs)
  const mean = weightedMean(
    pairs.map(({ strike }) => strike),
    weights,
  )
  const meanDifference = weightedMean(
    pairs.map(({ difference }) => difference),
    weights,
  )
  let covariance = 0
  let variance = 0
  for (const [index, { strike, difference }] of pairs.entries()) {
    const weight = weights[index] ?? 0
    covariance += weight * (strike - mean) * (difference - meanDifference)
    variance += weight * (strike - mean) ** 2
  }
  const slope = -covariance / variance
  // The weights are inverse squared spreads: an honest middle is within a quarter of the spread of the truth.
  const rateError = 0.25 / Math.sqrt(variance) / yearsToExpiry
  const rateGap = Math.abs(Math.log(slope / curve)) / yearsToExpiry
  return rateError < LARGEST_RATE_ERROR && rateGap < LARGEST_RATE_GAP ? slope : curve
}

function huberWeights(residuals: readonly number[], pairs: readonly Pair[]): number[] {
  const scale = 1.4826 * median(residuals.map(Math.abs))
  return pairs.map(({ weight }, index) => {
    const size = Math.abs(residuals[index] ?? 0)
    return size > HUBER * scale && scale > 0 ? (weight * HUBER * scale) / size : weight
  })
}

/** Huber's mean: pairs far from the others count by their distance, not by its square. */
function robustMean(values: readonly number[], weights: readonly number[]): number {
  let mean = median(values)
  for (let round = 0; round < ROUNDS; round++) {
    const distances = values.map((value) => Math.abs(value - mean))
    const scale = 1.4826 * median(distances)
    if (scale === 0) return mean
    mean = weightedMean(
      values,
      weights.map((weight, index) => weight * Math.min(1, (HUBER * scale) / Math.max(distances[index] ?? 0, 1e-300))),
    )
  }
  return mean
}

function weightedMean(values: readonly number[], weights: readonly number[]): number {
  let total = 0
  let weight = 0
  for (const [index, value] of values.entries()) {
    total += value * (weights[index] ?? 0)
    weight += weights[index] ?? 0
  }
  return total / weight
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : 0.5 * (upper + (sorted[middle - 1] ?? Number.NaN))
}
