/**
 * Interpolation in a table from finite differences: cubic in ln K, in ln σ and in z = ln(X/K)/(σ√T), with X the spot less
 * the present value of the dividends. The result is in the shared `reading`, in the same form as that of other tables.
 */

import { indexAt } from '../../lib/math/columns.ts'
import { at } from '../column.ts'
import { bestExercise, exerciseMoments } from './cash-dividends.ts'
import { type GridTable, SLICE_STEP, STENCIL, solvePlace } from './grid-table.ts'
import { writeLagrangeWeights } from './lagrange-weights.ts'
import { GRID_REACH } from './premium-grid.ts'
import {
  BY_M,
  BY_M_M,
  BY_M_M_M,
  BY_M_SIGMA,
  BY_RATE,
  BY_SIGMA,
  BY_SIGMA_SIGMA,
  EXERCISED,
  HELD,
  NEGLIGIBLE,
  OFF_TABLE,
  PREMIUM,
  reading,
} from './premium-reading.ts'

/** Weights of the stencils: value and derivatives by the lattice coordinate. */
const bySlice = new Float64Array(16)
const byRow = new Float64Array(16)
const byNode = new Float64Array(16)
const byHeldNode = new Float64Array(16)
/** A stencil moves by at most so many nodes. */
const MAX_SHIFT = 3
/** Sums over the stencils: E; by z once, twice, three times; by ln σ; by both; by ln σ twice; by the rate; exercised. */
const sums = new Float64Array(9)
const EXERCISED_SUM = 8
/** Close to the boundary, where some nodes around are held, the interpolation is better than certain exercise. */
const MOSTLY_EXERCISED = 0.9
/** Standard deviations out of the money from which even the European value is less than 1e-7 of the strike. */
const NEGLIGIBLE_REACH = 5

/**
 * Fills `reading` for a strike in USD at m = ln(X/K) of a put, ln(K/X) of a call; returns the state as `readPremium`. Solves
 * what the table lacks.
 */
export function readGrid(table: GridTable, m: number, sigma: number, strike: number, withRho: boolean): number {
  const logSpot = table.isCall ? -m : m
  const inverseS = 1 / (sigma * Math.sqrt(table.yearsToExpiry))
  const z = logSpot * inverseS
  if (Math.abs(z) >= GRID_REACH) return readEnd(table, logSpot, strike)
  if (m * inverseS > NEGLIGIBLE_REACH) {
    reading.fill(0)
    return NEGLIGIBLE
  }
  const row = Math.log(sigma) / table.rowStep - table.firstRow
  if (!isInside(row, table.rows)) return OFF_TABLE
  const slice = table.slices === 1 ? 0 : Math.log(strike) / SLICE_STEP - table.firstSlice
  if (table.slices > 1 && !isInside(slice, table.slices)) return OFF_TABLE
  sum(table, slice, row, ((z + GRID_REACH) * (table.nodes - 1)) / (2 * GRID_REACH), withRho)
  if (at(sums, EXERCISED_SUM) > MOSTLY_EXERCISED) return EXERCISED
  writeDerivatives(inverseS, z, 1 / sigma)
  reading[BY_RATE] = withRho ? at(sums, 7) : Number.NaN
  if (table.isCall) perSpot(logSpot)
  return HELD
}

/** Whether a whole stencil surrounds the place. */
function isInside(place: number, count: number): boolean {
  return place >= 1 && place < count - 2 + 1e-9
}

/** Beyond the grid: no premium where exercise never pays, the value without volatility where it always does. */
function readEnd(table: GridTable, logSpot: number, strike: number): number {
  reading.fill(0)
  if (logSpot > 0 !== table.isCall) return NEGLIGIBLE
  const moments = exerciseMoments(table, 0)
  const spot = Math.exp(logSpot)
  const best = bestExercise(moments, table.isCall, spot, 1 / strike)
  if (best <= bestExercise(moments.subarray(0, 3), table.isCall, spot, 1 / strike) * (1 + ROUNDING)) return EXERCISED
  const side = table.isCall ? 1 : -1
  const grown = spot * Math.exp(-table.dividendYield * table.yearsToExpiry)
  const held = side * (grown - Math.exp(-table.rate * table.yearsToExpiry))
  const up = bestExercise(moments, table.isCall, spot * (1 + SPOT_STEP), 1 / strike)
  const slope = (up - best) / SPOT_STEP - (held > 0 ? side * grown : 0)
  reading[PREMIUM] = best - Math.max(held, 0)
  for (const index of [BY_M, BY_M_M, BY_M_M_M]) reading[index] = slope
  reading[BY_RATE] = Number.NaN
  if (table.isCall) perSpot(logSpot)
  return HELD
}

const SPOT_STEP = 1e-5
const ROUNDING = 1e-12

