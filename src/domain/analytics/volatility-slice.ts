/**
 * Total variance v = σ²T of one expiration as a function of k = ln(K/F). Serves what is asked between strikes: at the
 * money, fixed deltas, constant maturities, and strikes without a usable quote. Quoted strikes keep their own volatility.
 */
import { at } from '../../lib/columns.ts'
import { type Svi, sviVariance } from './svi.ts'

export interface SlicePoint {
  /** ln(K/F). */
  readonly k: number
  readonly variance: number
  /** Vega over spread: how sharply the quote tells the volatility. */
  readonly weight: number
}

/** Plain data, so that it may cross to another thread. */
export interface VolatilitySlice {
  readonly shape: 'svi' | 'linear'
  /** Strikes that it rests on. */
  readonly points: number
  /** Range of the quoted strikes; outside it the slice is an extrapolation. */
  readonly lowestK: number
  readonly highestK: number
  /** The smooth shape; null for straight pieces. */
  readonly svi: Svi | null
  /** Nodes of the straight pieces, ascending, and total variance at each. */
  readonly ks: Float64Array
  readonly variances: Float64Array
}

/** Total variance, above 0 for every finite k. */
export function varianceAt({ svi, ks, variances }: VolatilitySlice, k: number): number {
  return svi ? sviVariance(svi, k) : interpolate(ks, variances, k)
}

/** Piecewise linear in total variance between the points, flat beyond them. Null without a point. Points ascend in k. */
export function linearSlice(points: readonly SlicePoint[]): VolatilitySlice | null {
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return null
  return {
    shape: 'linear',
    points: points.length,
    lowestK: first.k,
    highestK: last.k,
    svi: null,
    ks: Float64Array.from(points, ({ k }) => k),
    variances: Float64Array.from(points, ({ variance }) => variance),
  }
}

/** Linear between ascending nodes, flat beyond both ends. */
function interpolate(xs: Float64Array, ys: Float64Array, x: number): number {
  let low = 0
  let high = xs.length - 1
  if (x <= at(xs, low)) return at(ys, low)
  if (x >= at(xs, high)) return at(ys, high)
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (at(xs, middle) <= x) low = middle
    else high = middle
  }
  const left = at(xs, low)
  const weight = (x - left) / (at(xs, high) - left)
  return (1 - weight) * at(ys, low) + weight * at(ys, high)
}
