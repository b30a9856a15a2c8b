/** Chebyshev interpolation on [−1, 1] through the extreme points cos(iπ/n), first point +1, last −1. */
import { at } from './column.ts'

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

/** Weights that turn the values at the points of `degree` into the interpolant's value at x, written from `start` on. */
export function writeInterpolationRow(target: Float64Array, start: number, degree: number, x: number): void {
  for (let i = 0; i <= degree; i++) {
    const ends = i === 0 || i === degree ? 0.5 : 1
    let sum = 0
    for (let k = 0; k <= degree; k++) {
      const outer = k === 0 || k === degree ? 1 : 2
      sum += outer * Math.cos((i * k * Math.PI) / degree) * Math.cos(k * Math.acos(x))
    }
    target[start + i] = (ends * sum) / degree
  }
}
