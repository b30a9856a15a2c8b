/**
 * The total standard deviation s = σ√T at which an option at log-moneyness a = |ln(F/K)| has the out-of-the-money value
 * β·√(F·K), 0 < β < e^(−a/2). Root of ln(b(s)/β) by Householder steps of third order: nearly linear where it matters.
 */
import { mills, millsDifference, SQRT_TWO_PI } from './mills.ts'

const LOG_SQRT_TWO_PI = 0.9189385332046728
const MAX_STEPS = 100
const CONVERGED = 2 ** -51
/** Smallest share of the bound that a rounded price can leave below it. */
const SMALLEST_REMAINDER = 2 ** -54

/**
 * Bracketed solution for every admissible pair, however extreme, from a guess (0 for none). Above half the bound it solves
 * for the distance of the price from the bound.
 */
export function solveBracketed(beta: number, a: number, guess: number): number {
  const bound = Math.exp(-0.5 * a)
  const fromAbove = beta > 0.5 * bound
  const target = fromAbove ? Math.max(bound - beta, SMALLEST_REMAINDER * bound) : beta
  let low = 0
  let high = Number.POSITIVE_INFINITY
  let s = guess > 0 ? guess : firstGuess(beta, a, target, fromAbove)
  for (let step = 0; step < MAX_STEPS; step++) {
    const h = a / s
    const t = 0.5 * s
    const difference = fromAbove ? -mills(t - h) - mills(t + h) : millsDifference(h, t)
    const error = Math.log(Math.abs(difference) / target) - LOG_SQRT_TWO_PI - 0.5 * (h * h + t * t)
    const tooLow = error < 0 !== fromAbove
    if (tooLow) low = s
    else high = s
    const next = s + householderStep(error, difference, h, t, s)
    if (Math.abs(next - s) <= CONVERGED * s) return next
    s = next > low && next < high ? next : between(low, high)
  }
  return s
}

/** Step for f = ln(b/β) with f′ = 1/D, f″/f′ = A and f‴/f′ = B at h = a/s, t = s/2. */
function householderStep(error: number, difference: number, h: number, t: number, s: number): number {
  const inverse = 1 / difference
  const ratio = h / s
  const p = h * ratio - 0.5 * t
  const curvature = p - inverse
  const third = p * p - 3 * ratio * ratio - 0.25 + inverse * (2 * inverse - 3 * p)
  const newton = -error * difference
  return (newton * (1 + 0.5 * curvature * newton)) / (1 + newton * (curvature + (third * newton) / 6))
}

function between(low: number, high: number): number {
  if (high === Number.POSITIVE_INFINITY) return 2 * low
  return low > 0 ? Math.sqrt(low) * Math.sqrt(high) : 0.5 * high
}

/** Near the bound, a normal tail; far out, Bachelier's φ(h)/h³ = β/a; otherwise Bachelier's price at the money. */
function firstGuess(beta: number, a: number, target: number, fromAbove: boolean): number {
  if (fromAbove) return 2 * Math.sqrt(a + 2 * Math.log(1 / target))
  const depth = -Math.log((SQRT_TWO_PI * beta) / a)
  if (!(depth > 2)) return SQRT_TWO_PI * (beta + 0.5 * a)
  let square = 2 * depth
  for (let step = 0; step < 4; step++) square = Math.max(2 * depth - 3 * Math.log(square), 1)
  return a / Math.sqrt(square)
}
