import { describe, expect, it } from 'vitest'
import { distributionBetween } from '../../../../src/analytics/domain/distribution/between-expirations.ts'
import {
  cellsOf,
  lognormalDistribution,
  quantile,
} from '../../../../src/analytics/domain/distribution/price-distribution.ts'
import { smoothSmile } from '../../../../src/analytics/domain/distribution/smooth-smile.ts'
import { valuedChain } from '../../../../src/analytics/domain/valuation/chain-valuation.ts'
import { syntheticChain } from '../../../support/market/synthetic-chain.ts'

const flat = (variance: number, forward: number) => ({
  distribution: lognormalDistribution(forward, Math.sqrt(variance)),
  variance,
})

describe('the distribution between two expirations', () => {
  it('of one volatility is that of the time between', () => {
    const own = distributionBetween(flat(0.01, 600), flat(0.04, 612), 0.0225, 605)
    const truth = lognormalDistribution(605, 0.15)

    for (const price of [300, 450, 550, 600, 605, 650, 800, 1100]) {
      expect(own.below(price)).toBeCloseTo(truth.below(price), 6)
      expect(own.density(price)).toBeCloseTo(truth.density(price), 6)
      expect(own.put(price)).toBeCloseTo(truth.put(price), 3)
    }
  })

  it('before the first expiration is that one, narrower', () => {
    const own = distributionBetween(null, flat(0.04, 600), 0.01, 600)

    expect(own.below(570)).toBeCloseTo(lognormalDistribution(600, 0.1).below(570), 6)
  })

  it('of real shapes has the forward as its mean, and quantiles between those of both', () => {
    const volatility = (strike: number, years: number) => 0.2 - 0.0006 * (strike - 600) * Math.exp(-years)
    const { expirations } = valuedChain(syntheticChain({ volatility }))
    const [near, far] = expirations.slice(1).map(({ slice, forward, atmIv, yearsToExpiry }) => ({
      distribution: smoothSmile(slice!, forward)!.distribution,
      variance: atmIv * atmIv * yearsToExpiry,
    }))

    const own = distributionBetween(near!, far!, 0.5 * (near!.variance + far!.variance), near!.distribution.forward)

    const cells = cellsOf(own, [])
    expect(cells.reduce((sum, { probability, mean }) => sum + probability * mean, 0)).toBeCloseTo(own.forward, 4)
    for (const q of [0.05, 0.25, 0.75, 0.95]) {
      const [first, between, last] = [near!.distribution, own, far!.distribution].map((each) =>
        Math.abs(quantile(each, q) / each.forward - 1),
      )
      expect(between!).toBeGreaterThan(first!)
      expect(between!).toBeLessThan(last!)
    }
  })
})
