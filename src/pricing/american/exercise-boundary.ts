/**
 * Exercise boundary and early-exercise premium of an American put at strike 1 by the integral equation of Andersen, Lake
 * and Offengenden (2015). The boundary B(τ) is interpolated as ln²(B/X) on Chebyshev points of √τ, with X its limit at
 * expiry. A call is solved as a put with spot and strike, and rate and yield, exchanged.
 */
import { at } from '../column.ts'
import { fastNormalCdf } from '../european/fast-normal-cdf.ts'
import { INVERSE_SQRT_TWO_PI, normalCdf, normalDensity } from '../european/mills.ts'
import type { ExerciseScheme } from './exercise-scheme.ts'

/** Boundary of one (T, r, q, σ), in the form that the premium integrates. */
export interface ExerciseBoundary {
  readonly yearsToExpiry: number
  readonly rate: number
  readonly dividendYield: number
  readonly volatility: number
  /** ln B(T): at or below it, a put with time T left is exercised immediately. */
  readonly logBoundary: number
  /** At the outer points u: ln B(T − u), σ√u, and the integrand's factors of Φ(−d₋) and of S·Φ(−d₊). */
  readonly logBoundaries: Float64Array
  readonly deviations: Float64Array
  readonly rateWeights: Float64Array
  readonly yieldWeights: Float64Array
}

/** State of one solution. */
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

/** Solves the boundary of a put. Requires r > 0, T > 0 and σ > 0; q can have either sign. */
export function solveBoundary(
  scheme: ExerciseScheme,
  yearsToExpiry: number,
  rate: number,
  dividendYield: number,
  volatility: number,
): ExerciseBoundary {
  const iteration: Iteration = {
    scheme,
    yearsToExpiry,
    rate,
    dividendYield,
    volatility,
    logLimit: boundaryLimit(rate, dividendYield),
    squares: new Float64Array(scheme.degree + 1),
    rateGrowth: growthWeights(scheme, yearsToExpiry, rate),
    yieldGrowth: growthWeights(scheme, yearsToExpiry, dividendYield),
  }
  startFromPerpetual(iteration)
  const next = new Float64Array(scheme.degree + 1)
  const update = Math.abs(rate - dividendYield) < 1e-3 ? updateByDensity : updateByDistribution
  for (let sweep = 0; sweep < scheme.sweeps; sweep++) {
    for (let i = 0; i < scheme.degree; i++) {
      const gap = Math.min(update(iteration, i) - iteration.logLimit, SMALLEST_GAP)
      next[i] = gap * gap
    }
    iteration.squares.set(next)
  }
  return outerForm(iteration)
}

/**
 * Negative rates under which exercise pays only between two prices, so that there is no single boundary: q < r < 0 for a
 * put, r < q < 0 for a call (L. Andersen, M. Lake, Fast American Option Pricing: The Double-Boundary Case, 2021).
 */
export function hasTwoBoundaries(isCall: boolean, rate: number, dividendYield: number): boolean {
  return isCall ? rate < dividendYield && dividendYield < 0 : dividendYield < rate && rate < 0
}

/** ln X, the logarithm of the boundary's limit at expiry: min(1, r/q). */
export function boundaryLimit(rate: number, dividendYield: number): number {
  return dividendYield > rate ? Math.log(rate / dividendYield) : 0
}

/** The logarithm of the boundary stays this far below its limit. */
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

/** Arguments d₋ and d₊ of the normal distribution at the points of one integral; as long as the longest quadrature. */
const MAX_POINTS = 512
const lowers = new Float64Array(MAX_POINTS)
const uppers = new Float64Array(MAX_POINTS)

/** d± of B(τᵢ)/B(u) at the inner points of node i. */
function readInnerArguments(iteration: Iteration, i: number): void {
  const { scheme, squares, volatility } = iteration
  const carry = iteration.rate - iteration.dividendYield
  const points = scheme.innerRoot.length
  const rootTau = at(scheme.rootShare, i) * Math.sqrt(iteration.yearsToExpiry)
  const ownGap = Math.sqrt(at(squares, i))
  for (let k = 0; k < points; k++) {
    const row = (i * points + k) * squares.length
    let square = 0
    for (let j = 0; j < squares.length; j++) square += at(scheme.innerRows, row + j) * at(squares, j)
    const root = rootTau * at(scheme.innerRoot, k)
    const s = volatility * root
    const upper = (Math.sqrt(Math.max(square, 0)) - ownGap + carry * root * root) / s + 0.5 * s
    uppers[k] = upper
    lowers[k] = upper - s
  }
}

