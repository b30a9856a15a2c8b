/** Estimates that outliers do not move: weighted median as the start, then Tukey's bisquare. Source: P. J. Huber, Robust Statistics, 1981. */
import { at } from '../../../lib/math/columns.ts'

/** Residuals beyond this many robust deviations have no influence. */
const BISQUARE = 4.685
/** From a median absolute residual to a standard deviation. */
export const DEVIATION_OF_MEDIAN = 1.4826
const ROUNDS = 6

/** Tukey's weight of a residual in robust deviations: 1 at 0, 0 from 4.685 on. */
export function bisquare(deviations: number): number {
  const share = deviations / BISQUARE
  return Math.abs(share) < 1 ? (1 - share * share) ** 2 : 0
}

/** Median of finite values; NaN without one. */
export function median(values: Iterable<number>): number {
  const sorted = (values instanceof Float64Array ? values.slice() : Float64Array.from(values)).sort()
  const middle = sorted.length >> 1
  const upper = at(sorted, middle)
  return sorted.length % 2 === 1 ? upper : 0.5 * (upper + at(sorted, middle - 1))
}

/** Mean of values whose standard errors are proportional to `errors`; outliers have no influence. NaN without a value. */
export function robustMean(values: Float64Array, errors: Float64Array): number {
  let mean = median(values)
  for (let round = 0; round < ROUNDS; round++) {
    const deviations = values.map((value, index) => (value - mean) / at(errors, index))
    const scale = DEVIATION_OF_MEDIAN * median(deviations.map(Math.abs))
    if (!(scale > 0)) return mean
    let total = 0
    let weight = 0
    for (let index = 0; index < values.length; index++) {
      const own = bisquare(at(deviations, index) / scale) / at(errors, index) ** 2
      total += own * at(values, index)
      weight += own
    }
    if (!(weight > 0)) return mean
    mean = total / weight
  }
  return mean
}