/** Fills `sums` at a place in steps of each axis. */
function sum(table: GridTable, slice: number, row: number, node: number, withRho: boolean): void {
  const { nodes, rows, slices } = table
  const firstSlice = Math.max(Math.min(Math.floor(slice) - 1, slices - STENCIL), 0)
  const firstRow = Math.min(Math.floor(row) - 1, rows - STENCIL)
  const firstNode = Math.max(Math.min(Math.floor(node) - 1, nodes - STENCIL), 0)
  writeLagrangeWeights(bySlice, slice - firstSlice, 1 / SLICE_STEP)
  writeLagrangeWeights(byRow, row - firstRow, 1 / table.rowStep)
  writeLagrangeWeights(byNode, node - firstNode, (nodes - 1) / (2 * GRID_REACH))
  sums.fill(0)
  const count = Math.min(slices, STENCIL)
  for (let i = 0; i < count; i++) {
    const weight = count === 1 ? 1 : at(bySlice, i)
    for (let j = 0; j < STENCIL; j++) {
      const rateWeight = withRho ? linearWeight(slice - firstSlice - i) * linearWeight(row - firstRow - j) : 0
      solvePlace(table, firstSlice + i, firstRow + j, rateWeight > 0)
      const start = ((firstSlice + i) * rows + firstRow + j) * nodes + firstNode
      addNodes(table, start, weight, j, node - firstNode, rateWeight)
    }
  }
}

/** Of a lattice point at a distance in steps: the derivative by the rate is interpolated linearly, which is enough. */
function linearWeight(distance: number): number {
  return Math.max(1 - Math.abs(distance), 0)
}

/** Adds the four nodes of row j of the stencil. */
function addNodes(table: GridTable, start: number, weight: number, j: number, place: number, rateWeight: number): void {
  let value = 0
  let first = 0
  let second = 0
  let third = 0
  let slope = 0
  const shift = shiftToHeld(table, start)
  const weights = shift === 0 ? byNode : byHeldNode
  if (shift !== 0) writeLagrangeWeights(byHeldNode, place - shift, (table.nodes - 1) / (2 * GRID_REACH))
  for (let k = 0; k < STENCIL; k++) {
    const premium = at(table.premiums, start + shift + k)
    value += at(weights, k) * premium
    first += at(weights, k + 4) * premium
    second += at(weights, k + 8) * premium
    third += at(weights, k + 12) * premium
    if (rateWeight > 0) slope += at(weights, k) * (table.rateSlopes[start + shift + k] ?? Number.NaN)
  }
  const own = weight * at(byRow, j)
  const byLog = weight * at(byRow, j + 4)
  sums[0] = at(sums, 0) + own * value
  sums[1] = at(sums, 1) + own * first
  sums[2] = at(sums, 2) + own * second
  sums[3] = at(sums, 3) + own * third
  sums[4] = at(sums, 4) + byLog * value
  sums[5] = at(sums, 5) + byLog * first
  sums[6] = at(sums, 6) + weight * at(byRow, j + 8) * value
  sums[7] = at(sums, 7) + rateWeight * slope
  const cell = Math.min(Math.floor(place), STENCIL - 2)
  const [left, right] = [indexAt(table.exercised, start + cell), indexAt(table.exercised, start + cell + 1)]
  sums[EXERCISED_SUM] = at(sums, EXERCISED_SUM) + own * (left + (place - cell) * (right - left))
}

/**
 * Nodes by which a stencil moves off the exercised ones: the second derivative of the premium jumps there. Without
 * dividends the grid is fine enough, and contracts between two boundaries are not held on either side.
 */
function shiftToHeld({ exercised, dividends }: GridTable, start: number): number {
  if (dividends.length === 0) return 0
  const [left, right] = [indexAt(exercised, start), indexAt(exercised, start + STENCIL - 1)]
  if (left === right) return 0
  const side = left > 0 ? 1 : -1
  let shift = 0
  for (let k = 0; k < STENCIL; k++) if (indexAt(exercised, start + k) > 0) shift += side
  return Math.abs(shift) <= MAX_SHIFT ? shift : 0
}

/** From the derivatives by z and ln σ to those by ln(X/K) and σ. */
function writeDerivatives(inverseS: number, z: number, inverseSigma: number): void {
  const [byZ, byZZ] = [at(sums, 1), at(sums, 2)]
  const byLog = at(sums, 4) - z * byZ
  const byLogTwice = at(sums, 6) - 2 * z * at(sums, 5) + z * byZ + z * z * byZZ
  reading[PREMIUM] = Math.max(at(sums, 0), 0)
  reading[BY_M] = byZ * inverseS
  reading[BY_M_M] = byZZ * inverseS * inverseS
  reading[BY_M_M_M] = at(sums, 3) * inverseS * inverseS * inverseS
  reading[BY_SIGMA] = byLog * inverseSigma
  reading[BY_M_SIGMA] = (at(sums, 5) - byZ - z * byZZ) * inverseS * inverseSigma
  reading[BY_SIGMA_SIGMA] = (byLogTwice - byLog) * inverseSigma * inverseSigma
}

/** Per unit of spot and by ln(K/X) instead of per unit of strike and by ln(X/K). */
function perSpot(logSpot: number): void {
  const scale = Math.exp(-logSpot)
  const [value, byM, byMM, byMMM] = [
    at(reading, PREMIUM),
    at(reading, BY_M),
    at(reading, BY_M_M),
    at(reading, BY_M_M_M),
  ]
  const bySigma = at(reading, BY_SIGMA)
  reading[PREMIUM] = scale * value
  reading[BY_M] = scale * (value - byM)
  reading[BY_M_M] = scale * (value - 2 * byM + byMM)
  reading[BY_M_M_M] = scale * (value - 3 * byM + 3 * byMM - byMMM)
  reading[BY_SIGMA] = scale * bySigma
  reading[BY_M_SIGMA] = scale * (bySigma - at(reading, BY_M_SIGMA))
  reading[BY_SIGMA_SIGMA] = scale * at(reading, BY_SIGMA_SIGMA)
  reading[BY_RATE] = scale * at(reading, BY_RATE)
}
