import { describe, expect, it } from 'vitest'
import { optionMetricsOf } from '../../../support/analytics/chain-answers.ts'
import { syntheticChain } from '../../../support/market/synthetic-chain.ts'

/** Two contracts that traded ten each; the put costs a fraction of the call. */
const chain = syntheticChain({
  dates: ['2026-12-18'],
  strikes: [580, 600],
  change: (row) => ({ ...row, volume: (row.optionType === 'call') === (row.strike === 600) ? 10 : 0 }),
})
const metrics = (tape?: { premium: { call: number; put: number }; volume: number }) =>
  optionMetricsOf(chain, { iv30Before: [], tape })
const premiumWarnings = ({ warnings }: { warnings: readonly string[] }) =>
  warnings.filter((warning) => warning.includes('put_call_ratio_premium'))

describe('the premium ratio', () => {
  it.each([
    [20, 100],
    [1, 5],
    [23, 115],
  ])('is that of the prints, and the row says that they are %i of 20 contracts of the chain', (volume, share) => {
    const ofTape = metrics({ premium: { call: 200, put: 50 }, volume })

    expect(ofTape.answer).toMatchObject({
      put_call_ratio_premium: 0.25,
      premium_basis: 'prints',
      tape_volume: volume,
      tape_share_pct: expect.closeTo(share, 9),
    })
    expect(premiumWarnings(ofTape)).toEqual([])
  })

  it('is an estimate from the chain without a tape, and says so', () => {
    const without = metrics()

    expect(without.answer).toMatchObject({
      premium_basis: 'volume_at_mid',
      tape_volume: null,
      tape_share_pct: null,
    })
    expect(without.answer.put_call_ratio_premium).toBeGreaterThan(0)
    expect(premiumWarnings(without)).toEqual([
      'put_call_ratio_premium is computed from volume × mid: there is no tape.',
    ])
  })

  it('has no share of a volume that the chain does not know', () => {
    const unknown = syntheticChain({
      dates: ['2026-12-18'],
      strikes: [600],
      change: (row) => ({ ...row, volume: Number.NaN }),
    })

    const { answer } = optionMetricsOf(unknown, { iv30Before: [], tape: { premium: { call: 1, put: 1 }, volume: 5 } })

    expect(answer).toMatchObject({ put_call_ratio_premium: 1, tape_volume: 5, tape_share_pct: null })
  })
})
