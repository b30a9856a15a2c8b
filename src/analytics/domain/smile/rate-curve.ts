/**
 * Interest rates of the expirations of a chain: what each implies, smoothed over its neighbours in time. Rates of near
 * expirations are noise, because an error of a price enters a rate as 1/T; their neighbours determine them.
 */
import { at } from '../../../lib/math/columns.ts'
import { type InterestRates, interestRate } from '../../../market/domain/interest-rates.ts'
import type { ParityRate } from './parity-forward.ts'
import { bisquare } from './robust-mean.ts'

/** Continuous rate for every maturity without a better one. */
export const DEFAULT_RATE = 0.04

/** Standard deviation of the difference of two rates per unit of the logarithm of their maturities' ratio. */
const SLOPE_OF_CURVE = 0.004
/** At least one expiration must know its rate this well. */
const LARGEST_ERROR = 0.004
/** Rates outside are errors of quotes. */
const LOWEST_RATE = -0.05
const HIGHEST_RATE = 0.3
const ROUNDS = 3

/** Where rates come from: the quotes, the rates of the chain, or `DEFAULT_RATE`. */
export type RateOrigin = 'quotes' | 'known' | 'assumed'

export interface RateCurve {
  /** Continuous, one per expiration. */
  readonly rate: Float64Array
  readonly origin: RateOrigin
}

/** `implied` has one entry per expiration; `known` are used where no quotes determine a rate. */
export function rateCurve(
  implied: readonly ParityRate[],
  years: Float64Array,
  known: InterestRates | undefined,
): RateCurve {
  const points = implied.flatMap(({ rate, error }, index) =>
    rate > LOWEST_RATE && rate < HIGHEST_RATE && error < 1 && at(years, index) > 0
      ? [{ rate, error, logYears: Math.log(at(years, index)) }]
      : [],
  )
  if (points.some(({ error }) => error <= LARGEST_ERROR)) {
    const smoothed = (yearsLeft: number) => (yearsLeft > 0 ? smoothedRate(points, Math.log(yearsLeft)) : DEFAULT_RATE)
    return { rate: years.map(smoothed), origin: 'quotes' }
  }
  if (!known) return { rate: years.map(() => DEFAULT_RATE), origin: 'assumed' }
  return { rate: years.map((yearsLeft) => interestRate(known, yearsLeft)), origin: 'known' }
}

interface RatePoint {
  readonly rate: number
  readonly error: number
  readonly logYears: number
}

/** Mean with weights of 1/variance, where the variance grows with the distance in time. */
function smoothedRate(points: readonly RatePoint[], logYears: number): number {
  let mean = Number.NaN
  for (let round = 0; round < ROUNDS; round++) {
    let total = 0
    let precision = 0
    for (const point of points) {
      const deviation = Math.hypot(point.error, SLOPE_OF_CURVE * (point.logYears - logYears), 1e-4)
      const own = (Number.isNaN(mean) ? 1 : bisquare((point.rate - mean) / deviation)) / deviation ** 2
      total += own * point.rate
      precision += own
    }
    if (precision > 0) mean = total / precision
  }
  return mean
}
