/**
 * The distribution of prices that a smile implies: P(S ≤ K) is the slope of the put price over strikes (D. Breeden,
 * R. Litzenberger, The Journal of Business 51, 1978), so it holds the slope of the smile too. Φ(−d2) at the volatility of
 * the strike leaves that out, and is wrong by up to 13 percentage points on real smiles.
 *
 * Beyond the quoted strikes the tails are powers of the price, whose exponents keep the price and the probability at the
 * last strike: the mass is 1 and the mean the forward (S. Figlewski, Annual Review of Financial Economics 10, 2018, on tails).
 */
import { blackPrice } from '../../../pricing/european/black.ts'
import { normalCdf, normalDensity } from '../../../pricing/european/mills.ts'
import type { PriceDistribution } from './price-distribution.ts'

/** Standard deviation s = σ√T to the expiration at k = ln(K/F), with its derivatives by k. */
export interface SmilePoint {
  readonly s: number
  readonly slope: number
  readonly bend: number
}

export interface SmileCurve {
  /** Range of k between the tails. */
  readonly lowestK: number
  readonly highestK: number
  at(k: number): SmilePoint
}

export interface ImpliedDistribution extends PriceDistribution {
  /** Prices beyond which the tails begin, and the mass of both tails together. */
  readonly lowest: number
  readonly highest: number
  readonly tailMass: number
  /** P(S ≤ K) falls with (K/lowest)^left, P(S > K) with (K/highest)^−right. */
  readonly leftExponent: number
  readonly rightExponent: number
}

/** Null where the smile leaves no tail: no mass beyond an end, or a price that no tail of that mass has. */
export function impliedDistribution(smile: SmileCurve, forward: number): ImpliedDistribution | null {
  const body = bodyOf(smile, forward)
  const [lowest, highest] = [forward * Math.exp(smile.lowestK), forward * Math.exp(smile.highestK)]
  const [massBelow, massAbove] = [body.below(lowest), 1 - body.below(highest)]
  const leftExponent = (massBelow * lowest) / body.put(lowest) - 1
  const rightExponent = 1 + (massAbove * highest) / body.call(highest)
  if (!(massBelow > 0 && massAbove > 0 && massBelow + massAbove < 1)) return null
  if (!(leftExponent > 0 && rightExponent > 1 && Number.isFinite(leftExponent + rightExponent))) return null
  const left = (price: number) => massBelow * (price / lowest) ** leftExponent
  const right = (price: number) => massAbove * (price / highest) ** -rightExponent
  const put = (strike: number) => {
    if (!(strike > 0)) return 0
    if (strike < lowest) return (strike * left(strike)) / (leftExponent + 1)
    return strike > highest ? strike - forward + call(strike) : body.put(strike)
  }
  const call = (strike: number): number => {
    if (strike > highest) return (strike * right(strike)) / (rightExponent - 1)
    return strike < lowest ? forward - strike + put(strike) : body.call(strike)
  }
  return {
    forward,
    lowest,
    highest,
    tailMass: massBelow + massAbove,
    leftExponent,
    rightExponent,
    below(price) {
      if (!(price > 0)) return 0
      if (price < lowest) return left(price)
      return price > highest ? 1 - right(price) : body.below(price)
    },
    density(price) {
      if (!(price > 0)) return 0
      if (price < lowest) return (leftExponent * left(price)) / price
      return price > highest ? (rightExponent * right(price)) / price : body.density(price)
    },
    put,
    call,
  }
}

/** The distribution between the tails, straight from the smile. */
function bodyOf(smile: SmileCurve, forward: number): PriceDistribution {
  const black = (isCall: boolean, strike: number) =>
    blackPrice(isCall, forward, strike, 1, smile.at(Math.log(strike / forward)).s, 1)
  return {
    forward,
    below(price) {
      const k = Math.log(price / forward)
      const { s, slope } = smile.at(k)
      const d2 = -k / s - 0.5 * s
      return normalCdf(-d2) + normalDensity(d2) * slope
    },
    density: (price) => densityOfLogarithm(smile, Math.log(price / forward)) / price,
    put: (strike) => black(false, strike),
    call: (strike) => black(true, strike),
  }
}

/** Density of k = ln(S/F); negative where the smile allows a riskless profit from a butterfly. */
export function densityOfLogarithm(smile: SmileCurve, k: number): number {
  const { s, slope, bend } = smile.at(k)
  const d2 = -k / s - 0.5 * s
  const byK = -1 / s + (k * slope) / (s * s) - 0.5 * slope
  return normalDensity(d2) * (bend - byK * (1 + d2 * slope))
}
