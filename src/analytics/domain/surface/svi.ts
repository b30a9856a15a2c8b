/**
 * Parametric smiles: SVI of one expiration, w(k) = a + b(ρ(k − m) + √((k − m)² + σ²)), and SSVI of all of them,
 * w = θ/2 (1 + ρφk + √((φk + ρ)² + 1 − ρ²)) with φ = η/(θ^γ (1 + θ)^(1 − γ)): J. Gatheral, A. Jacquier, Arbitrage-free SVI
 * volatility surfaces, arXiv 1204.0646. w is total variance, k = ln(K/F). They describe the quotes; prices come from the
 * slices themselves, which are closer.
 */
import { at } from '../../../lib/math/columns.ts'
import { nelderMead } from '../../../lib/math/nelder-mead.ts'
import { itemAt } from '../../../lib/math/numbers.ts'
import { normalDensity } from '../../../pricing/european/mills.ts'
import { type VolatilitySlice, varianceAt } from '../smile/volatility-slice.ts'

/** Five parameters need more points than that. */
const FEWEST_STRIKES = 6
/** Strikes further out, in standard deviations at the money, are not fitted. */
const REACH = 4
/** Strikes of a slice that a surface is fitted to. */
const STRIKES_OF_SURFACE = 24
/** Steepest slope of total variance in a wing (R. Lee, Mathematical Finance 14, 2004). */
const STEEPEST = 2
const SMALLEST_WEIGHT = 0.02

export interface Svi {
  readonly a: number
  readonly b: number
  readonly rho: number
  readonly m: number
  readonly sigma: number
}

export interface Ssvi {
  readonly rho: number
  readonly eta: number
  readonly gamma: number
}

export interface Fitted<Curve> {
  readonly curve: Curve
  /** Root mean square of the distance to the volatilities of the strikes, volatility points. */
  readonly rmsPoints: number
}

interface Points {
  readonly k: readonly number[]
  readonly variance: readonly number[]
  readonly weight: readonly number[]
}

export function sviVariance({ a, b, rho, m, sigma }: Svi, k: number): number {
  return a + b * (rho * (k - m) + Math.hypot(k - m, sigma))
}

export function ssviVariance({ rho, eta, gamma }: Ssvi, atMoney: number, k: number): number {
  const slope = (eta / (atMoney ** gamma * (1 + atMoney) ** (1 - gamma))) * k
  return 0.5 * atMoney * (1 + rho * slope + Math.sqrt((slope + rho) ** 2 + 1 - rho * rho))
}

/**
 * Least squares in total variance, by quasi-explicit steps: for m and σ the rest is linear (Zeliade Systems, White Paper 005,
 * 2009). Null with fewer than six strikes. `years` to the expiration.
 */
export function fittedSvi(slice: VolatilitySlice, years: number): Fitted<Svi> | null {
  const points = pointsOf(slice)
  if (points.k.length < FEWEST_STRIKES) return null
  const spread = Math.sqrt(varianceAt(slice, 0))
  const objective = ([m, width]: readonly number[]) => linearSvi(points, m ?? 0, spread * Math.exp(width ?? 0)).error
  const starts = [-0.5, 0, 0.5].map((place) => nelderMead(objective, [place * spread, 0], [0.3 * spread, 0.7]))
  const best = starts.reduce((least, own) => (own.value < least.value ? own : least))
  const { curve } = linearSvi(points, itemAt(best.point, 0), spread * Math.exp(itemAt(best.point, 1)))
  return curve && { curve, rmsPoints: rmsPoints([{ points, years, of: (k) => sviVariance(curve, k) }]) }
}

export interface DatedSlice {
  readonly slice: VolatilitySlice
  readonly years: number
}

/** One ρ, η and γ for all expirations, with η(1 + |ρ|) ≤ 2 and γ up to ½. Null without a slice of six strikes. */
export function fittedSsvi(slices: readonly DatedSlice[]): Fitted<Ssvi> | null {
  const dated = slices
    .map(({ slice, years }) => ({ points: thinned(pointsOf(slice)), years, atMoney: varianceAt(slice, 0) }))
    .filter(({ points }) => points.k.length >= FEWEST_STRIKES)
  if (dated.length === 0) return null
  const objective = (place: readonly number[]) => {
    const curve = ssviAt(place)
    return dated.reduce((sum, { points, atMoney, years }) => {
      const error = squares(points, (k) => ssviVariance(curve, atMoney, k))
      return sum + error / (atMoney * years)
    }, 0)
  }
  const curve = ssviAt(nelderMead(objective, [-0.4, 0, 0], [0.3, 0.5, 0.5]).point)
  const parts = dated.map(({ points, years, atMoney }) => ({
    points,
    years,
    of: (k: number) => ssviVariance(curve, atMoney, k),
  }))
  return { curve, rmsPoints: rmsPoints(parts) }
}

/** Any three numbers as parameters within their limits. */
function ssviAt(place: readonly number[]): Ssvi {
  const rho = Math.tanh(itemAt(place, 0))
  const share = (value: number) => 1 / (1 + Math.exp(-value))
  return { rho, eta: (STEEPEST / (1 + Math.abs(rho))) * share(itemAt(place, 1)), gamma: 0.5 * share(itemAt(place, 2)) }
}

