import { describe, expect, it } from 'vitest'
import { ratesIn } from '../../../../src/market/domain/interest-rates.ts'
import { type ChainFacts, withFacts } from '../../../../src/market/domain/options/chain-facts.ts'
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

const rates = ratesIn('3m:4,1y:3.5')
const facts = (actions: readonly CorporateAction[], more: Partial<ChainFacts> = {}): ChainFacts => ({
  actions,
  rates: null,
  ...more,
})

describe('the dividends of a chain', () => {
  it('are those to come, in order, as known at its instant', () => {
    const { dividends } = withFacts(
      chain,
      facts([
        paid('2027-02-09'),
        paid('2026-11-20'),
        paid('2026-11-23', { value: 0.3 }),
        paid('2026-12-01', { knownAt: '2026-11-20T20:00:01.000Z' }),
        paid('2026-12-02', { kind: 'split', value: 2 }),
        paid('2026-12-03', { symbol: 'ABC' }),
      ]),
    )

    expect(dividends).toEqual([
      { exDate: '2026-11-23', amount: 0.3 },
      { exDate: '2027-02-09', amount: 0.25 },
    ])
  })

  it('of the present are those known now, although the quotes are older', () => {
    const announced = facts([paid('2026-12-01', { knownAt: '2026-11-20T20:10:00.000Z' })])

    expect(withFacts(chain, announced).dividends).toBeUndefined()
    expect(withFacts(chain, announced, Date.parse('2026-11-20T20:15:00Z')).dividends).toEqual([
      { exDate: '2026-12-01', amount: 0.25 },
    ])
  })
})

describe('a chain with what is known beside it', () => {
  it('is the same object until something changes', () => {
    const first = withFacts(chain, facts([paid('2026-12-01')]))

    expect(withFacts(chain, facts([]))).toBe(chain)
    expect(withFacts(chain, facts([paid('2026-12-01')]))).toBe(first)
    expect(withFacts(chain, facts([paid('2026-12-01')], { rates }))).not.toBe(first)
    expect(withFacts(chain, facts([paid('2026-12-01', { value: 0.26 })]))).not.toBe(first)
  })

  it('has the rates', () => {
    expect(withFacts(chain, facts([], { rates })).rates).toBe(rates)
  })
})
