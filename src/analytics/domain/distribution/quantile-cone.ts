/** The quantiles of the expirations up to a date: how far the price may go by when, as options price it. */
import type { Probability } from '../../contract/strategies/probability.ts'
import type { ValuedChain } from '../valuation/chain-valuation.ts'
import { chainDistribution } from './chain-distribution.ts'
import { quantile } from './price-distribution.ts'

const CONE_QUANTILES = [0.1, 0.25, 0.5, 0.75, 0.9]
const MAX_EXPIRATIONS = 16

/** Expirations without a distribution are left out; of many, some evenly, the last one among them. */
export function quantileCone(valued: ValuedChain, targetDate: string): NonNullable<Probability['cone']> {
  const ahead = valued.expirations.filter(
    ({ expired, slice, expirationDate, settlement }) =>
      !expired && slice !== null && expirationDate <= targetDate && settlement === 'pm',
  )
  const step = Math.max(1, Math.ceil(ahead.length / MAX_EXPIRATIONS))
  return ahead
    .filter((_each, index) => (ahead.length - 1 - index) % step === 0)
    .flatMap(({ expirationDate, yearsToExpiry }) => {
      const found = chainDistribution(valued, expirationDate, yearsToExpiry)
      if (!found) return []
      const quantiles = CONE_QUANTILES.map((q) => quantile(found.distribution, q))
      return quantiles.every(Number.isFinite) ? [{ expiration_date: expirationDate, quantiles }] : []
    })
}