function sumOfDistributions(weights: Float64Array, start: number, points: Float64Array, count: number): number {
  let sum = 0
  for (let k = 0; k < count; k++) sum += at(weights, start + k) * fastNormalCdf(at(points, k))
  return sum
}

/** The same with the density over σ times the root of the time to go, in units of √τ. */
function sumOfDensities(weights: Float64Array, start: number, points: Float64Array, roots: Float64Array): number {
  let sum = 0
  for (let k = 0; k < roots.length; k++) {
    const x = at(points, k)
    sum += (at(weights, start + k) * Math.exp(-0.5 * x * x)) / at(roots, k)
  }
  return sum * INVERSE_SQRT_TWO_PI
}

/** New ln B(τᵢ) from N = Φ(d₋) + r∫e^(ru)Φ(d₋)du and M = Φ(d₊) + q∫e^(qu)Φ(d₊)du: fixed-point system B of the paper. */
function updateByDistribution(iteration: Iteration, i: number): number {
  const { scheme, volatility, rateGrowth, yieldGrowth } = iteration
  const carry = iteration.rate - iteration.dividendYield
  const points = scheme.innerRoot.length
  const rootTau = at(scheme.rootShare, i) * Math.sqrt(iteration.yearsToExpiry)
  const tau = rootTau * rootTau
  readInnerArguments(iteration, i)
  const rateIntegral = tau * sumOfDistributions(rateGrowth, i * points, lowers, points)
  const yieldIntegral = tau * sumOfDistributions(yieldGrowth, i * points, uppers, points)
  const s = volatility * rootTau
  const upper = (iteration.logLimit - Math.sqrt(at(iteration.squares, i)) + carry * tau) / s + 0.5 * s
  return Math.log((fastNormalCdf(upper - s) + rateIntegral) / (fastNormalCdf(upper) + yieldIntegral)) - carry * tau
}

/** The same by system A, N = φ(d₋)/σ√τ + r∫e^(ru)φ(d₋)/σ√(τ−u) du: it converges where r and q are almost equal. */
function updateByDensity(iteration: Iteration, i: number): number {
  const { scheme, volatility, rateGrowth, yieldGrowth } = iteration
  const carry = iteration.rate - iteration.dividendYield
  const points = scheme.innerRoot.length
  const rootTau = at(scheme.rootShare, i) * Math.sqrt(iteration.yearsToExpiry)
  const tau = rootTau * rootTau
  const s = volatility * rootTau
  readInnerArguments(iteration, i)
  const rateIntegral = (tau / s) * sumOfDensities(rateGrowth, i * points, lowers, scheme.innerRoot)
  const yieldDensities = (tau / s) * sumOfDensities(yieldGrowth, i * points, uppers, scheme.innerRoot)
  const yieldIntegral = tau * sumOfDistributions(yieldGrowth, i * points, uppers, points) + yieldDensities
  const upper = (iteration.logLimit - Math.sqrt(at(iteration.squares, i)) + carry * tau) / s + 0.5 * s
  const numerator = normalDensity(upper - s) / s + rateIntegral
  return Math.log(numerator / (normalDensity(upper) / s + fastNormalCdf(upper) + yieldIntegral)) - carry * tau
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

/** American put − European put at strike 1 and spot e^`logSpot` above the boundary; never negative. */
export function earlyExercisePremium(boundary: ExerciseBoundary, logSpot: number): number {
  const { logBoundaries, deviations, volatility } = boundary
  const carry = (boundary.rate - boundary.dividendYield) / (volatility * volatility) + 0.5
  const points = logBoundaries.length
  for (let k = 0; k < points; k++) {
    const s = at(deviations, k)
    const upper = (at(logBoundaries, k) - logSpot) / s - carry * s
    uppers[k] = upper
    lowers[k] = upper + s
  }
  const earned = sumOfTails(boundary.rateWeights, lowers, points)
  return Math.max(earned - Math.exp(logSpot) * sumOfTails(boundary.yieldWeights, uppers, points), 0)
}

/** Like `sumOfDistributions`, with full relative precision in the tail. */
function sumOfTails(weights: Float64Array, points: Float64Array, count: number): number {
  let sum = 0
  for (let k = 0; k < count; k++) sum += at(weights, k) * normalCdf(at(points, k))
  return sum
}
