/**
 * A smooth curve through implied volatilities that stale quotes do not move: local quadratic regression, weighted by the
 * width of the quotes, with Tukey's bisquare. Source: W. S. Cleveland, Robust Locally Weighted Regression, JASA 74, 1979.
 */
import { at, indexAt } from '../../../lib/math/columns.ts'
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
  /** Weight over the variance of the error. */
  readonly precision: Float64Array
  /** Number of points with weight before each one. */
  readonly counted: Int32Array
}

/** Points that a local fit uses at least, and the distance within which it uses all, in standard deviations. */
const NEIGHBOURS = 11
const NARROWEST = 0.25
const ROUNDS = 4
/** Smaller changes of the weights do not move the curve. */
const SETTLED = 0.01
/** Points of the running median that the first weights come from. */
const MEDIAN_REACH = 4
/** Residuals below this many errors are never a contradiction. */
const SMALLEST_SCALE = 0.25
/** Error of a mid at least, as a share of the volatility: smiles have no finer structure that quotes agree on. */
const FINEST = 0.004
/** Keeps a quadratic through few points from oscillating. */
const RIDGE = 1e-3

/** Weights of the points after some rounds: those that their neighbours contradict count little or nothing. */
export function robustSmile(points: SmilePoints): RobustSmile {
  const { x, volatility } = points
  const typical = median(points.error)
  // Precise points count more, but not so much that one of them decides alone.
  const error = points.error.map((own, index) => own + typical + FINEST * at(volatility, index))
  const { length } = x
  const [weight, precision, counted] = [new Float64Array(length), new Float64Array(length), new Int32Array(length + 1)]
  const smile = { x, volatility, error, weight, precision, counted }
  let fitted = runningMedian(volatility)
  for (let round = 0; round < ROUNDS; round++) {
    if (reweigh(smile, fitted) < SETTLED) return smile
    fitted = x.map((own) => smileAt(smile, own))
  }
  reweigh(smile, fitted)
  return smile
}

/** Volatility of the curve at x; flat beyond the first and the last point. */
export function smileAt(smile: RobustSmile, x: number): number {
  const { x: xs, volatility, precision } = smile
  const inside = Math.min(Math.max(x, at(xs, 0)), at(xs, xs.length - 1))
  findWindow(smile, inside)
  const [first, end] = [indexAt(window, 0), indexAt(window, 1)]
  const scale = 1 / (Math.max(inside - at(xs, first), at(xs, end - 1) - inside, NARROWEST) * 1.001)
  let [m0, m1, m2, m3, m4, t0, t1, t2] = [0, 0, 0, 0, 0, 0, 0, 0]
  for (let index = first; index < end; index++) {
    const own = at(precision, index)
    if (own === 0) continue
    const d = (at(xs, index) - inside) * scale
    const kernel = 1 - Math.abs(d * d * d)
    const w = own * kernel * kernel * kernel
    const y = at(volatility, index)
    const wd = w * d
    const wdd = wd * d
    m0 += w
    m1 += wd
    m2 += wdd
    m3 += wdd * d
    m4 += wdd * d * d
    t0 += w * y
    t1 += wd * y
    t2 += wdd * y
  }
  return localValue(m0, m1, m2, m3, m4, t0, t1, t2)
}

/** Value at x = 0 of a quadratic through points, the nearer ones with more weight. At least one point. */
export function quadraticAtZero(points: readonly { readonly x: number; readonly volatility: number }[]): number {
  const reach = 1.001 * Math.max(...points.map(({ x }) => Math.abs(x)), Number.MIN_VALUE)
  let [m0, m1, m2, m3, m4, t0, t1, t2] = [0, 0, 0, 0, 0, 0, 0, 0]
  for (const { x, volatility } of points) {
    const d = x / reach
    const w = (1 - Math.abs(d) ** 3) ** 3
    m0 += w
    m1 += w * d
    m2 += w * d * d
    m3 += w * d ** 3
    m4 += w * d ** 4
    t0 += w * volatility
    t1 += w * d * volatility
    t2 += w * d * d * volatility
  }
  return localValue(m0, m1, m2, m3, m4, t0, t1, t2)
}

/** Weighs the points by their distance from a curve; returns the largest change of a weight. */
function reweigh({ volatility, error, weight, precision, counted }: RobustSmile, fitted: Float64Array): number {
  const deviations = volatility.map((value, index) => (value - at(fitted, index)) / at(error, index))
  const scale = Math.max(DEVIATION_OF_MEDIAN * median(deviations.map(Math.abs)), SMALLEST_SCALE)
  let change = 0
  for (let index = 0; index < weight.length; index++) {
    const own = bisquare(at(deviations, index) / scale)
    change = Math.max(change, Math.abs(own - at(weight, index)))
    weight[index] = own
    precision[index] = own / at(error, index) ** 2
    counted[index + 1] = indexAt(counted, index) + (own > 0 ? 1 : 0)
  }
  return change
}

/** Over windows that stay symmetric towards the ends, so that a steep wing is not taken for an error. */
function runningMedian(values: Float64Array): Float64Array {
  return values.map((_, index) => {
    const reach = Math.min(MEDIAN_REACH, index, values.length - 1 - index)
    return median(values.subarray(index - reach, index + reach + 1))
  })
}

/** First index and end of the window found last: without an object for each of a million calls. */
const window = new Int32Array(2)

/** The nearest points that still have weight, at least eleven where there are, and all within the narrowest distance. */
function findWindow({ x, weight, counted }: RobustSmile, centre: number): void {
  let first = lowerBound(x, centre - NARROWEST)
  let end = lowerBound(x, centre + NARROWEST)
  while (end < x.length && at(x, end) - centre <= NARROWEST) end++
  let used = indexAt(counted, end) - indexAt(counted, first)
  while (used < NEIGHBOURS && (first > 0 || end < x.length)) {
    const below = centre - (x[first - 1] ?? Number.NEGATIVE_INFINITY)
    const above = (x[end] ?? Number.POSITIVE_INFINITY) - centre
    const taken = below <= above ? --first : end++
    used += Math.sign(at(weight, taken))
  }
  window[0] = first
  window[1] = end
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

/** Value at distance 0 of the quadratic with weighted moments m = Σwdⁿ and t = Σwydⁿ, by Cramer's rule. */
function localValue(
  m0: number,
  m1: number,
  m2: number,
  m3: number,
  m4: number,
  t0: number,
  t1: number,
  t2: number,
): number {
  const a1 = m2 + RIDGE * m0
  const a2 = m4 + RIDGE * m0
  const determinant = m0 * (a1 * a2 - m3 * m3) - m1 * (m1 * a2 - m3 * m2) + m2 * (m1 * m3 - a1 * m2)
  const value = (t0 * (a1 * a2 - m3 * m3) - m1 * (t1 * a2 - m3 * t2) + m2 * (t1 * m3 - a1 * t2)) / determinant
  return value > 0 ? value : t0 / m0
}
