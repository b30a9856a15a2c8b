/** Total variances of one expiration at the strikes where its options have a given spot delta, from its slice. */
import { findRoot } from '../../../lib/math/find-root.ts'
import { normalCdf } from '../../../pricing/european/mills.ts'
import type { ValuedExpiration } from '../valuation/chain-valuation.ts'
import { type VolatilitySlice, varianceAt } from './volatility-slice.ts'

const WING_DELTA = 0.25
/** Search range for the strike of a 25-delta option, in standard deviations. */
const REACH = 4
/** Allowed extrapolation beyond the quoted strikes, in standard deviations. */
const EXTRAPOLATION = 0.25

/** Total variances σ²T; NaN where the wing is outside the quoted strikes. */
export interface WingVariances {
  readonly call: number
  readonly put: number
}

export function wingVariances(expiration: ValuedExpiration): WingVariances {
  return { call: varianceAtDelta(expiration, WING_DELTA), put: varianceAtDelta(expiration, -WING_DELTA) }
}

/**
 * Of the option of a spot delta, positive for calls and negative for puts. Found on the slice of the expiration, up to a
 * quarter of a standard deviation beyond its quoted strikes; NaN where the strike is further out.
 */
export function varianceAtDelta(
  { slice, discountFactor, forward, referencePrice }: ValuedExpiration,
  delta: number,
): number {
  if (!slice) return Number.NaN
  const dividendFactor = (forward * discountFactor) / referencePrice
  const side = Math.sign(delta)
  return varianceWhere((k) => dividendFactor * normalCdf(side * d1(slice, k)) - Math.abs(delta), slice)
}

function d1(slice: VolatilitySlice, k: number): number {
  const s = Math.sqrt(varianceAt(slice, k))
  return -k / s + 0.5 * s
}

function varianceWhere(zero: (k: number) => number, slice: VolatilitySlice): number {
  const s = Math.sqrt(varianceAt(slice, 0))
  const k = findRoot(zero, -REACH * s, REACH * s)
  const slack = EXTRAPOLATION * s
  return k >= slice.lowestK - slack && k <= slice.highestK + slack ? varianceAt(slice, k) : Number.NaN
}
