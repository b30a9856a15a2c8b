/** A change of the smile: all volatilities by some points, and the two wings against each other. */
import { clamp } from '../../../lib/math/numbers.ts'

export interface IvShift {
  /** Volatility points that are added to every strike. */
  readonly points: number
  /** Volatility points by which the 25-delta risk reversal (call less put) falls. */
  readonly skewPoints?: number
}

export const LOWEST_VOLATILITY = 0.01
/** Standard deviations beyond which the skew moves no further. */
const SKEW_REACH = 2.5
/** Standard deviations between the two strikes of 25 delta. */
const RISK_REVERSAL_WIDTH = 1.349
const POINT = 0.01

/**
 * The volatility of a strike after a shift, decimal, at least 1 %. `z` is ln(K/F) in standard deviations at the money; `scale`
 * multiplies the shift.
 */
export function shiftedVolatility(
  volatility: number,
  z: number,
  { points, skewPoints = 0 }: IvShift,
  scale = 1,
): number {
  const skew = skewPoints === 0 ? 0 : (skewPoints * clamp(z, -SKEW_REACH, SKEW_REACH)) / RISK_REVERSAL_WIDTH
  const shift = (points - skew) * scale * POINT
  return shift === 0 ? volatility : Math.max(volatility + shift, LOWEST_VOLATILITY)
}
