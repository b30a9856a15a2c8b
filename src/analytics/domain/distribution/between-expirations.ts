/**
 * The distribution of prices at an instant between two expirations: the logarithm of each quantile, in standard deviations
 * at the money, is interpolated in total variance, and the whole is moved so that its mean is the forward. Without an
 * expiration before, the distribution of the first one is scaled in the square root of variance.
 */
import { at } from '../../../lib/math/columns.ts'
import { normalCdf, normalDensity } from '../../../pricing/european/mills.ts'
import type { PriceDistribution } from './price-distribution.ts'
import { quantile } from './price-distribution.ts'

export interface DatedDistribution {
  readonly distribution: PriceDistribution
  /** σ²T at the money. */
  readonly variance: number
}

/** Quantiles at even steps of the normal deviate, far enough for every mean. */
const NODES = 65
const REACH = 6

/** `before` is null where the instant is before the first expiration. `variance` is that of the instant, positive. */
export function distributionBetween(
  before: DatedDistribution | null,
  after: DatedDistribution,
  variance: number,
  forward: number,
): PriceDistribution {
  const share = before ? (variance - before.variance) / (after.variance - before.variance) : 1
  const deviates = Float64Array.from({ length: NODES }, (_, index) => -REACH + (2 * REACH * index) / (NODES - 1))
  const logarithms = deviates.map((z) => {
    const [near, far] = [before && scaledQuantile(before, z), scaledQuantile(after, z)]
    return Math.sqrt(variance) * ((1 - share) * (near ?? 0) + share * far)
  })
  return tabulated(deviates, logarithms, forward)
}

/** ln(q/F)/√v at the probability Φ(z). */
function scaledQuantile({ distribution, variance }: DatedDistribution, z: number): number {
  return Math.log(quantile(distribution, normalCdf(z)) / distribution.forward) / Math.sqrt(variance)
}

/** A distribution whose ln(S/F) is linear in the normal deviate between the nodes, and beyond them. */
function tabulated(z: Float64Array, x: Float64Array, forward: number): PriceDistribution {
  const last = z.length - 1
  const slope = (index: number) => (at(x, index + 1) - at(x, index)) / (at(z, index + 1) - at(z, index))
  const partial = (index: number, from: number, to: number) => {
    const b = slope(index)
    const scale = Math.exp(at(x, index) - b * at(z, index) + 0.5 * b * b)
    return scale * (normalCdf(to - b) - normalCdf(from - b))
  }
  const low = (index: number) => (index === 0 ? Number.NEGATIVE_INFINITY : at(z, index))
  const high = (index: number) => (index === last - 1 ? Number.POSITIVE_INFINITY : at(z, index + 1))
  let mean = 0
  for (let index = 0; index < last; index++) mean += partial(index, low(index), high(index))
  const pieceOf = (logarithm: number) => {
    let index = 0
    while (index < last - 1 && at(x, index + 1) < logarithm) index++
    return index
  }
  const deviate = (price: number) => {
    const logarithm = Math.log((price / forward) * mean)
    const index = pieceOf(logarithm)
    return { index, z: at(z, index) + (logarithm - at(x, index)) / slope(index) }
  }
  const put = (strike: number) => {
    if (!(strike > 0)) return 0
    const own = deviate(strike)
    let below = partial(own.index, low(own.index), own.z)
    for (let index = 0; index < own.index; index++) below += partial(index, low(index), high(index))
    return strike * normalCdf(own.z) - (forward * below) / mean
  }
  return {
    forward,
    below: (price) => (price > 0 ? normalCdf(deviate(price).z) : 0),
    density(price) {
      if (!(price > 0)) return 0
      const own = deviate(price)
      return normalDensity(own.z) / (slope(own.index) * price)
    },
    put,
    call: (strike) => put(strike) + forward - strike,
  }
}
