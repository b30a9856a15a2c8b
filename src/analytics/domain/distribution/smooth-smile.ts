/**
 * A smooth curve through the volatilities of an expiration, whose slope and bend are those of the market and not of single
 * quotes: a cubic spline with a penalty on its roughness (P. Eilers, B. Marx, Flexible Smoothing with B-splines and
 * Penalties, Statistical Science 11, 1996). The axis is z = ln(K/F) in standard deviations at the money.
 */
import { at } from '../../../lib/math/columns.ts'
import { normalDensity } from '../../../pricing/european/mills.ts'
import { type VolatilitySlice, varianceAt } from '../smile/volatility-slice.ts'
import { bandedSolution } from './banded-solution.ts'
import {
  densityOfLogarithm,
  type ImpliedDistribution,
  impliedDistribution,
  type SmileCurve,
} from './implied-distribution.ts'

/** Strikes further out, in standard deviations, belong to the tails. */
const LOWEST = -5
const HIGHEST = 4
const KNOT_STEP = 0.4
/** Weight of the least strike, as a share of that of one at the money. */
const SMALLEST_WEIGHT = 0.02
const PENALTY = 0.3
/** The penalty grows by this factor until the density is nowhere negative, at most so often. */
const PENALTY_GROWTH = 4
const MAX_GROWTHS = 8
const CHECKED_POINTS = 200
/** With fewer strikes, in standard deviations between them too, there is no smile. */
const FEWEST = 2

export interface SmoothSmile {
  readonly distribution: ImpliedDistribution
  readonly curve: SmileCurve
  /** How often the penalty had to grow; null where only the flat smile at the money is left. */
  readonly growths: number | null
}

/** Null without two strikes around the forward, or without a volatility at the money. */
export function smoothSmile(slice: VolatilitySlice, forward: number): SmoothSmile | null {
  const atMoney = Math.sqrt(varianceAt(slice, 0))
  const points = pointsOf(slice, atMoney)
  if (!(forward > 0 && atMoney > 0) || points.z.length < FEWEST) return null
  for (let growths = 0, penalty = PENALTY; growths <= MAX_GROWTHS; growths++, penalty *= PENALTY_GROWTH) {
    const curve = splineThrough(points, atMoney, penalty)
    const distribution = isPositive(curve) ? impliedDistribution(curve, forward) : null
    if (distribution) return { distribution, curve, growths }
  }
  const curve = flatSmile(points, atMoney)
  const distribution = impliedDistribution(curve, forward)
  return distribution && { distribution, curve, growths: null }
}

interface Points {
  readonly z: Float64Array
  /** Standard deviation of the strike over that at the money. */
  readonly ratio: Float64Array
  readonly weight: Float64Array
}

function pointsOf({ ks, variances }: VolatilitySlice, atMoney: number): Points {
  const [z, ratio, weight]: [number[], number[], number[]] = [[], [], []]
  for (const [index, k] of ks.entries()) {
    const place = k / atMoney
    const s = Math.sqrt(at(variances, index))
    if (place < LOWEST || place > HIGHEST || !(s > 0)) continue
    z.push(place)
    ratio.push(s / atMoney)
    weight.push(normalDensity(-k / s + 0.5 * s))
  }
  const largest = Math.max(...weight)
  return {
    z: Float64Array.from(z),
    ratio: Float64Array.from(ratio),
    weight: Float64Array.from(weight, (own) => Math.max(own / largest, SMALLEST_WEIGHT)),
  }
}

/** Coefficients of cubic B-splines on even knots from the first point to the last. */
function splineThrough({ z, ratio, weight }: Points, atMoney: number, penalty: number): SmileCurve {
  const [first, last] = [at(z, 0), at(z, z.length - 1)]
  const pieces = Math.max(1, Math.ceil((last - first) / KNOT_STEP))
  const step = (last - first) / pieces
  const size = pieces + 3
  const normal = new Float64Array(size * size)
  const right = new Float64Array(size)
  for (let point = 0; point < z.length; point++) {
    const { piece, values } = basisAt((at(z, point) - first) / step, pieces)
    addPoint(normal, right, size, piece, values, at(weight, point), at(ratio, point))
  }
  addRoughness(normal, size, penalty)
  const coefficients = bandedSolution(normal, right, size)
  return {
    lowestK: first * atMoney,
    highestK: last * atMoney,
    at(k) {
      const x = Math.min(Math.max((k / atMoney - first) / step, 0), pieces)
      const { piece, values, slopes, bends } = basisAt(x, pieces)
      let [s, slope, bend] = [0, 0, 0]
      for (let index = 0; index < 4; index++) {
        const coefficient = at(coefficients, piece + index)
        s += coefficient * (values[index] ?? 0)
        slope += coefficient * (slopes[index] ?? 0)
        bend += coefficient * (bends[index] ?? 0)
      }
      return { s: s * atMoney, slope: slope / step, bend: bend / (step * step * atMoney) }
    },
  }
}

type Four = readonly [number, number, number, number]

/** The four B-splines that are not 0 at x (in knots), and their first and second derivatives by x. */
function basisAt(x: number, pieces: number): { piece: number; values: Four; slopes: Four; bends: Four } {
  const piece = Math.min(Math.floor(x), pieces - 1)
  const t = x - piece
  const u = 1 - t
  return {
    piece,
    values: [
      (u * u * u) / 6,
      (3 * t * t * t - 6 * t * t + 4) / 6,
      (3 * u * u * u - 6 * u * u + 4) / 6,
      (t * t * t) / 6,
    ],
    slopes: [-0.5 * u * u, 1.5 * t * t - 2 * t, 2 * u - 1.5 * u * u, 0.5 * t * t],
    bends: [u, 3 * t - 2, 3 * u - 2, t],
  }
}

function addPoint(
  normal: Float64Array,
  right: Float64Array,
  size: number,
  piece: number,
  values: Four,
  weight: number,
  ratio: number,
): void {
  for (const [row, value] of values.entries()) {
    right[piece + row] = at(right, piece + row) + weight * value * ratio
    for (const [column, other] of values.entries()) {
      const place = (piece + row) * size + piece + column
      normal[place] = at(normal, place) + weight * value * other
    }
  }
}

/** The sum of squared second differences of the coefficients. */
const DIFFERENCES = [1, -2, 1]

function addRoughness(normal: Float64Array, size: number, penalty: number): void {
  for (let first = 0; first + DIFFERENCES.length <= size; first++) {
    for (const [row, own] of DIFFERENCES.entries()) {
      for (const [column, other] of DIFFERENCES.entries()) {
        const place = (first + row) * size + first + column
        normal[place] = at(normal, place) + penalty * own * other
      }
    }
  }
}

function flatSmile({ z }: Points, atMoney: number): SmileCurve {
  const flat = { s: atMoney, slope: 0, bend: 0 }
  return { lowestK: at(z, 0) * atMoney, highestK: at(z, z.length - 1) * atMoney, at: () => flat }
}

function isPositive(curve: SmileCurve): boolean {
  const { lowestK, highestK } = curve
  for (let index = 0; index <= CHECKED_POINTS; index++) {
    const k = lowestK + ((highestK - lowestK) * index) / CHECKED_POINTS
    if (!(curve.at(k).s > 0 && densityOfLogarithm(curve, k) >= 0)) return false
  }
  return true
}
