/**
 * Wings of one expiration: total variances at the strikes where a call has spot delta +0.25 and a put −0.25, from its
 * slice.
 */
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

/** Found on the slice of the expiration, up to a quarter of a standard deviation beyond its quoted strikes. */
export function wingVariances({ slice, discountFactor, forward, referencePrice }: ValuedExpiration): WingVariances {
  if (!slice) return { call: Number.NaN, put: Number.NaN }
  const dividendFactor = (forward * discountFactor) / referencePrice
  const callDelta = (k: number) => dividendFactor * normalCdf(d1(slice, k)) - WING_DELTA
  const putDelta = (k: number) => dividendFactor * normalCdf(-d1(slice, k)) - WING_DELTA
  return { call: varianceWhere(callDelta, slice), put: varianceWhere(putDelta, slice) }
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
