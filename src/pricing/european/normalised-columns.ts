/**
 * Inverts a column of normalised prices to total standard deviations: a seed accurate to about 1e-5 and one Householder
 * step (fourth-order convergence) for all but extreme options. Flat loops, because a call that is not inlined costs as
 * much as the arithmetic.
 */
import { at } from '../column.ts'
import { differenceBySeries, INVERSE_SQRT_TWO_PI, millsInside, nearlyEqual, SQRT_TWO_PI } from './mills.ts'
import { solveBracketed } from './normalised-volatility.ts'
import {
  bachelierTable,
  correctionTable,
  SEED_BINS,
  SEED_FIRST_BIN,
  SEED_SCALE,
  SEED_U_DENSITY,
  SEED_U_LIMIT,
  SEED_V_CELLS,
  SEED_V_DENSITY,
  SEED_WORD_SHIFT,
} from './volatility-seed.ts'

const BACHELIER = bachelierTable()
const CORRECTION = correctionTable()

/** One double seen as its two words; the upper one holds the exponent. */
const double = new Float64Array(1)
const words = new Int32Array(double.buffer)
const UPPER = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? 1 : 0

/** Rows per block: the results of one stage are still in the CPU cache when the next stage reads them. */
const BLOCK = 512
const ratios = new Float64Array(BLOCK)
const differences = new Float64Array(BLOCK)

/**
 * s = σ√T for `count` pairs of β (price of the out-of-the-money option over √(F·K), below e^(−a/2)) and a = |ln(F/K)|.
 * NaN where β is not positive or either is NaN.
 */
export function solveNormalisedColumn(beta: Float64Array, a: Float64Array, s: Float64Array, count: number): void {
  for (let start = 0; start < count; start += BLOCK) {
    const end = Math.min(start + BLOCK, count)
    seedColumn(beta, a, s, start, end)
    ratioColumns(a, s, start, end)
    differenceColumn(a, s, start, end)
    stepColumn(beta, a, s, start, end)
  }
}

/** R(h), or both R(h − t) and R(h + t) where they are far enough apart to subtract. One table read per loop. */
function ratioColumns(a: Float64Array, s: Float64Array, start: number, end: number): void {
  for (let i = start; i < end; i++) {
    const h = at(a, i) / at(s, i)
    const t = 0.5 * at(s, i)
    ratios[i - start] = millsInside(nearlyEqual(h, t) ? h : h - t)
  }
  farRatios(a, s, start, end)
}

function farRatios(a: Float64Array, s: Float64Array, start: number, end: number): void {
  for (let i = start; i < end; i++) {
    const h = at(a, i) / at(s, i)
    const t = 0.5 * at(s, i)
    if (!nearlyEqual(h, t)) differences[i - start] = millsInside(h + t)
  }
}

/** D(h, t) from the ratios. R′ = hR − 1 loses digits at large h, but there s depends correspondingly less on D. */
function differenceColumn(a: Float64Array, s: Float64Array, start: number, end: number): void {
  for (let i = start; i < end; i++) {
    const h = at(a, i) / at(s, i)
    const t = 0.5 * at(s, i)
    const value = at(ratios, i - start)
    if (nearlyEqual(h, t)) differences[i - start] = differenceBySeries(h, t, value, h * value - 1)
    else differences[i - start] = value - at(differences, i - start)
  }
}

/** Householder step of third order for f = ln(b(s)/β) = ln(D/β) − (h² + t²)/2 − ln√(2π). */
function stepColumn(beta: Float64Array, a: Float64Array, s: Float64Array, start: number, end: number): void {
  for (let i = start; i < end; i++) {
    const seed = at(s, i)
    if (!(seed > 0)) {
      s[i] = at(beta, i) > 0 && at(a, i) >= 0 ? solveBracketed(at(beta, i), at(a, i), 0) : Number.NaN
      continue
    }
    const h = at(a, i) / seed
    const t = 0.5 * seed
    const difference = at(differences, i - start)
    const error = Math.log((difference * INVERSE_SQRT_TWO_PI) / at(beta, i)) - 0.5 * (h * h + t * t)
    const inverse = 1 / difference
    const ratio = h / seed
    const p = h * ratio - 0.5 * t
    const curvature = p - inverse
    const third = p * p - 3 * ratio * ratio - 0.25 + inverse * (2 * inverse - 3 * p)
    const newton = -error * difference
    s[i] = seed + (newton * (1 + 0.5 * curvature * newton)) / (1 + newton * (curvature + third * newton * (1 / 6)))
  }
}

/** Writes the seeds; zero outside the tables. */
function seedColumn(beta: Float64Array, a: Float64Array, s: Float64Array, start: number, end: number): void {
  for (let i = start; i < end; i++) {
    const distance = at(a, i)
    const y = at(beta, i) / distance
    double[0] = y
    const bin = ((words[UPPER] ?? 0) >>> SEED_WORD_SHIFT) - SEED_FIRST_BIN
    let deviation = 0
    let v = 0
    if (bin >= 0 && bin < SEED_BINS) {
      const k = bin * 8
      deviation =
        distance *
        (at(BACHELIER, k) + y * (at(BACHELIER, k + 1) + y * (at(BACHELIER, k + 2) + y * at(BACHELIER, k + 3))))
      v = at(BACHELIER, k + 4) + y * (at(BACHELIER, k + 5) + y * (at(BACHELIER, k + 6) + y * at(BACHELIER, k + 7)))
    } else if (y > 1) {
      deviation = SQRT_TWO_PI * (at(beta, i) + 0.5 * distance)
      v = distance / (SEED_SCALE * deviation)
    }
    const u = deviation * (1 - v)
    if (!(u > 0 && u < SEED_U_LIMIT)) {
      s[i] = 0
      continue
    }
    const cellU = (u * SEED_U_DENSITY) | 0
    const cellV = (v * SEED_V_DENSITY) | 0
    const x = 2 * (u * SEED_U_DENSITY - cellU) - 1
    const z = 2 * (v * SEED_V_DENSITY - cellV) - 1
    const k = (cellU * SEED_V_CELLS + cellV) * 16
    const c0 = at(CORRECTION, k) + z * (at(CORRECTION, k + 1) + z * (at(CORRECTION, k + 2) + z * at(CORRECTION, k + 3)))
    const c1 =
      at(CORRECTION, k + 4) + z * (at(CORRECTION, k + 5) + z * (at(CORRECTION, k + 6) + z * at(CORRECTION, k + 7)))
    const c2 =
      at(CORRECTION, k + 8) + z * (at(CORRECTION, k + 9) + z * (at(CORRECTION, k + 10) + z * at(CORRECTION, k + 11)))
    const c3 =
      at(CORRECTION, k + 12) + z * (at(CORRECTION, k + 13) + z * (at(CORRECTION, k + 14) + z * at(CORRECTION, k + 15)))
    s[i] = deviation * (c0 + x * (c1 + x * (c2 + x * c3)))
  }
}
