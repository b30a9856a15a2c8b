/**
 * Exercise boundary and early-exercise premium of an American put at strike 1 by the integral equation of Andersen, Lake
 * and Offengenden (2015). The boundary B(τ) is held as ln²(B/X) on Chebyshev points of √τ, X its limit at expiry.
 */
import { chebyshevPoints, writeInterpolationRow } from './chebyshev.ts'
import { at } from './column.ts'
import { gaussLegendre } from './gauss-legendre.ts'
import { INVERSE_SQRT_TWO_PI, normalCdf } from './mills.ts'
import { roughCdf } from './normal-table.ts'

/** What depends on the orders of the scheme alone; made once and shared. */
export interface ExerciseScheme {
  readonly degree: number
  readonly sweeps: number
  /** √τ/√T at the Chebyshev points, from expiry of the longest time downwards to 0. */
  readonly rootShare: Float64Array
  /** Of the inner integral: (1 + y)/2, and the weights times that. */
  readonly innerRoot: Float64Array
  readonly innerWeight: Float64Array
  /** Rows of weights that turn node values into values at the inner points of every node. */
  readonly innerRows: Float64Array
  /** The same for the premium's integral from 0 to T. */
  readonly outerRoot: Float64Array
  readonly outerWeight: Float64Array
  readonly outerRows: Float64Array
}

/** Boundary of one (T, r, q, σ), in the form that the premium integrates. */
export interface ExerciseBoundary {
  readonly yearsToExpiry: number
  readonly rate: number
  readonly dividendYield: number
  readonly volatility: number
  /** ln B(T): at or below it a put with the whole time to go is exercised at once. */
  readonly logBoundary: number
  /** At the outer points u: ln B(T − u), σ√u, and the integrand's factors of Φ(−d₋) and of S·Φ(−d₊). */
  readonly logBoundaries: Float64Array
  readonly deviations: Float64Array
  readonly rateWeights: Float64Array
  readonly yieldWeights: Float64Array
}

/** Degree of the interpolant, inner points, sweeps and outer points of the accurate single shot. */
export const ACCURATE_SCHEME = exerciseScheme(12, 21, 10, 31)

export function exerciseScheme(
  degree: number,
  innerPoints: number,
  sweeps: number,
  outerPoints: number,
): ExerciseScheme {
  const points = chebyshevPoints(degree)
  const inner = gaussLegendre(innerPoints)
  const outer = gaussLegendre(outerPoints)
  const innerRows = new Float64Array(degree * innerPoints * (degree + 1))
  const remaining = inner.nodes.map((y) => Math.sqrt(1 - (1 + y) ** 2 / 4))
  for (let i = 0; i < degree; i++) {
    for (let k = 0; k < innerPoints; k++) {
      const z = (1 + at(points, i)) * at(remaining, k) - 1
      writeInterpolationRow(innerRows, (i * innerPoints + k) * (degree + 1), degree, z)
    }
  }
  const outerRows = new Float64Array(outerPoints * (degree + 1))
  outer.nodes.forEach((y, k) => {
    writeInterpolationRow(outerRows, k * (degree + 1), degree, 2 * Math.sqrt(1 - (1 + y) ** 2 / 4) - 1)
  })
  return {
    degree,
    sweeps,
    rootShare: points.map((z) => (1 + z) / 2),
    innerRoot: inner.nodes.map((y) => (1 + y) / 2),
    innerWeight: inner.weights.map((weight, k) => (weight * (1 + at(inner.nodes, k))) / 2),
    innerRows,
    outerRoot: outer.nodes.map((y) => (1 + y) / 2),
    outerWeight: outer.weights.map((weight, k) => (weight * (1 + at(outer.nodes, k))) / 2),
    outerRows,
  }
}

/** One solution under way. */
interface Iteration {
  readonly scheme: ExerciseScheme
  readonly yearsToExpiry: number
  readonly rate: number
  readonly dividendYield: number
  readonly volatility: number
  /** ln X. */
  readonly logLimit: number
  /** ln²(B/X) at the Chebyshev points. */
  readonly squares: Float64Array
  /** Weight times r·e^(ru), and times q·e^(qu), at the inner points of every node, per unit of τ. */
  readonly rateGrowth: Float64Array
  readonly yieldGrowth: Float64Array
}

