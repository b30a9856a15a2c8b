import { at } from '../../../lib/math/columns.ts'

/** Entries further than this from the diagonal are 0. */
const BAND = 3

/**
 * Solves A·x = b for a symmetric, positive definite A (row by row, `size` × `size`) with three diagonals on each side of
 * the main one, by Cholesky's method. Overwrites both.
 */
export function bandedSolution(a: Float64Array, b: Float64Array, size: number): Float64Array {
  factorise(a, size)
  for (let row = 0; row < size; row++) {
    let sum = at(b, row)
    for (let inner = Math.max(0, row - BAND); inner < row; inner++) sum -= at(a, row * size + inner) * at(b, inner)
    b[row] = sum / at(a, row * size + row)
  }
  for (let row = size - 1; row >= 0; row--) {
    let sum = at(b, row)
    const end = Math.min(size, row + BAND + 1)
    for (let inner = row + 1; inner < end; inner++) sum -= at(a, inner * size + row) * at(b, inner)
    b[row] = sum / at(a, row * size + row)
  }
  return b
}

function factorise(a: Float64Array, size: number): void {
  for (let row = 0; row < size; row++) {
    const first = Math.max(0, row - BAND)
    for (let column = first; column <= row; column++) {
      let sum = at(a, row * size + column)
      for (let inner = first; inner < column; inner++) sum -= at(a, row * size + inner) * at(a, column * size + inner)
      a[row * size + column] = row === column ? Math.sqrt(sum) : sum / at(a, column * size + column)
    }
  }
}
