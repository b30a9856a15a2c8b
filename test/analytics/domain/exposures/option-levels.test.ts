import { describe, expect, it } from 'vitest'
import { LEVEL_METHODS } from '../../../../src/analytics/domain/levels/level-candidate.ts'
import { supportResistance } from '../../../../src/analytics/domain/levels/support-resistance.ts'
import { gammaLevelsOf, openInterestLevelsOf } from '../../../support/analytics/chain-answers.ts'
import { dailyBars } from '../../../support/factories.ts'
import { syntheticChain } from '../../../support/market/synthetic-chain.ts'

const interest: Readonly<Record<string, number>> = { 'put 570': 4000, 'call 620': 2000, 'call 600': 1 }

const chain = syntheticChain({
  dates: ['2026-12-18', '2027-06-17'],
  change: (contract) => ({
    ...contract,
    openInterest:
      contract.expirationDate === '2027-06-17' ? 99_999 : (interest[`${contract.optionType} ${contract.strike}`] ?? 0),
  }),
})

describe('levels of option positions', () => {
  it('are the walls and the flip of the next weeks', () => {
    const levels = gammaLevelsOf(chain)

    expect(levels.map(({ price }) => price)).toEqual([620, 570, expect.any(Number)])
    expect(levels[2]!.price).toBeGreaterThan(570)
    expect(levels[2]!.price).toBeLessThan(640)
  })

  it('are the strikes of heavy open interest, the heaviest strongest', () => {
    expect(openInterestLevelsOf(chain)).toEqual([
      { price: 570, strength: 0.5, source: 'open_interest' },
      { price: 620, strength: 0.25, source: 'open_interest' },
      { price: 600, strength: 0.5 / 4000, source: 'open_interest' },
    ])
  })

  it('make the levels of prices stronger where they meet', () => {
    const question = { bars: dailyBars(Array(40).fill(600)), underlyingPrice: 600, methods: LEVEL_METHODS }
    const candidates = [...gammaLevelsOf(chain), ...openInterestLevelsOf(chain)]

    const { support } = supportResistance({ ...question, candidates }).answer

    expect(support[0]).toMatchObject({ price: 570, sources: ['gamma', 'open_interest'], strength: 0.8 })
  })

  it('are none without open interest', () => {
    const empty = syntheticChain({ change: (contract) => ({ ...contract, openInterest: Number.NaN }) })

    expect([...gammaLevelsOf(empty), ...openInterestLevelsOf(empty)]).toEqual([])
  })
})