/**
 * Solves the boundary of a put at rate r > 0 (q of either sign), T > 0, σ > 0. `squares` holds ln²(B/X) at the Chebyshev
 * points for a neighbouring volatility and receives the solution; NaN in its first entry starts from the perpetual boundary.
 */
export function solveBoundary(
  scheme: ExerciseScheme,
  yearsToExpiry: number,
  rate: number,
  dividendYield: number,
  volatility: number,
  squares: Float64Array,
): ExerciseBoundary {
  const iteration: Iteration = {
    scheme,
    yearsToExpiry,
    rate,
    dividendYield,
    volatility,
    logLimit: dividendYield > rate ? Math.log(rate / dividendYield) : 0,
    squares,
    rateGrowth: growthWeights(scheme, yearsToExpiry, rate),
    yieldGrowth: growthWeights(scheme, yearsToExpiry, dividendYield),
  }
  if (Number.isNaN(at(squares, 0))) startFromPerpetual(iteration)
  const next = new Float64Array(scheme.degree + 1)
  const update = Math.abs(rate - dividendYield) < 1e-3 ? updateByDensity : updateByDistribution
  for (let sweep = 0; sweep < scheme.sweeps; sweep++) {
    for (let i = 0; i < scheme.degree; i++) {
      const gap = Math.min(update(iteration, i) - iteration.logLimit, SMALLEST_GAP)
      next[i] = gap * gap
    }
    squares.set(next)
  }
  return outerForm(iteration)
}

/** The boundary stays this far below its limit, in logarithm. */
const SMALLEST_GAP = -1e-9

function growthWeights(scheme: ExerciseScheme, yearsToExpiry: number, rate: number): Float64Array {
  const points = scheme.innerRoot.length
  const weights = new Float64Array(scheme.degree * points)
  for (let i = 0; i < scheme.degree; i++) {
    const tau = yearsToExpiry * at(scheme.rootShare, i) ** 2
    for (let k = 0; k < points; k++) {
      const elapsed = tau * (1 - at(scheme.innerRoot, k) ** 2)
      weights[i * points + k] = rate * at(scheme.innerWeight, k) * Math.exp(rate * elapsed)
    }
  }
  return weights
}

/** B∞ + (X − B∞)·exp((bτ − 2σ√τ)·X/(X − B∞)), with the perpetual boundary B∞ and b = r − q. */
function startFromPerpetual(iteration: Iteration): void {
  const { scheme, yearsToExpiry, rate, volatility, squares } = iteration
  const carry = rate - iteration.dividendYield
  const variance = volatility * volatility
  const half = carry / variance - 0.5
  const theta = -half - Math.sqrt(half * half + (2 * rate) / variance)
  const perpetual = theta / (theta - 1)
  const limit = Math.exp(iteration.logLimit)
  for (let i = 0; i <= scheme.degree; i++) {
    const rootTau = at(scheme.rootShare, i) * Math.sqrt(yearsToExpiry)
    const exponent = ((carry * rootTau - 2 * volatility) * rootTau * limit) / (limit - perpetual)
    const gap = Math.log((perpetual + (limit - perpetual) * Math.exp(Math.min(exponent, 0))) / limit)
    squares[i] = gap * gap
  }
}

/** ln(B(τ)/B(u)) at inner point k of node i. */
function logRatio(iteration: Iteration, i: number, k: number): number {
  const { scheme, squares } = iteration
  const row = (i * scheme.innerRoot.length + k) * (scheme.degree + 1)
  let square = 0
  for (let j = 0; j < squares.length; j++) square += at(scheme.innerRows, row + j) * at(squares, j)
  return Math.sqrt(Math.max(square, 0)) - Math.sqrt(at(squares, i))
}

/** New ln B(τᵢ) from N = Φ(d₋) + r∫e^(ru)Φ(d₋)du and M = Φ(d₊) + q∫e^(qu)Φ(d₊)du. */
function updateByDistribution(iteration: Iteration, i: number): number {
  const { scheme, volatility, rateGrowth, yieldGrowth } = iteration
  const carry = iteration.rate - iteration.dividendYield
  const points = scheme.innerRoot.length
  const rootTau = at(scheme.rootShare, i) * Math.sqrt(iteration.yearsToExpiry)
  const tau = rootTau * rootTau
  let rateIntegral = 0
  let yieldIntegral = 0
  for (let k = 0; k < points; k++) {
    const root = rootTau * at(scheme.innerRoot, k)
    const s = volatility * root
    const upper = (logRatio(iteration, i, k) + carry * root * root) / s + 0.5 * s
    rateIntegral += at(rateGrowth, i * points + k) * roughCdf(upper - s)
    yieldIntegral += at(yieldGrowth, i * points + k) * roughCdf(upper)
  }
  const s = volatility * rootTau
  const upper = (iteration.logLimit - Math.sqrt(at(iteration.squares, i)) + carry * tau) / s + 0.5 * s
  return Math.log((roughCdf(upper - s) + tau * rateIntegral) / (roughCdf(upper) + tau * yieldIntegral)) - carry * tau
}

