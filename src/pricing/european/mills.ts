/**
 * The Mills ratio R(z) = (1 − Φ(z))/φ(z), its difference D(h, t) = R(h − t) − R(h + t), and the normal density and
 * distribution that follow from them. Relative error of R: 1 unit in the last place or two from −4 upwards.
 */
import { at } from '../column.ts'
import {
  MILLS_COEFFICIENTS,
  MILLS_FIRST_NODE,
  MILLS_LAST_NODE,
  MILLS_NODES_PER_UNIT,
  millsCoefficients,
} from './mills-table.ts'

export const SQRT_TWO_PI = 2.5066282746310007
export const INVERSE_SQRT_TWO_PI = 0.3989422804014327

const TABLE = millsCoefficients()
const STEP = 1 / MILLS_NODES_PER_UNIT

/** R(z) for every z: infinite below −38, about 1/z far above. NaN for NaN. */
export function mills(z: number): number {
  if (z > MILLS_LAST_NODE) return millsAsymptotic(z)
  return z < MILLS_FIRST_NODE ? SQRT_TWO_PI * Math.exp(0.5 * z * z) - mills(-z) : millsInside(z)
}

/** R(z) on the table, −4 to 16, unchecked. */
export function millsInside(z: number): number {
  const scaled = (z - MILLS_FIRST_NODE) * MILLS_NODES_PER_UNIT
  const node = (scaled + 0.5) | 0
  const x = (scaled - node) * STEP
  const w = x * x
  const i = node * MILLS_COEFFICIENTS
  const odd =
    at(TABLE, i + 1) + w * (at(TABLE, i + 3) + w * (at(TABLE, i + 5) + w * (at(TABLE, i + 7) + w * at(TABLE, i + 9))))
  const even =
    at(TABLE, i + 2) + w * (at(TABLE, i + 4) + w * (at(TABLE, i + 6) + w * (at(TABLE, i + 8) + w * at(TABLE, i + 10))))
  return at(TABLE, i) + (x * odd + w * even)
}

function millsAsymptotic(z: number): number {
  if (z === Number.POSITIVE_INFINITY) return 0
  const w = 1 / (z * z)
  let sum = 1
  for (let odd = 21; odd >= 1; odd -= 2) sum = 1 - odd * w * sum
  return sum / z
}

/** R′(z) = zR(z) − 1, always negative; for z > 1 from the derivative of the table, because the formula would cancel. */
export function millsSlope(z: number): number {
  if (!(z > 1)) return z * mills(z) - 1
  if (z > MILLS_LAST_NODE) return millsSlopeAsymptotic(z)
  const node = ((z - MILLS_FIRST_NODE) * MILLS_NODES_PER_UNIT + 0.5) | 0
  const x = z - (node * STEP + MILLS_FIRST_NODE)
  const i = node * MILLS_COEFFICIENTS
  let slope = 0
  for (let k = MILLS_COEFFICIENTS - 1; k >= 1; k--) slope = slope * x + k * at(TABLE, i + k)
  return slope
}

function millsSlopeAsymptotic(z: number): number {
  const w = 1 / (z * z)
  let sum = 1
  for (let odd = 23; odd >= 3; odd -= 2) sum = 1 - odd * w * sum
  return -w * sum
}

/**
 * D(h, t) = R(h − t) − R(h + t) for h ≥ 0 and t ≥ 0, without the cancellation of the plain difference where t is small.
 * Times the density factor it is the normalised price of the out-of-the-money option.
 */
export function millsDifference(h: number, t: number): number {
  if (nearlyEqual(h, t)) return differenceBySeries(h, t, mills(h), millsSlope(h))
  return mills(h - t) - mills(h + t)
}

/** Whether `differenceBySeries` is more accurate than the plain difference; at larger h it is stable only for small t. */
export function nearlyEqual(h: number, t: number): boolean {
  return t < 0.5 && (h < 3 || t < 0.02)
}

/** D for small t by the odd derivatives at h, given R and R′ there: R⁽ⁿ⁺¹⁾ = h·R⁽ⁿ⁾ + n·R⁽ⁿ⁻¹⁾. */
export function differenceBySeries(h: number, t: number, value: number, first: number): number {
  const second = h * first + value
  const third = h * second + 2 * first
  const fourth = h * third + 3 * second
  const fifth = h * fourth + 4 * third
  const sixth = h * fifth + 5 * fourth
  const seventh = h * sixth + 6 * fifth
  const eighth = h * seventh + 7 * sixth
  const ninth = h * eighth + 8 * seventh
  const tenth = h * ninth + 9 * eighth
  const eleventh = h * tenth + 10 * ninth
  const w = t * t
  let last = eleventh * (1 / 39916800)
  if (t > 0.1) last += w * lastDerivatives(h, w, tenth, eleventh)
  const tail = seventh * (1 / 5040) + w * (ninth * (1 / 362880) + w * last)
  return -2 * t * (first + w * (third * (1 / 6) + w * (fifth * (1 / 120) + w * tail)))
}

function lastDerivatives(h: number, w: number, tenth: number, eleventh: number): number {
  const twelfth = h * eleventh + 11 * tenth
  const thirteenth = h * twelfth + 12 * eleventh
  const fourteenth = h * thirteenth + 13 * twelfth
  const fifteenth = h * fourteenth + 14 * thirteenth
  const sixteenth = h * fifteenth + 15 * fourteenth
  const seventeenth = h * sixteenth + 16 * fifteenth
  const nineteenth = h * (h * seventeenth + 17 * sixteenth) + 18 * seventeenth
  const tail = seventeenth * (1 / 355687428096000) + w * nineteenth * (1 / 121645100408832000)
  return thirteenth * (1 / 6227020800) + w * (fifteenth * (1 / 1307674368000) + w * tail)
}

/** φ(x). */
export function normalDensity(x: number): number {
  return INVERSE_SQRT_TWO_PI * Math.exp(-0.5 * x * x)
}

/** Φ(x), with full relative precision in the lower tail. */
export function normalCdf(x: number): number {
  const tail = normalTail(Math.abs(x))
  return x > 0 ? 1 - tail : tail
}

function normalTail(x: number): number {
  return x > 39 ? 0 : normalDensity(x) * mills(x)
}
