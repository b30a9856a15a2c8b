/** Chebyshev interpolation on [−1, 1] through the extreme points cos(iπ/n), first point +1, last −1. */
import { at } from '../column.ts'

export function chebyshevPoints(degree: number): Float64Array<ArrayBuffer> {
  return Float64Array.from({ length: degree + 1 }, (_, i) => Math.cos((i * Math.PI) / degree))
}

/**
 * Coefficients, lowest order first, of the interpolant through `degree + 1` values that start at `start` and lie `stride`
 * apart; written over them.
 */
export function toCoefficients(values: Float64Array, start: number, stride: number, degree: number): void {
  const sums = new Float64Array(degree + 1)
  for (let k = 0; k <= degree; k++) {
    let sum = 0
    for (let i = 0; i <= degree; i++) {
      const ends = i === 0 || i === degree ? 0.5 : 1
      sum += ends * at(values, start + i * stride) * Math.cos((i * k * Math.PI) / degree)
    }
    sums[k] = (k === 0 || k === degree ? 1 : 2) * (sum / degree)
  }
  for (let k = 0; k <= degree; k++) values[start + k * stride] = at(sums, k)
}

/**
 * Weights that turn the values at `chebyshevPoints` into the interpolant's value at x, written from `start` on: the
 * barycentric formula, whose weights at these points are ±1, halved at the ends.
 */
export function writeInterpolationRow(target: Float64Array, start: number, points: Float64Array, x: number): void {
  const exact = points.indexOf(x)
  let sum = 0
  for (let i = 0; i < points.length; i++) {
    const sign = i % 2 === 0 ? 1 : -1
    const weight = i === 0 || i === points.length - 1 ? 0.5 * sign : sign
    const share = exact < 0 ? weight / (x - at(points, i)) : Number(i === exact)
    target[start + i] = share
    sum += share
  }
  for (let i = 0; i < points.length; i++) target[start + i] = at(target, start + i) / sum
}
