/**
 * Grid of an exercise table: rows evenly spaced in ln σ, each divided into cells of y = ln(S/B)/(σ√T) that hold a
 * polynomial. Premiums are solved at Chebyshev points of both axes; matrix products transform them to the grid.
 */

import { at } from '../column.ts'
import { chebyshevPoints, toCoefficients, writeInterpolationRow } from './chebyshev.ts'

export const MIN_VOLATILITY = 0.05
export const MAX_VOLATILITY = 3
export const MAX_Y = 7
export const LOG_MIN_VOLATILITY = Math.log(MIN_VOLATILITY)
const LOG_VOLATILITY_SPAN = Math.log(MAX_VOLATILITY / MIN_VOLATILITY)
/** Read four at a time by a cubic. */
export const GRID_ROWS = 58
export const GRID_ROWS_PER_LOG = (GRID_ROWS - 1) / LOG_VOLATILITY_SPAN
/** Polynomials of degree 6 on [−1, 1]. */
export const GRID_CELLS = 14
export const GRID_ORDER = 7
const ROW_LENGTH = GRID_CELLS * GRID_ORDER

/** Transforms values at Chebyshev points, `volatilityDegree + 1` times `yDegree + 1`, to the grid. */
export interface GridTransform {
  readonly volatilityDegree: number
  readonly yDegree: number
  /** Volatilities and y at the points. */
  readonly volatilities: Float64Array
  readonly ys: Float64Array
  readonly rowWeights: Float64Array
  readonly cellWeights: Float64Array
}

export function gridTransform(volatilityDegree: number, yDegree: number): GridTransform {
  return {
    volatilityDegree,
    yDegree,
    volatilities: chebyshevPoints(volatilityDegree).map((x) =>
      Math.exp(LOG_MIN_VOLATILITY + ((1 + x) / 2) * LOG_VOLATILITY_SPAN),
    ),
    ys: chebyshevPoints(yDegree).map((x) => ((1 + x) / 2) * MAX_Y),
    rowWeights: rowWeights(volatilityDegree),
    cellWeights: cellWeights(yDegree),
  }
}

/** Transforms a function of σ from the Chebyshev volatilities to the rows. */
export function toRows(transform: GridTransform, values: Float64Array): Float64Array {
  return product(transform.rowWeights, values, GRID_ROWS, transform.volatilityDegree + 1, 1)
}

/** Transforms a function of σ and y to polynomial coefficients, indexed by row, cell and order. */
export function toGrid(transform: GridTransform, values: Float64Array): Float64Array {
  const columns = transform.yDegree + 1
  const byRow = product(transform.rowWeights, values, GRID_ROWS, transform.volatilityDegree + 1, columns)
  const grid = new Float64Array(GRID_ROWS * ROW_LENGTH)
  for (let row = 0; row < GRID_ROWS; row++) {
    for (let k = 0; k < ROW_LENGTH; k++) {
      let sum = 0
      for (let j = 0; j < columns; j++) sum += at(transform.cellWeights, k * columns + j) * at(byRow, row * columns + j)
      grid[row * ROW_LENGTH + k] = sum
    }
  }
  return grid
}

function rowWeights(degree: number): Float64Array {
  const points = chebyshevPoints(degree)
  const matrix = new Float64Array(GRID_ROWS * points.length)
  for (let row = 0; row < GRID_ROWS; row++) {
    writeInterpolationRow(matrix, row * points.length, points, (2 * row) / (GRID_ROWS - 1) - 1)
  }
  return matrix
}

/** One row of weights per coefficient of every cell. */
function cellWeights(degree: number): Float64Array {
  const columns = degree + 1
  const points = chebyshevPoints(degree)
  const matrix = new Float64Array(ROW_LENGTH * columns)
  for (let cell = 0; cell < GRID_CELLS; cell++) {
    const start = cell * GRID_ORDER * columns
    chebyshevPoints(GRID_ORDER - 1).forEach((point, k) => {
      writeInterpolationRow(matrix, start + k * columns, points, (2 * cell + 1 + point) / GRID_CELLS - 1)
    })
    for (let column = 0; column < columns; column++) {
      toCoefficients(matrix, start + column, columns, GRID_ORDER - 1)
      toPowers(matrix, start + column, columns)
    }
  }
  return matrix
}

/** Chebyshev coefficients of degree 6 to powers, in place. */
function toPowers(values: Float64Array, start: number, stride: number): void {
  const [c0 = 0, c1 = 0, c2 = 0, c3 = 0, c4 = 0, c5 = 0, c6 = 0] = Array.from({ length: GRID_ORDER }, (_, k) =>
    at(values, start + k * stride),
  )
  const powers = [
    c0 - c2 + c4 - c6,
    c1 - 3 * c3 + 5 * c5,
    2 * c2 - 8 * c4 + 18 * c6,
    4 * c3 - 20 * c5,
    8 * c4 - 48 * c6,
    16 * c5,
    32 * c6,
  ]
  powers.forEach((power, k) => {
    values[start + k * stride] = power
  })
}

/** Matrix product, row-major: `rows` × `inner` times `inner` × `columns`. */
function product(a: Float64Array, b: Float64Array, rows: number, inner: number, columns: number): Float64Array {
  const result = new Float64Array(rows * columns)
  for (let i = 0; i < rows; i++) {
    for (let k = 0; k < inner; k++) {
      const factor = at(a, i * inner + k)
      for (let j = 0; j < columns; j++) {
        result[i * columns + j] = at(result, i * columns + j) + factor * at(b, k * columns + j)
      }
    }
  }
  return result
}
