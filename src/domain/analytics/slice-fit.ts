/** Chooses the shape of a slice: the smooth one where the quotes carry it, straight pieces where they do not. */
import { fitSvi } from './svi.ts'
import { linearSlice, type SlicePoint, type VolatilitySlice, varianceAt } from './volatility-slice.ts'

/** Relative distance in volatility at the money beyond which the smooth shape misses what is quoted. */
const LARGEST_MISS = 0.03

/** Points ascend in k. Null without a point. */
export function fitSlice(points: readonly SlicePoint[]): VolatilitySlice | null {
  const linear = linearSlice(points)
  const svi = fitSvi(points)
  if (!linear || !svi) return linear
  const smooth: VolatilitySlice = { ...linear, shape: 'svi', svi }
  const miss = Math.sqrt(varianceAt(smooth, 0) / varianceAt(linear, 0)) - 1
  return Math.abs(miss) <= LARGEST_MISS ? smooth : linear
}
