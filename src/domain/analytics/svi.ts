/**
 * A smooth, arbitrage-aware smile of one expiration: total variance v(k) = α + β{ρ(k − μ) + √((k − μ)² + ς²)}. Fitted
 * quasi-explicitly: a search over (μ, ς), inside it a bounded linear problem. Sources: Gatheral, Jacquier (arXiv
 * 1204.0646); Zeliade Systems, Quasi-explicit calibration of Gatheral's SVI model.
 */
import { nelderMead } from '../../lib/nelder-mead.ts'
import type { SlicePoint } from './volatility-slice.ts'

/** v(k) = a + ½p(√(y² + 1) + y) + ½q(√(y² + 1) − y) with y = (k − μ)/ς: both wings have their own slope. */
export interface Svi {
  readonly centre: number
  readonly width: number
  readonly level: number
  /** βς(1 + ρ) and βς(1 − ρ), neither negative. */
  readonly right: number
  readonly left: number
}

/** Beyond a slope of 2 a wing has arbitrage (Lee 2004). */
const STEEPEST_WING = 2
const SEARCH_STEPS = 60
const MOST_POINTS = 80
const GRID_CENTRES = [-0.75, -0.35, -0.1, 0.1, 0.4]
const GRID_WIDTHS = [0.15, 0.4, 1, 2.5]
const ARBITRAGE_GRID = 61
const PENALTY_GRID = 21
/** Part of the quoted range that is checked beyond either end. */
const MARGIN = 1 / 3
/** Kept between the density and zero at the points of the grid, for what lies between them. */
const ARBITRAGE_MARGIN = 0.01
const PENALTY = 100

/**
 * Least squares with the weights of the points. Free of butterfly arbitrage over the quoted strikes and a third beyond,
 * else null. Needs five points.
 */
export function fitSvi(points: readonly SlicePoint[]): Svi | null {
  if (points.length < 5) return null
  const problem = sviProblem(thinned(points))
  const plain = search(problem, false)
  if (isFreeOfButterflies(plain, problem)) return plain
  const penalised = search(problem, true)
  return isFreeOfButterflies(penalised, problem) ? penalised : null
}

export function sviVariance({ centre, width, level, right, left }: Svi, k: number): number {
  const y = (k - centre) / width
  const root = Math.sqrt(y * y + 1)
  return level + 0.5 * right * (root + y) + 0.5 * left * (root - y)
}

/** The density of the price at expiration relative to its own scale: negative is butterfly arbitrage. */
export function butterflyDensity(svi: Svi, k: number): number {
  const { centre, width, right, left } = svi
  const y = (k - centre) / width
  const root = Math.sqrt(y * y + 1)
  const v = sviVariance(svi, k)
  const slope = (0.5 * (right + left) * (y / root) + 0.5 * (right - left)) / width
  const bend = (0.5 * (right + left)) / (root ** 3 * width * width)
  return (1 - (0.5 * k * slope) / v) ** 2 - 0.25 * slope * slope * (1 / v + 0.25) + 0.5 * bend
}

interface Problem {
  readonly k: Float64Array
  readonly v: Float64Array
  readonly w: Float64Array
  readonly lowest: number
  readonly highest: number
  /** Standard deviation at the money: the scale of everything. */
  readonly scale: number
  /** Σ (weight × variance)². */
  readonly squares: number
  readonly smallest: number
  readonly largest: number
}

/** Five parameters need no hundreds of strikes: evenly chosen ones, both ends among them. */
function thinned(points: readonly SlicePoint[]): readonly SlicePoint[] {
  if (points.length <= MOST_POINTS) return points
  const step = (points.length - 1) / (MOST_POINTS - 1)
  return Array.from({ length: MOST_POINTS }, (_, index) => points[Math.round(index * step)]).filter(
    (point) => point !== undefined,
  )
}

function sviProblem(points: readonly SlicePoint[]): Problem {
  const v = Float64Array.from(points, ({ variance }) => variance)
  const k = Float64Array.from(points, (point) => point.k)
  const heaviest = Math.max(...points.map(({ weight }) => weight))
  const nearest = points.reduce((best, point) => (Math.abs(point.k) < Math.abs(best.k) ? point : best))
  // No quote is so sharp that a hundred others stop to count.
  const w = Float64Array.from(points, ({ weight }) => Math.max(weight / heaviest, 0.01))
  return {
    k,
    v,
    w,
    squares: v.reduce((total, variance, index) => total + (variance * (w[index] ?? 0)) ** 2, 0),
    lowest: Math.min(...k),
    highest: Math.max(...k),
    scale: Math.sqrt(nearest.variance),
    smallest: Math.min(...v),
    largest: Math.max(...v),
  }
}

function search(problem: Problem, penalise: boolean): Svi {
  const { scale } = problem
  // A bend narrower than the grid of the arbitrage check would hide between its points.
  const narrowest = (2 * (problem.highest - problem.lowest) * (1 + 2 * MARGIN)) / (ARBITRAGE_GRID - 1)
  const at = (centre: number, logWidth: number) =>
    solveInner(problem, centre, Math.max(Math.exp(logWidth), narrowest), penalise)
  const cost = (x: readonly [number, number]) => {
    const { svi, error } = at(x[0], x[1])
    return error + (penalise ? PENALTY * butterflyCost(svi, problem, PENALTY_GRID) * scale ** 4 : 0)
  }
  let best: readonly [number, number] = [0, Math.log(scale)]
  let least = cost(best)
  for (const centre of GRID_CENTRES) {
    for (const width of GRID_WIDTHS) {
      const x = [centre * 2 * scale, Math.log(width * scale)] as const
      const own = cost(x)
      if (own < least) {
        least = own
        best = x
      }
    }
  }
  const [centre, logWidth] = nelderMead(cost, best, [0.3 * scale, 0.4], SEARCH_STEPS)
  return at(centre, logWidth).svi
}

