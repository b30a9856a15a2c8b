/**
 * Interpolation in an exercise table: the premium E per unit of strike (put) or spot (call) and its derivatives by
 * m = ln(S/K) of a put, ln(K/S) of a call, and by σ. One shared array holds the result, because a chain needs tens of
 * thousands of readings.
 */

import { at } from '../column.ts'
import {
  GRID_CELLS,
  GRID_ORDER,
  GRID_ROWS,
  GRID_ROWS_PER_LOG,
  LOG_MIN_VOLATILITY,
  MAX_VOLATILITY,
  MAX_Y,
  MIN_VOLATILITY,
} from './exercise-grid.ts'
import type { BoundaryTable } from './exercise-table.ts'
import { writeLagrangeWeights } from './lagrange-weights.ts'

/** Result of the last reading, at the indices below. */
export const reading = new Float64Array(8)
export const PREMIUM = 0
export const BY_M = 1
export const BY_M_M = 2
export const BY_M_M_M = 3
export const BY_SIGMA = 4
export const BY_M_SIGMA = 5
export const BY_SIGMA_SIGMA = 6
/** NaN from a table without rate slopes. */
export const BY_RATE = 7

/** State of a reading: in the exercise region; filled in; too far from exercise to matter, all zero; σ outside the table. */
export const EXERCISED = 0
export const HELD = 1
export const NEGLIGIBLE = 2
export const OFF_TABLE = 3

const CELLS_PER_Y = GRID_CELLS / MAX_Y

/** Intermediate results: ln E, its first three derivatives by y, then those by ln σ, by both, and by ln σ twice. */
const logPremium = new Float64Array(7)
/** Cubic weights of four rows. */
const weights = new Float64Array(16)

/** Fills `reading` at the table's time, rate and yield, and returns the state. */
export function readPremium(table: BoundaryTable, m: number, sigma: number): number {
  if (!(sigma >= MIN_VOLATILITY && sigma <= MAX_VOLATILITY)) return OFF_TABLE
  const place = (Math.log(sigma) - LOG_MIN_VOLATILITY) * GRID_ROWS_PER_LOG
  const row = Math.max(Math.min((place | 0) - 1, GRID_ROWS - 4), 0)
  writeLagrangeWeights(weights, place - row, GRID_ROWS_PER_LOG)
  const inverseS = 1 / (sigma * Math.sqrt(table.yearsToExpiry))
  let gap = 0
  let gapSlope = 0
  let gapBend = 0
  for (let k = 0; k < 4; k++) {
    gap += at(weights, k) * at(table.gaps, row + k)
    gapSlope += at(weights, k + 4) * at(table.gaps, row + k)
    gapBend += at(weights, k + 8) * at(table.gaps, row + k)
  }
  const distance = (m - table.logLimit) * inverseS
  const y = distance + gap
  if (y <= 0) return EXERCISED
  if (!(y < MAX_Y)) {
    reading.fill(0)
    return NEGLIGIBLE
  }
  readLogarithm(table, row, y)
  const inverseSigma = 1 / sigma
  const bySigma = (gapSlope - distance) * inverseSigma
  chain(inverseS, inverseSigma, bySigma, (2 * distance + gapBend - gapSlope) * inverseSigma * inverseSigma)
  reading[BY_RATE] = at(reading, PREMIUM) * rateSlope(table, row, y)
  return HELD
}

/** Derivative of ln E by the rate. */
function rateSlope(table: BoundaryTable, row: number, y: number): number {
  const slopes = table.rateSlopes
  if (slopes === null) return Number.NaN
  const cell = (y * CELLS_PER_Y) | 0
  const x = 2 * (y * CELLS_PER_Y - cell) - 1
  let slope = 0
  for (let k = 0; k < 4; k++) {
    const start = ((row + k) * GRID_CELLS + cell) * GRID_ORDER
    let value = 0
    for (let order = GRID_ORDER - 1; order >= 0; order--) value = value * x + (slopes[start + order] ?? Number.NaN)
    slope += at(weights, k) * value
  }
  return slope
}

/** Fills `logPremium` at y from four rows' polynomials, value and three derivatives by one Horner pass each. */
function readLogarithm(table: BoundaryTable, row: number, y: number): void {
  const cell = (y * CELLS_PER_Y) | 0
  const x = 2 * (y * CELLS_PER_Y - cell) - 1
  const scale = 2 * CELLS_PER_Y
  logPremium.fill(0)
  for (let k = 0; k < 4; k++) {
    const start = ((row + k) * GRID_CELLS + cell) * GRID_ORDER
    let value = at(table.premiums, start + GRID_ORDER - 1)
    let first = 0
    let second = 0
    let third = 0
    for (let order = GRID_ORDER - 2; order >= 0; order--) {
      third = third * x + second
      second = second * x + first
      first = first * x + value
      value = value * x + at(table.premiums, start + order)
    }
    const slope = first * scale
    logPremium[0] = at(logPremium, 0) + at(weights, k) * value
    logPremium[1] = at(logPremium, 1) + at(weights, k) * slope
    logPremium[2] = at(logPremium, 2) + at(weights, k) * second * (2 * scale * scale)
    logPremium[3] = at(logPremium, 3) + at(weights, k) * third * (6 * scale * scale * scale)
    logPremium[4] = at(logPremium, 4) + at(weights, k + 4) * value
    logPremium[5] = at(logPremium, 5) + at(weights, k + 4) * slope
    logPremium[6] = at(logPremium, 6) + at(weights, k + 8) * value
  }
}

/** Chain rule from the derivatives of ln E by y and ln σ to those of E by m and σ; arguments: ∂y/∂m, 1/σ, ∂y/∂σ, ∂²y/∂σ². */
function chain(inverseS: number, inverseSigma: number, bySigma: number, bySigmaTwice: number): void {
  const premium = Math.exp(at(logPremium, 0))
  const slope = at(logPremium, 1)
  const bend = at(logPremium, 2)
  const mixed = at(logPremium, 5) * inverseSigma
  const total = slope * bySigma + at(logPremium, 4) * inverseSigma
  const scaled = premium * inverseS
  const totalBySigma =
    bend * bySigma * bySigma +
    2 * mixed * bySigma +
    slope * bySigmaTwice +
    (at(logPremium, 6) - at(logPremium, 4)) * inverseSigma * inverseSigma
  reading[PREMIUM] = premium
  reading[BY_M] = scaled * slope
  reading[BY_M_M] = scaled * inverseS * (slope * slope + bend)
  reading[BY_M_M_M] = scaled * inverseS * inverseS * (slope * slope * slope + 3 * slope * bend + at(logPremium, 3))
  reading[BY_SIGMA] = premium * total
  reading[BY_M_SIGMA] = scaled * (slope * total + bend * bySigma + mixed - slope * inverseSigma)
  reading[BY_SIGMA_SIGMA] = premium * (total * total + totalBySigma)
}
