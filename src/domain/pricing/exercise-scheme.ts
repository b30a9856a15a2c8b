/**
 * Interpolation and quadrature of the exercise boundary's integral equation, which depend on the orders alone: Chebyshev
 * points of √τ, and Gauss-Legendre points y with the time to go τ(1 + y)²/4, where the integrands are smooth.
 */
import { chebyshevPoints, writeInterpolationRow } from './chebyshev.ts'
import { at } from './column.ts'
import { gaussLegendre } from './gauss-legendre.ts'

/** Made once and shared. */
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

/** Orders of the single shot: 1e-6 K in about 90 µs, and 3e-6 K in about 35 µs. */
export const ACCURATE_SCHEME = exerciseScheme(12, 21, 10, 31)
export const FAST_SCHEME = exerciseScheme(8, 15, 8, 21)

/** Degree of the interpolant, points of the inner integral, sweeps, points of the outer integral. */
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
      writeInterpolationRow(innerRows, (i * innerPoints + k) * (degree + 1), points, z)
    }
  }
  const outerRows = new Float64Array(outerPoints * (degree + 1))
  outer.nodes.forEach((y, k) => {
    writeInterpolationRow(outerRows, k * (degree + 1), points, 2 * Math.sqrt(1 - (1 + y) ** 2 / 4) - 1)
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
