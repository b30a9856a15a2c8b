/**
 * Early-exercise premiums of all strikes of one expiration and right. At strike 1 the premium depends on spot and volatility
 * alone; its logarithm is solved on Chebyshev points of ln σ and of y = ln(S/B)/(σ√T), 0 to 7, and kept as local polynomials.
 */
import { earlyExercisePremium, exerciseScheme, solveBoundary } from './american-boundary.ts'
import { chebyshevPoints, toCoefficients, writeInterpolationRow } from './chebyshev.ts'
import { at } from './column.ts'

export const TABLE_LOWEST_VOLATILITY = 0.05
export const TABLE_HIGHEST_VOLATILITY = 1.5
export const TABLE_HIGHEST_Y = 7
/** Rows, evenly spaced in ln σ, read four at a time by a cubic. */
export const TABLE_ROWS = 48
/** Per row 14 cells of y, each a polynomial of degree 6 on [−1, 1]. */
export const TABLE_CELLS = 14
export const TABLE_ORDER = 7
const ROW_LENGTH = TABLE_CELLS * TABLE_ORDER
const SCHEME = exerciseScheme(10, 17, 8, 27)
const VOLATILITY_DEGREE = 13
const Y_DEGREE = 27
const LOG_LOWEST = Math.log(TABLE_LOWEST_VOLATILITY)
const LOG_SPAN = Math.log(TABLE_HIGHEST_VOLATILITY / TABLE_LOWEST_VOLATILITY)
export const TABLE_LOG_LOWEST = LOG_LOWEST
export const TABLE_ROWS_PER_LOG = (TABLE_ROWS - 1) / LOG_SPAN
const SMALLEST_PREMIUM = 1e-280
/** Of the strike: below this the whole premium, at most rate × time, counts as none. */
const SMALLEST_CARRY = 1e-8

export interface ExerciseTable {
  readonly isCall: boolean
  readonly yearsToExpiry: number
  readonly rate: number
  readonly dividendYield: number
  /** ln X: limit of the boundary at expiry, of spot over strike for a put, of strike over spot for a call. */
  readonly logLimit: number
  /** (ln X − ln B)/(σ√T) per row. */
  readonly gaps: Float64Array
  /** Logarithm of the premium per unit of strike (put) or spot (call). */
  readonly coefficients: Float64Array
}

const volatilityPoints = chebyshevPoints(VOLATILITY_DEGREE)
const yPoints = chebyshevPoints(Y_DEGREE)
const rowMatrix = volatilityMatrix()
const cellMatrix = yMatrix()

/** Weights that turn values at the Chebyshev volatilities into values at the rows. */
function volatilityMatrix(): Float64Array {
  const matrix = new Float64Array(TABLE_ROWS * (VOLATILITY_DEGREE + 1))
  for (let row = 0; row < TABLE_ROWS; row++) {
    writeInterpolationRow(matrix, row * (VOLATILITY_DEGREE + 1), VOLATILITY_DEGREE, (2 * row) / (TABLE_ROWS - 1) - 1)
  }
  return matrix
}

/** Weights that turn values at the Chebyshev points of y into the polynomials of the cells: one row per coefficient. */
function yMatrix(): Float64Array {
  const columns = Y_DEGREE + 1
  const points = chebyshevPoints(TABLE_ORDER - 1)
  const matrix = new Float64Array(ROW_LENGTH * columns)
  for (let cell = 0; cell < TABLE_CELLS; cell++) {
    const start = cell * TABLE_ORDER * columns
    points.forEach((point, k) => {
      const x = (2 * cell + 1 + point) / TABLE_CELLS - 1
      writeInterpolationRow(matrix, start + k * columns, Y_DEGREE, x)
    })
    for (let column = 0; column < columns; column++) {
      toCoefficients(matrix, start + column, columns, TABLE_ORDER - 1)
      toPowers(matrix, start + column, columns)
    }
  }
  return matrix
}

/** Chebyshev coefficients of degree 6 to powers, in place. */
function toPowers(values: Float64Array, start: number, stride: number): void {
  const [c0 = 0, c1 = 0, c2 = 0, c3 = 0, c4 = 0, c5 = 0, c6 = 0] = Array.from({ length: TABLE_ORDER }, (_, k) =>
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

/**
 * Table of one expiration and right at a continuous rate and yield; some milliseconds of work. Null where early exercise is
 * worth nothing (a put at rate ≤ 0, a call at yield ≤ 0, no time left) and the European value stands.
 */
export function exerciseTable(
  isCall: boolean,
  yearsToExpiry: number,
  rate: number,
  dividendYield: number,
): ExerciseTable | null {
  const gain = isCall ? dividendYield : rate
  const loss = isCall ? rate : dividendYield
  if (!(yearsToExpiry > 0 && gain * yearsToExpiry > SMALLEST_CARRY)) return null
  const volatilities = VOLATILITY_DEGREE + 1
  const gapsAtPoints = new Float64Array(volatilities)
  const premiums = new Float64Array(volatilities * (Y_DEGREE + 1))
  const logLimit = loss > gain ? Math.log(gain / loss) : 0
  const squares = new Float64Array(SCHEME.degree + 1).fill(Number.NaN)
  for (let i = 0; i < volatilities; i++) {
    const volatility = Math.exp(LOG_LOWEST + ((1 + at(volatilityPoints, i)) / 2) * LOG_SPAN)
    const boundary = solveBoundary(SCHEME, yearsToExpiry, gain, loss, volatility, squares)
    squares[0] = Number.NaN
    const s = volatility * Math.sqrt(yearsToExpiry)
    gapsAtPoints[i] = (logLimit - boundary.logBoundary) / s
    for (let j = 0; j <= Y_DEGREE; j++) {
      const y = ((1 + at(yPoints, j)) / 2) * TABLE_HIGHEST_Y
      const premium = earlyExercisePremium(boundary, boundary.logBoundary + y * s)
      premiums[i * (Y_DEGREE + 1) + j] = Math.log(Math.max(premium, SMALLEST_PREMIUM))
    }
  }
  const gaps = product(rowMatrix, gapsAtPoints, TABLE_ROWS, volatilities, 1)
  const byRow = product(rowMatrix, premiums, TABLE_ROWS, volatilities, Y_DEGREE + 1)
  return { isCall, yearsToExpiry, rate, dividendYield, logLimit, gaps, coefficients: polynomials(byRow) }
}

/** Matrix product, row-major: `rows` × `inner` times `inner` × `columns`. */
function product(a: Float64Array, b: Float64Array, rows: number, inner: number, columns: number): Float64Array {
  const result = new Float64Array(rows * columns)
  for (let i = 0; i < rows; i++) {
    for (let k = 0; k < inner; k++) {
      const factor = at(a, i * inner + k)
      for (let j = 0; j < columns; j++)
        result[i * columns + j] = at(result, i * columns + j) + factor * at(b, k * columns + j)
    }
  }
  return result
}

function polynomials(byRow: Float64Array): Float64Array {
  const result = new Float64Array(TABLE_ROWS * ROW_LENGTH)
  for (let row = 0; row < TABLE_ROWS; row++) {
    for (let k = 0; k < ROW_LENGTH; k++) {
      let sum = 0
      for (let j = 0; j <= Y_DEGREE; j++)
        sum += at(cellMatrix, k * (Y_DEGREE + 1) + j) * at(byRow, row * (Y_DEGREE + 1) + j)
      result[row * ROW_LENGTH + k] = sum
    }
  }
  return result
}
