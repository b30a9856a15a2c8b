import { describe, expect, it } from 'vitest'
import { cellsOf, quantile } from '../../../../src/analytics/domain/distribution/price-distribution.ts'
import { smoothSmile } from '../../../../src/analytics/domain/distribution/smooth-smile.ts'
import { valuedChain } from '../../../../src/analytics/domain/valuation/chain-valuation.ts'
import { realChain, realChainNames } from '../../../support/market/real-chains.ts'
import { sharedDataExists } from '../../../support/market/shared-data.ts'
import { sample } from '../../../support/sample.ts'

const POINTS = 300
const QUANTILES = [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99]

describe.skipIf(!sharedDataExists).each(sample(realChainNames, 6))('the distributions of %s', (name) => {
  const { expirations } = valuedChain(realChain(name))
  const smiles = expirations.flatMap(({ expired, slice, forward, atmIv, expirationDate }) =>
    !expired && slice && atmIv > 0 ? [{ expirationDate, forward, smile: smoothSmile(slice, forward) }] : [],
  )

  it('exist for every smile', () => {
    expect(smiles.length).toBeGreaterThan(0)
    expect(smiles.filter(({ smile }) => smile === null)).toEqual([])
  })

  it('rise from 0 to 1 with a density that is nowhere negative', () => {
    for (const { smile, forward, expirationDate } of smiles) {
      const { below, density } = smile!.distribution
      let before = 0
      for (let step = 1; step <= POINTS; step++) {
        const price = forward * Math.exp(4 * (step / POINTS - 0.5))
        const own = below(price)
        if (!(own >= before - 1e-12 && own <= 1 && density(price) >= -1e-12)) {
          expect.fail(`${expirationDate} at ${price}: ${before}, then ${own}, density ${density(price)}`)
        }
        before = own
      }
      // Long expirations with few low strikes have a fat tail, but it ends at 0.
      expect([below(0), density(0)]).toEqual([0, 0])
      expect(below(1e-300)).toBeLessThan(1e-9)
    }
  })

  it('have the mass 1 and the forward as their mean', () => {
    for (const { smile, forward } of smiles) {
      const cells = cellsOf(smile!.distribution, [])

      expect(cells.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 9)
      const mean = cells.reduce((sum, { probability, mean: own }) => sum + probability * own, 0)
      expect(mean / forward).toBeCloseTo(1, 7)
      expect(cells.every(({ low, high, mean: own }) => own >= low && own <= high)).toBe(true)
    }
  })

  it('have quantiles that rise and give their probability back', () => {
    for (const { smile } of smiles) {
      const { distribution } = smile!
      const prices = QUANTILES.map((q) => quantile(distribution, q))

      expect(prices).toEqual(prices.toSorted((a, b) => a - b))
      for (const [index, price] of prices.entries()) expect(distribution.below(price)).toBeCloseTo(QUANTILES[index]!, 9)
    }
  })
})