/** Bounded least squares in (level, right, left): Newton to the free minimum, then coordinates in turn inside the box. */
function solveInner(
  problem: Problem,
  centre: number,
  width: number,
  nonNegativeLevel: boolean,
): { readonly svi: Svi; readonly error: number } {
  const { k, v, w, smallest, largest } = problem
  const matrix = new Float64Array(6)
  const target = new Float64Array(3)
  for (let i = 0; i < k.length; i++) {
    const y = ((k[i] ?? 0) - centre) / width
    const root = Math.sqrt(y * y + 1)
    const right = 0.5 * (root + y)
    const left = 0.5 * (root - y)
    const weight = (w[i] ?? 0) ** 2
    const value = weight * (v[i] ?? 0)
    addTo(matrix, 0, weight)
    addTo(matrix, 1, weight * right)
    addTo(matrix, 2, weight * left)
    addTo(matrix, 3, weight * right * right)
    addTo(matrix, 4, weight * right * left)
    addTo(matrix, 5, weight * left * left)
    addTo(target, 0, value)
    addTo(target, 1, value * right)
    addTo(target, 2, value * left)
  }
  const low = nonNegativeLevel ? 0 : -2 * smallest
  const [level, right, left] = boxedLeastSquares(
    matrix,
    target,
    [low, 0, 0],
    [largest, STEEPEST_WING * width, STEEPEST_WING * width],
  )
  const svi = { centre, width, level, right, left }
  return { svi, error: problem.squares - explained(matrix, target, [level, right, left]) }
}

/** How much of the weighted squares the linear form takes away: 2tᵀx − xᵀMx. */
function explained(matrix: Float64Array, target: Float64Array, [x, y, z]: Triple): number {
  const [m0 = 0, m1 = 0, m2 = 0, m3 = 0, m4 = 0, m5 = 0] = matrix
  const [t0 = 0, t1 = 0, t2 = 0] = target
  const squares = m0 * x * x + m3 * y * y + m5 * z * z + 2 * (m1 * x * y + m2 * x * z + m4 * y * z)
  return 2 * (t0 * x + t1 * y + t2 * z) - squares
}

function addTo(column: Float64Array, index: number, value: number): void {
  column[index] = (column[index] ?? 0) + value
}

type Triple = readonly [number, number, number]

/** Minimises ½xᵀMx − tᵀx over a box; M = [m0 m1 m2; m1 m3 m4; m2 m4 m5]. */
function boxedLeastSquares(matrix: Float64Array, target: Float64Array, low: Triple, high: Triple): Triple {
  const [m0 = 0, m1 = 0, m2 = 0, m3 = 0, m4 = 0, m5 = 0] = matrix
  const [t0 = 0, t1 = 0, t2 = 0] = target
  const c0 = m3 * m5 - m4 * m4
  const c1 = m2 * m4 - m1 * m5
  const c2 = m1 * m4 - m2 * m3
  const determinant = m0 * c0 + m1 * c1 + m2 * c2
  let x = (c0 * t0 + c1 * t1 + c2 * t2) / determinant
  let y = (c1 * t0 + (m0 * m5 - m2 * m2) * t1 + (m1 * m2 - m0 * m4) * t2) / determinant
  let z = (c2 * t0 + (m1 * m2 - m0 * m4) * t1 + (m0 * m3 - m1 * m1) * t2) / determinant
  if (isInside([x, y, z], low, high)) return [x, y, z]
  x = within(x, low[0], high[0])
  y = within(y, low[1], high[1])
  z = within(z, low[2], high[2])
  for (let round = 0; round < 40; round++) {
    x = within((t0 - m1 * y - m2 * z) / m0, low[0], high[0])
    y = within((t1 - m1 * x - m4 * z) / m3, low[1], high[1])
    z = within((t2 - m2 * x - m4 * y) / m5, low[2], high[2])
  }
  return [x, y, z]
}

function isInside(x: Triple, low: Triple, high: Triple): boolean {
  return x.every((value, index) => value >= (low[index] ?? 0) && value <= (high[index] ?? 0))
}

function within(value: number, low: number, high: number): number {
  return value > low ? Math.min(value, high) : low
}

/** Sum of squares of what is short of the margin, over the quoted range and a third of it beyond either end. */
function butterflyCost(svi: Svi, { lowest, highest }: Problem, points: number): number {
  const margin = (highest - lowest) * MARGIN
  let cost = 0
  for (let step = 0; step < points; step++) {
    const k = lowest - margin + ((highest - lowest + 2 * margin) * step) / (points - 1)
    const spare = (sviVariance(svi, k) > 0 ? butterflyDensity(svi, k) : -1) - ARBITRAGE_MARGIN
    if (!(spare >= 0)) cost += spare * spare
  }
  return cost
}

function isFreeOfButterflies(svi: Svi, problem: Problem): boolean {
  return butterflyCost(svi, problem, ARBITRAGE_GRID) === 0
}