function pointsOf(slice: VolatilitySlice): Points {
  const { ks, variances } = slice
  const points: { k: number[]; variance: number[]; weight: number[] } = { k: [], variance: [], weight: [] }
  const atMoney = Math.sqrt(varianceAt(slice, 0))
  for (const [index, k] of ks.entries()) {
    const variance = at(variances, index)
    if (Math.abs(k) > REACH * atMoney || !(variance > 0)) continue
    const s = Math.sqrt(variance)
    points.k.push(k)
    points.variance.push(variance)
    points.weight.push(Math.max(normalDensity(-k / s + 0.5 * s), SMALLEST_WEIGHT))
  }
  return points
}

function thinned(points: Points): Points {
  const step = Math.max(1, points.k.length / STRIKES_OF_SURFACE)
  const kept = (values: readonly number[]) =>
    values.filter((_, index) => Math.floor(index / step) > Math.floor((index - 1) / step))
  return { k: kept(points.k), variance: kept(points.variance), weight: kept(points.weight) }
}

function squares({ k, variance, weight }: Points, of: (k: number) => number): number {
  return k.reduce((sum, own, index) => sum + itemAt(weight, index) * (of(own) - itemAt(variance, index)) ** 2, 0)
}

interface Part {
  readonly points: Points
  readonly years: number
  readonly of: (k: number) => number
}

function rmsPoints(parts: readonly Part[]): number {
  let [sum, count] = [0, 0]
  for (const { points, years, of } of parts) {
    for (const [index, k] of points.k.entries()) {
      const distance = Math.sqrt(Math.max(of(k), 0) / years) - Math.sqrt(itemAt(points.variance, index) / years)
      sum += distance * distance
      count++
    }
  }
  return 100 * Math.sqrt(sum / count)
}

interface LinearFit {
  readonly curve: Svi | null
  readonly error: number
}

/** a, b and ρ for given m and σ, within |ρ| ≤ 1, b ≥ 0, no negative variance and wings no steeper than 2. */
function linearSvi(points: Points, m: number, sigma: number): LinearFit {
  const y = points.k.map((k) => (k - m) / sigma)
  const root = y.map((own) => Math.hypot(own, 1))
  const free = leastSquares(points, [y, root])
  const isInside = free !== null && itemAt(free, 2) >= 0 && Math.abs(itemAt(free, 1)) <= itemAt(free, 2)
  const found = isInside
    ? [curveOf(itemAt(free, 0), itemAt(free, 1), itemAt(free, 2), m, sigma)]
    : edgesOf(points, y, root, m, sigma)
  const fits = found.map((curve) => ({
    curve,
    error: isAllowed(curve) ? squares(points, (k) => sviVariance(curve, k)) : Number.NaN,
  }))
  return fits.reduce<LinearFit>((best, own) => (own.error < best.error ? own : best), {
    curve: null,
    error: Number.POSITIVE_INFINITY,
  })
}

/** ρ of 1 and of −1, and a flat smile. */
function edgesOf(points: Points, y: readonly number[], root: readonly number[], m: number, sigma: number): Svi[] {
  const flat = leastSquares(points, [])
  const edges = [1, -1].flatMap((rho) => {
    const own = leastSquares(points, [root.map((value, index) => value + rho * itemAt(y, index))])
    return own && itemAt(own, 1) >= 0 ? [curveOf(itemAt(own, 0), rho * itemAt(own, 1), itemAt(own, 1), m, sigma)] : []
  })
  return flat ? [...edges, curveOf(itemAt(flat, 0), 0, 0, m, sigma)] : edges
}

function curveOf(a: number, tilt: number, bend: number, m: number, sigma: number): Svi {
  return { a, b: bend / sigma, rho: bend > 0 ? tilt / bend : 0, m, sigma }
}

function isAllowed({ a, b, rho, sigma }: Svi): boolean {
  return b * (1 + Math.abs(rho)) <= STEEPEST && a + b * sigma * Math.sqrt(Math.max(1 - rho * rho, 0)) >= 0
}

/** Coefficients of 1 and of each column, by the normal equations; null where the columns depend on each other. */
function leastSquares({ variance, weight }: Points, columns: readonly (readonly number[])[]): readonly number[] | null {
  const size = columns.length + 1
  const entry = (column: number, row: number) => (column === 0 ? 1 : itemAt(columns[column - 1] ?? [], row))
  const rows = Array.from({ length: size }, (_, one) => {
    const sums = Array.from({ length: size }, (__, other) =>
      weight.reduce((sum, own, row) => sum + own * entry(one, row) * entry(other, row), 0),
    )
    return [...sums, weight.reduce((sum, own, row) => sum + own * entry(one, row) * itemAt(variance, row), 0)]
  })
  return solved(rows)
}

/** Gauss and Jordan with pivots; each row ends with its right side. */
function solved(rows: number[][]): readonly number[] | null {
  for (let column = 0; column < rows.length; column++) {
    const below = rows.slice(column)
    const pivot = below.reduce((best, row) =>
      Math.abs(itemAt(row, column)) > Math.abs(itemAt(best, column)) ? row : best,
    )
    if (!(Math.abs(itemAt(pivot, column)) > 1e-14)) return null
    rows.splice(rows.indexOf(pivot), 1)
    rows.splice(column, 0, pivot)
    for (const row of rows) {
      if (row === pivot) continue
      const share = itemAt(row, column) / itemAt(pivot, column)
      for (const index of row.keys()) row[index] = itemAt(row, index) - share * itemAt(pivot, index)
    }
  }
  return rows.map((row, index) => itemAt(row, rows.length) / itemAt(row, index))
}
