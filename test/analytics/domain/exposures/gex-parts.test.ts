import { describe, expect, it } from 'vitest'
import { selectedRows } from '../../../../src/analytics/domain/chain/expiration-filter.ts'
import { exposures } from '../../../../src/analytics/domain/exposures/exposures.ts'
import { gexParts } from '../../../../src/analytics/domain/exposures/gex-parts.ts'
import { type ValuedChain, valuedChain } from '../../../../src/analytics/domain/valuation/chain-valuation.ts'
import { realChain, realChainNames } from '../../../support/market/real-chains.ts'
import { sharedDataExists } from '../../../support/market/shared-data.ts'
import { type ChainRecipe, syntheticChain } from '../../../support/market/synthetic-chain.ts'
import { sample } from '../../../support/sample.ts'

const chainOf = (recipe: ChainRecipe = {}) => valuedChain(syntheticChain({ change: interest(1), ...recipe }))
const netGex = (valued: ValuedChain) => exposures(valued, selectedRows(valued, {})).netGex
const sum = (parts: ReturnType<typeof gexParts>) => Object.values(parts).reduce((total, part) => total + part, 0)

/** More calls above the price, more puts below. */
function interest(factor: number): NonNullable<ChainRecipe['change']> {
  return (row) => {
    const isCall = row.optionType === 'call'
    return { ...row, openInterest: factor * (isCall === row.strike > 590 ? 900 : 300) }
  }
}

const base = chainOf()
const total = netGex(base)

describe('the parts of a change of net GEX', () => {
  it.each([
    ['a later day', { asOf: '2026-11-23T20:00:00Z' }],
    ['another price', { spot: 611 }],
    ['other volatilities', { volatility: (strike: number) => 0.24 - 0.0003 * (strike - 600) }],
    ['other open interest', { change: interest(1.5) }],
    ['an expiration that passed', { asOf: '2026-12-18T22:00:00Z', dates: ['2027-01-15', '2027-03-19'] }],
    ['a new expiration', { dates: ['2026-12-18', '2026-12-31', '2027-01-15', '2027-03-19'] }],
    [
      'all of them',
      {
        asOf: '2026-12-21T20:00:00Z',
        dates: ['2027-01-15', '2027-02-19', '2027-03-19'],
        spot: 583,
        volatility: () => 0.31,
        change: interest(0.8),
      },
    ],
  ] as const)('add up to the change: %s', (_, recipe: ChainRecipe) => {
    const later = chainOf(recipe)
    const change = netGex(later) - total

    expect(sum(gexParts(base, later)) / change).toBeCloseTo(1, 9)
  })

  it('are all 0 where nothing changed', () => {
    for (const part of Object.values(gexParts(base, base))) expect(Math.abs(part / total)).toBeLessThan(1e-9)
  })

  it('name what changed and nothing else', () => {
    const share = (recipe: ChainRecipe, part: keyof ReturnType<typeof gexParts>) => {
      const later = chainOf(recipe)
      return gexParts(base, later)[part] / (netGex(later) - total)
    }

    expect(share({ spot: 611 }, 'price')).toBeCloseTo(1, 1)
    expect(share({ volatility: () => 0.25 }, 'volatility')).toBeCloseTo(1, 6)
    expect(share({ change: interest(2) }, 'openInterest')).toBeCloseTo(1, 6)
    expect(share({ asOf: '2026-11-25T20:00:00Z' }, 'time')).toBeCloseTo(1, 1)
    expect(share({ dates: ['2026-12-18', '2026-12-31', '2027-01-15', '2027-03-19'] }, 'openInterest')).toBeCloseTo(1, 6)
  })
})

/** Each real chain beside the next one of its symbol. */
const pairs = realChainNames.flatMap((name, place) => {
  const next = realChainNames.slice(place + 1).find((other) => symbolOf(other) === symbolOf(name))
  return next === undefined ? [] : [[name, next] as const]
})

function symbolOf(name: string): string {
  return name.slice(name.indexOf('/') + 1).split(/[._-]/)[0] ?? ''
}

describe.skipIf(!sharedDataExists).each(sample(pairs, 2))('the parts from %s to %s', (...names) => {
  const [from, to] = names
    .map((name) => valuedChain(realChain(name)))
    .sort((a, b) => a.chain.asOfMs - b.chain.asOfMs) as [ValuedChain, ValuedChain]

  it('add up to the change', () => {
    const parts = gexParts(from, to)
    const change = netGex(to) - netGex(from)
    const size = Object.values(parts).reduce((total, part) => total + Math.abs(part), 0)

    expect(Math.abs(sum(parts) - change)).toBeLessThan(1e-9 * size)
  })
})
