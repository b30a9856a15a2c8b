/** The distribution near some days ahead, as it is kept to be compared with what came. */
import { daysBetween } from '../../../lib/time/civil-date.ts'
import type { Expiration, OptionChain } from '../../../market/domain/options/chain.ts'
import { chainDistribution } from '../distribution/chain-distribution.ts'
import { quantile } from '../distribution/price-distribution.ts'
import { DISTRIBUTION_QUANTILES } from '../distribution/probability-answer.ts'
import type { ValuedChain } from '../valuation/chain-valuation.ts'

/** Calendar days to the expirations that are compared. */
export const CALIBRATION_DAYS = [7, 30, 60] as const
export type CalibrationDays = (typeof CALIBRATION_DAYS)[number]

/** The version of the formulas: rows of another one are computed again. */
export const QUANTILES_METHOD = 1

/** An expiration counts as near where its days are within this share. */
const NEAR = 0.45

export interface PastQuantiles {
  readonly sessionDate: string
  readonly targetDate: string
  /** Of the underlying then, and the mean of the distribution, USD per share. */
  readonly price: number
  readonly forward: number
  /** σ√T at the money. */
  readonly deviation: number
  /** Prices at `DISTRIBUTION_QUANTILES`, USD per share, ascending. */
  readonly quantiles: readonly number[]
}

/** The days that are nearest to those of a question, by their ratio. */
export function calibrationDaysFor(days: number): CalibrationDays {
  const miss = (own: number) => Math.abs(Math.log(Math.max(days, 1) / own))
  return CALIBRATION_DAYS.reduce((best, own) => (miss(own) < miss(best) ? own : best))
}

/** The expiration at a close that is nearest to some days; null without a near one. */
export function expirationNear({ expirations, sessionDate }: OptionChain, days: number): Expiration | null {
  const missOf = ({ expirationDate }: Expiration) => Math.abs(daysBetween(sessionDate, expirationDate) - days)
  const near = expirations.filter((each) => each.settlement === 'pm' && missOf(each) <= NEAR * days)
  return near.reduce<Expiration | null>((best, each) => (best && missOf(best) <= missOf(each) ? best : each), null)
}

/** `valued` is of that expiration alone. Null where it holds no distribution. */
export function pastQuantiles(valued: ValuedChain): PastQuantiles | null {
  const [expiration] = valued.expirations
  if (!expiration) return null
  const found = chainDistribution(valued, expiration.expirationDate, expiration.yearsToExpiry)
  if (!found) return null
  const { distribution, deviation } = found
  const quantiles = DISTRIBUTION_QUANTILES.map((q) => quantile(distribution, q))
  const numbers = [valued.spot, distribution.forward, deviation, ...quantiles]
  if (!numbers.every(Number.isFinite)) return null
  return {
    sessionDate: valued.chain.sessionDate,
    targetDate: expiration.expirationDate,
    price: valued.spot,
    forward: distribution.forward,
    deviation,
    quantiles,
  }
}
