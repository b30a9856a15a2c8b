/** Probabilities of prices at a date, as an answer. */
import { orNull } from '../../../lib/math/numbers.ts'
import type { Probability } from '../../contract/strategies/probability.ts'
import type { ValuedChain } from '../valuation/chain-valuation.ts'
import type { ChainDistribution } from './chain-distribution.ts'
import { lognormalDistribution, type PriceDistribution, quantile } from './price-distribution.ts'
import { chanceOf, eventWords, type PriceEvent } from './price-event.ts'
import { touchChance } from './touch-chance.ts'

export const PROBABILITY_METHOD =
  'Slope of put prices over strikes, on a smooth curve through the volatilities of the strikes, with power tails. Risk-neutral: it says what options charge, dear tails included, and is no forecast.'

/** Of answers, and of what is kept to be compared with what came. */
export const DISTRIBUTION_QUANTILES = [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99]
const ENDS = [0.005, 0.995] as const

/** What follows from the chain alone. */
export type ProbabilityFigures = Omit<Probability, 'calibration' | 'cone'>

export interface ProbabilityQuery extends PriceEvent {
  readonly targetDate: string
  readonly touch?: number | undefined
  /** Prices of the density. */
  readonly points: number
  /** Decimal per year; NaN when unknown. */
  readonly realized: number
}

/** Null for `found` where no expiration with a smile is late enough: everything is unknown then. */
export function probabilityAnswer(
  valued: ValuedChain,
  found: ChainDistribution | null,
  query: ProbabilityQuery,
): ProbabilityFigures {
  const common = {
    underlying_price: orNull(valued.spot),
    target_date: query.targetDate,
    event: eventWords(query, query.targetDate),
    method: PROBABILITY_METHOD,
  }
  if (!found) return { ...common, ...UNKNOWN }
  const { distribution, expiration, deviation, yearsToDate } = found
  const lognormal = lognormalDistribution(distribution.forward, deviation)
  const realized = lognormalDistribution(distribution.forward, query.realized * Math.sqrt(yearsToDate))
  return {
    ...common,
    expiration_date: expiration.expirationDate,
    settlement: expiration.settlement,
    interpolated: found.isInterpolated,
    forward: orNull(distribution.forward),
    atm_iv: orNull(deviation / Math.sqrt(yearsToDate)),
    probability: orNull(chanceOf(distribution.below, query)),
    probability_lognormal: orNull(chanceOf(lognormal.below, query)),
    probability_realized: orNull(chanceOf(realized.below, query)),
    touch: touchOf(found, query.touch),
    quantiles: DISTRIBUTION_QUANTILES.map((q) => ({ q, price: quantile(distribution, q) })),
    density: densityOf(distribution, query.points),
    mass_beyond_quotes: orNull(found.tailMass),
    within_quotes_pct: orNull(found.withinQuotesPct),
  }
}

const UNKNOWN = {
  expiration_date: null,
  settlement: null,
  interpolated: false,
  forward: null,
  atm_iv: null,
  probability: null,
  probability_lognormal: null,
  probability_realized: null,
  touch: null,
  quantiles: [],
  density: [],
  mass_beyond_quotes: null,
  within_quotes_pct: null,
}

function touchOf(found: ChainDistribution, price: number | undefined): Probability['touch'] {
  if (price === undefined) return null
  const { closeBeyond, probability, upperBound } = touchChance(found.distribution, price, found.deviationAt(price))
  return { price, close_beyond: orNull(closeBeyond), probability: orNull(probability), upper_bound: orNull(upperBound) }
}

function densityOf(distribution: PriceDistribution, points: number): Probability['density'] {
  const [low, high] = ENDS.map((q) => quantile(distribution, q))
  if (low === undefined || high === undefined) return []
  return Array.from({ length: points }, (_, index) => {
    const price = low + ((high - low) * index) / (points - 1)
    return { price, density: distribution.density(price), probability_below: distribution.below(price) }
  })
}
