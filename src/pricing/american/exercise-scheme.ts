/**
 * Interpolation and quadrature of the exercise boundary's integral equation, which depend only on the orders: Chebyshev
 * points of √τ, and Gauss-Legendre points y with remaining time τ(1 + y)²/4, where the integrands are smooth.
 */

import { at } from '../column.ts'
import { chebyshevPoints, writeInterpolationRow } from './chebyshev.ts'
import { gaussLegendre } from './gauss-legendre.ts'

/** Computed once and shared. */
export interface ExerciseScheme {
  readonly degree: number
  readonly sweeps: number
  /** √τ/√T at the Chebyshev points, from 1 down to 0. */
  readonly rootShare: Float64Array
  /** Inner integral: (1 + y)/2, and the weights times that. */
  readonly innerRoot: Float64Array
  readonly innerWeight: Float64Array
  /** Weights that interpolate node values at the inner points of every node, row-major. */
  readonly innerRows: Float64Array
  /** The same for the premium's integral from 0 to T. */
  readonly outerRoot: Float64Array
  readonly outerWeight: Float64Array
  readonly outerRows: Float64Array
}

/** For a single premium: error 3e-6 K, about 35 µs. */
export const FAST_SCHEME = exerciseScheme(8, 15, 8, 21)

/** Degree of the interpolant, points of the inner integral, sweeps, points of the outer integral; at most 512 points. */
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