/** The same from N = φ(d₋)/σ√τ + r∫e^(ru)φ(d₋)/σ√(τ−u) du and its partner, which converges where r and q nearly agree. */
function updateByDensity(iteration: Iteration, i: number): number {
  const { scheme, volatility, rateGrowth, yieldGrowth } = iteration
  const carry = iteration.rate - iteration.dividendYield
  const points = scheme.innerRoot.length
  const rootTau = at(scheme.rootShare, i) * Math.sqrt(iteration.yearsToExpiry)
  const tau = rootTau * rootTau
  let rateIntegral = 0
  let yieldIntegral = 0
  for (let k = 0; k < points; k++) {
    const root = rootTau * at(scheme.innerRoot, k)
    const s = volatility * root
    const upper = (logRatio(iteration, i, k) + carry * root * root) / s + 0.5 * s
    const lower = upper - s
    rateIntegral += (at(rateGrowth, i * points + k) * Math.exp(-0.5 * lower * lower) * INVERSE_SQRT_TWO_PI) / s
    const density = (Math.exp(-0.5 * upper * upper) * INVERSE_SQRT_TWO_PI) / s
    yieldIntegral += at(yieldGrowth, i * points + k) * (roughCdf(upper) + density)
  }
  const s = volatility * rootTau
  const upper = (iteration.logLimit - Math.sqrt(at(iteration.squares, i)) + carry * tau) / s + 0.5 * s
  const lower = upper - s
  const numerator = (Math.exp(-0.5 * lower * lower) * INVERSE_SQRT_TWO_PI) / s + tau * rateIntegral
  const density = (Math.exp(-0.5 * upper * upper) * INVERSE_SQRT_TWO_PI) / s
  return Math.log(numerator / (density + roughCdf(upper) + tau * yieldIntegral)) - carry * tau
}

function outerForm(iteration: Iteration): ExerciseBoundary {
  const { scheme, yearsToExpiry, rate, dividendYield, volatility, logLimit, squares } = iteration
  const share = scheme.outerRoot.map((root) => root * root)
  return {
    yearsToExpiry,
    rate,
    dividendYield,
    volatility,
    logBoundary: logLimit - Math.sqrt(at(squares, 0)),
    logBoundaries: scheme.outerRoot.map((_, k) => {
      let square = 0
      for (let j = 0; j < squares.length; j++) square += at(scheme.outerRows, k * squares.length + j) * at(squares, j)
      return logLimit - Math.sqrt(Math.max(square, 0))
    }),
    deviations: scheme.outerRoot.map((root) => volatility * root * Math.sqrt(yearsToExpiry)),
    rateWeights: scheme.outerWeight.map(
      (weight, k) => weight * yearsToExpiry * rate * Math.exp(-rate * yearsToExpiry * at(share, k)),
    ),
    yieldWeights: scheme.outerWeight.map(
      (weight, k) => weight * yearsToExpiry * dividendYield * Math.exp(-dividendYield * yearsToExpiry * at(share, k)),
    ),
  }
}

/** Premium of the American put over the European at strike 1 and spot e^`logSpot`, above the boundary. Never negative. */
export function earlyExercisePremium(boundary: ExerciseBoundary, logSpot: number): number {
  const { logBoundaries, deviations, rateWeights, yieldWeights, volatility } = boundary
  const carry = (boundary.rate - boundary.dividendYield) / (volatility * volatility)
  const spot = Math.exp(logSpot)
  let sum = 0
  for (let k = 0; k < logBoundaries.length; k++) {
    const s = at(deviations, k)
    const upper = (logSpot - at(logBoundaries, k)) / s + carry * s + 0.5 * s
    sum += at(rateWeights, k) * normalCdf(s - upper) - spot * at(yieldWeights, k) * normalCdf(-upper)
  }
  return Math.max(sum, 0)
}
