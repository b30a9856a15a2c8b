/**
 * Tables that give the total standard deviation s of an option from its normalised price β to about 1e-5. Bachelier's price
 * a·(φ(h)/h − Φ(−h)) = β is inverted for h by cubics over the binary digits of β/a; the rest, s/(a/h), is a bicubic.
 */
import { at } from '../column.ts'
import { millsSlope, normalDensity, SQRT_TWO_PI } from './mills.ts'
import { solveBracketed } from './normalised-volatility.ts'

/** h is tabulated as v = h/(h + 6), in which the bend near the money is spread evenly. */
export const SEED_SCALE = 6

/** Bins of β/a, eight to an octave: the upper word of the double without its last 17 bits. */
export const SEED_WORD_SHIFT = 17
const LOWEST_OCTAVE = -128
const HIGHEST_OCTAVE = 10
export const SEED_BINS = (HIGHEST_OCTAVE - LOWEST_OCTAVE) * 8
export const SEED_FIRST_BIN = (1023 + LOWEST_OCTAVE) * 8

/** Cells of the correction in u = (a/h)(1 − v) from 0 to 2.2, and in v from 0 to 0.7 (h = 14). */
const SEED_U_CELLS = 22
export const SEED_U_LIMIT = 2.2
export const SEED_U_DENSITY = 10
export const SEED_V_CELLS = 8
export const SEED_V_DENSITY = 8 / 0.7

/** Per bin eight coefficients in powers of β/a: four of 1/h, four of v. */
export function bachelierTable(): Float64Array<ArrayBuffer> {
  const table = new Float64Array(SEED_BINS * 8)
  let y = 2 ** HIGHEST_OCTAVE
  let h = bachelierDistance(y, 1 / (SQRT_TWO_PI * y))
  for (let bin = SEED_BINS - 1; bin >= 0; bin--) {
    const lowerY = (1 + (bin % 8) / 8) * 2 ** (LOWEST_OCTAVE + Math.floor(bin / 8))
    const lowerH = bachelierDistance(lowerY, h)
    const slope = 1 / normalDensity(h)
    const lowerSlope = 1 / normalDensity(lowerH)
    writeCubic(table, bin * 8, lowerY, y, 1 / lowerH, 1 / h, lowerSlope, slope)
    const v = h / (h + SEED_SCALE)
    const lowerV = lowerH / (lowerH + SEED_SCALE)
    const scale = -SEED_SCALE
    writeCubic(table, bin * 8 + 4, lowerY, y, lowerV, v, scale * lowerV * lowerV * lowerSlope, scale * v * v * slope)
    y = lowerY
    h = lowerH
  }
  return table
}

/** h with φ(h)/h − Φ(−h) = y, by Newton on the logarithm from a smaller h; the slope of the left side is −φ(h)/h². */
function bachelierDistance(y: number, guess: number): number {
  const target = Math.log(y * SQRT_TWO_PI)
  let h = guess
  for (let step = 0; step < 3; step++) {
    const moment = -millsSlope(h)
    h += h * moment * (Math.log(moment / h) - 0.5 * h * h - target)
  }
  return h
}

/** Hermite cubic between two points, in powers of the abscissa itself. */
function writeCubic(
  table: Float64Array,
  i: number,
  x0: number,
  x1: number,
  y0: number,
  y1: number,
  slope0: number,
  slope1: number,
): void {
  const width = x1 - x0
  const chord = (y1 - y0) / width
  const second = (3 * chord - 2 * slope0 - slope1) / width
  const third = (slope0 + slope1 - 2 * chord) / (width * width)
  table[i] = y0 - x0 * (slope0 - x0 * (second - x0 * third))
  table[i + 1] = slope0 - x0 * (2 * second - 3 * x0 * third)
  table[i + 2] = second - 3 * x0 * third
  table[i + 3] = third
}

/** Per cell, u-major, sixteen coefficients of s/(a/h) in powers of the cell's own u and v on [−1, 1], u outermost. */
export function correctionTable(): Float64Array<ArrayBuffer> {
  const table = new Float64Array(SEED_U_CELLS * SEED_V_CELLS * 16)
  const values = new Float64Array(16)
  let guess = 1
  for (let cell = 0; cell < SEED_U_CELLS * SEED_V_CELLS; cell++) {
    const cellU = Math.floor(cell / SEED_V_CELLS)
    const cellV = cell % SEED_V_CELLS
    for (let point = 0; point < 16; point++) {
      const u = (cellU + 0.5 + 0.5 * Math.cos(angle(1, point >> 2))) / SEED_U_DENSITY
      const v = (cellV + 0.5 + 0.5 * Math.cos(angle(1, point & 3))) / SEED_V_DENSITY
      guess = correction(u, v, guess)
      values[point] = guess
    }
    for (let row = 0; row < 4; row++) toPowers(values, row * 4, 1)
    for (let column = 0; column < 4; column++) toPowers(values, column, 4)
    table.set(values, cell * 16)
  }
  return table
}

/** Argument of the cosine that is Chebyshev polynomial `order` at point k of four. */
function angle(order: number, k: number): number {
  return (order * (2 * k + 1) * Math.PI) / 8
}

const POLYNOMIALS = Float64Array.from({ length: 16 }, (_, i) => Math.cos(angle(i >> 2, i & 3)))

/** s/(a/h) where a Bachelier price has distance h = 6v/(1 − v) and standard deviation a/h = u/(1 − v). */
function correction(u: number, v: number, guess: number): number {
  const h = (SEED_SCALE * v) / (1 - v)
  const deviation = u / (1 - v)
  return solveBracketed(-deviation * normalDensity(h) * millsSlope(h), deviation * h, deviation * guess) / deviation
}

/** Four values at the Chebyshev points of [−1, 1] to the coefficients of their cubic, in place. */
function toPowers(values: Float64Array, start: number, stride: number): void {
  const c = [0, 0, 0, 0]
  for (let order = 0; order < 4; order++) {
    let sum = 0
    for (let k = 0; k < 4; k++) {
      sum += at(values, start + k * stride) * at(POLYNOMIALS, order * 4 + k)
    }
    c[order] = (order === 0 ? 0.25 : 0.5) * sum
  }
  const [c0 = 0, c1 = 0, c2 = 0, c3 = 0] = c
  values[start] = c0 - c2
  values[start + stride] = c1 - 3 * c3
  values[start + 2 * stride] = 2 * c2
  values[start + 3 * stride] = 4 * c3
}
