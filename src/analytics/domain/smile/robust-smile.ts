/**
 * A smooth curve through implied volatilities that stale quotes do not move: local quadratic regression, weighted by the
 * width of the quotes, with Tukey's bisquare. Source: W. S. Cleveland, Robust Locally Weighted Regression, JASA 74, 1979.
 */
import { at } from '../../../lib/math/columns.ts'
import { bisquare, DEVIATION_OF_MEDIAN, median } from './robust-mean.ts'

/** Quoted volatilities, ascending in x; several may have one x. */
export interface SmilePoints {
  /** ln(K/F) in standard deviations at the money. */
  readonly x: Float64Array
  /** Decimal. */
  readonly volatility: Float64Array
  /** Half the width of the quote, as a volatility. */
  readonly error: Float64Array
}

export interface RobustSmile extends SmilePoints {
  /** Weight of each point: 0 for one that its neighbours contradict. */
  readonly weight: Float64Array
}

/** Points that a local fit uses at least, and the distance within which it uses all, in standard deviations. */
const NEIGHBOURS = 11
const NARROWEST = 0.25
const ROUNDS = 4
/** Points of the running median that the first weights come from. */
const MEDIAN_REACH = 4
/** Residuals below this many errors are never a contradiction. */
const SMALLEST_SCALE = 0.25
/** Error of a mid at least, as a share of the volatility: smiles have no finer structure that quotes agree on. */
const FINEST = 0.004
/** Keeps a quadratic through few points from oscillating. */
const RIDGE = 1e-3

export function robustSmile(points: SmilePoints): RobustSmile {
  const { x, volatility } = points
  const typical = median(points.error)
  // Precise points count more, but not so much that one of them decides alone.
  const error = points.error.map((own, index) => own + typical + FINEST * at(volatility, index))
  const smile = { x, volatility, error, weight: new Float64Array(x.length) }
  let fitted = runningMedian(volatility)
  for (let round = 0; round < ROUNDS; round++) {
    reweigh(smile, fitted)
    fitted = x.map((own) => smileAt(smile, own))
  }
  reweigh(smile, fitted)
  return smile
}

/** Volatility of the curve at x; flat beyond the first and the last point. */
export function smileAt(smile: RobustSmile, x: number): number {
  const { length } = smile.x
  const inside = Math.min(Math.max(x, at(smile.x, 0)), at(smile.x, length - 1))
  const { first, end } = windowAround(smile, inside)
  const reach = Math.max(inside - at(smile.x, first), at(smile.x, end - 1) - inside, NARROWEST) * 1.001
  moments.fill(0)
  for (let index = first; index < end; index++) {
    const own = at(smile.weight, index)
    if (own === 0) continue
    const distance = (at(smile.x, index) - inside) / reach
    const kernel = 1 - Math.abs(distance) ** 3
    addPoint(distance, at(smile.volatility, index), (own * kernel * kernel * kernel) / at(smile.error, index) ** 2)
  }
  return localValue()
}

/** Value at x = 0 of a quadratic through points, the nearer ones with more weight. At least one point. */
export function quadraticAtZero(points: readonly { readonly x: number; readonly volatility: number }[]): number {
  const reach = 1.001 * Math.max(...points.map(({ x }) => Math.abs(x)), Number.MIN_VALUE)
  moments.fill(0)
  for (const { x, volatility } of points) {
    const kernel = 1 - Math.abs(x / reach) ** 3
    addPoint(x / reach, volatility, kernel * kernel * kernel)
  }
  return localValue()
}

function reweigh({ volatility, error, weight }: RobustSmile, fitted: Float64Array): void {
  const deviations = volatility.map((value, index) => (value - at(fitted, index)) / at(error, index))
  const scale = Math.max(DEVIATION_OF_MEDIAN * median(deviations.map(Math.abs)), SMALLEST_SCALE)
  for (let index = 0; index < weight.length; index++) weight[index] = bisquare(at(deviations, index) / scale)
}

/** Over windows that stay symmetric towards the ends, so that a steep wing is not taken for an error. */
function runningMedian(values: Float64Array): Float64Array {
  return values.map((_, index) => {
    const reach = Math.min(MEDIAN_REACH, index, values.length - 1 - index)
    return median(values.subarray(index - reach, index + reach + 1))
  })
}

/** The nearest points that still have weight, at least eleven where there are, and all within the narrowest distance. */
function windowAround(smile: RobustSmile, centre: number): { readonly first: number; readonly end: number } {
  const { x, weight } = smile
  let first = lowerBound(x, centre)
  let end = first
  let used = 0
  while (first > 0 || end < x.length) {
    const below = centre - (x[first - 1] ?? Number.NEGATIVE_INFINITY)
    const above = (x[end] ?? Number.POSITIVE_INFINITY) - centre
    if (used >= NEIGHBOURS && Math.min(below, above) > NARROWEST) break
    const taken = below <= above ? --first : end++
    used += Math.sign(at(weight, taken))
  }
  return { first, end }
}

function lowerBound(x: Float64Array, value: number): number {
  let low = 0
  let high = x.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (at(x, middle) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Σw, Σwd, Σwd², Σwd³, Σwd⁴, Σwy, Σwdy, Σwd²y of the current window. */
const moments = new Float64Array(8)

function addPoint(d: number, y: number, w: number): void {
  const wd = w * d
  const wdd = wd * d
  moments[0] = at(moments, 0) + w
  moments[1] = at(moments, 1) + wd
  moments[2] = at(moments, 2) + wdd
  moments[3] = at(moments, 3) + wdd * d
  moments[4] = at(moments, 4) + wdd * d * d
  moments[5] = at(moments, 5) + w * y
  moments[6] = at(moments, 6) + wd * y
  moments[7] = at(moments, 7) + wdd * y
}

/** Value of the weighted quadratic at distance 0, by Cramer's rule. */
function localValue(): number {
  const [m0 = 0, m1 = 0, m2 = 0, m3 = 0, m4 = 0, t0 = 0, t1 = 0, t2 = 0] = moments
  const a1 = m2 + RIDGE * m0
  const a2 = m4 + RIDGE * m0
  const determinant = m0 * (a1 * a2 - m3 * m3) - m1 * (m1 * a2 - m3 * m2) + m2 * (m1 * m3 - a1 * m2)
  const value = (t0 * (a1 * a2 - m3 * m3) - m1 * (t1 * a2 - m3 * t2) + m2 * (t1 * m3 - a1 * t2)) / determinant
  return value > 0 ? value : t0 / m0
}
