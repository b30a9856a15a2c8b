import { describe, expect, it } from 'vitest'
import { withDividends } from '../../../../src/market/domain/options/chain-dividends.ts'
import type { CorporateAction } from '../../../../src/market/domain/stocks/corporate-action.ts'
import { syntheticChain } from '../../../support/market/synthetic-chain.ts'

/** Of Friday 2026-11-20, 20:00 UTC. */
const chain = syntheticChain({ root: 'XYZ', dates: ['2026-12-18'], strikes: [600] })
const paid = (exDate: string, change: Partial<CorporateAction> = {}): CorporateAction => ({
  symbol: 'XYZ',
  kind: 'dividend',
  exDate,
  value: 0.25,
  knownAt: '2026-11-01T12:00:00.000Z',
  ...change,
})

describe('the dividends of a chain', () => {
  it('are those to come, in order, as known at its instant', () => {
    const { dividends } = withDividends(chain, [
      paid('2027-02-09'),
      paid('2026-11-20'),
      paid('2026-11-23', { value: 0.3 }),
      paid('2026-12-01', { knownAt: '2026-11-20T20:00:01.000Z' }),
      paid('2026-12-02', { kind: 'split', value: 2 }),
      paid('2026-12-03', { symbol: 'ABC' }),
    ])

    expect(dividends).toEqual([
      { exDate: '2026-11-23', amount: 0.3 },
      { exDate: '2027-02-09', amount: 0.25 },
    ])
  })

  it('leave the chain the same object until they change', () => {
    const first = withDividends(chain, [paid('2026-12-01')])

    expect(withDividends(chain, [])).toBe(chain)
    expect(withDividends(chain, [paid('2026-12-01')])).toBe(first)
    expect(withDividends(chain, [paid('2026-12-01', { value: 0.26 })])).not.toBe(first)
  })
})
