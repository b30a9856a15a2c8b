/**
 * Total variance v = σ²T of one expiration as a function of k = ln(K/F), for points between strikes: at the money, fixed
 * deltas, constant maturities. It goes through the volatility of every strike.
 */
import { at } from '../../../lib/math/columns.ts'
import type { SlicePoint } from './slice-point.ts'

/** Plain data, so that it can be sent to another thread. */
export interface VolatilitySlice {
  /** Range of the quoted strikes; outside it the slice is an extrapolation. */
  readonly lowestK: number
  readonly highestK: number
  /** Nodes, ascending, and total variance at each. */
  readonly ks: Float64Array
  readonly variances: Float64Array
}

/** Total variance, above 0 for every finite k: a cubic between strikes, flat beyond them. */
export function varianceAt({ ks, variances }: VolatilitySlice, k: number): number {
  const last = ks.length - 1
  if (k <= at(ks, 0)) return at(variances, 0)
  if (k >= at(ks, last)) return at(variances, last)
  let low = 0
  let high = last
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (at(ks, middle) <= k) low = middle
    else high = middle
  }
  return cubic(ks, variances, low, k)
}

/** Null without a point. Points ascend in k. */
export function sliceThrough(points: readonly SlicePoint[]): VolatilitySlice | null {
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return null
  return {
    lowestK: first.k,
    highestK: last.k,
    ks: Float64Array.from(points, ({ k }) => k),
    variances: Float64Array.from(points, ({ variance }) => variance),
  }
}

/** Hermite's cubic with the slopes of parabolas through three strikes, kept between half and twice of the chord. */
function cubic(ks: Float64Array, variances: Float64Array, low: number, k: number): number {
  const [left, right] = [at(ks, low), at(ks, low + 1)]
  const [from, to] = [at(variances, low), at(variances, low + 1)]
  const width = right - left
  const t = (k - left) / width
  const start = slopeAt(ks, variances, low) * width
  const end = slopeAt(ks, variances, low + 1) * width
  const chord = from + t * (to - from)
  const value = chord + t * (1 - t) * ((1 - t) * (start - (to - from)) - t * (end - (to - from)))
  return Math.min(Math.max(value, 0.5 * chord), 2 * chord)
}

/** Slope at a node of the parabola through it and its neighbours; of the chord at both ends. */
function slopeAt(ks: Float64Array, variances: Float64Array, index: number): number {
  const chord = (from: number) => (at(variances, from + 1) - at(variances, from)) / (at(ks, from + 1) - at(ks, from))
  if (index === 0) return chord(0)
  if (index === ks.length - 1) return chord(index - 1)
  const before = at(ks, index) - at(ks, index - 1)
  const after = at(ks, index + 1) - at(ks, index)
  return (after * chord(index - 1) + before * chord(index)) / (before + after)
}
