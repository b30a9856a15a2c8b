import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OptionChain } from '../../../../src/market/domain/options/chain.ts'
import { ChainBuilder, type ContractRow } from '../../../../src/market/domain/options/chain-builder.ts'
import { isHollow, mergeChains } from '../../../../src/market/domain/options/merge-chains.ts'

const ROW: ContractRow = { root: 'SPY', expirationDate: '2026-12-18', optionType: 'call', strike: 660 }

function chainOf(rows: readonly ContractRow[], underlyingPrice = Number.NaN): OptionChain {
  const builder = new ChainBuilder()
  for (const row of rows) builder.add(row)
  return builder.build({ symbol: 'SPY', asOfMs: Date.parse('2026-11-20T21:00:00Z'), underlyingPrice })
}

describe('merging chains', () => {
  it('fills what one reading does not know from the next', () => {
    const trades = chainOf([{ ...ROW, last: 5, volume: 7 }])
    const quotes = chainOf([{ ...ROW, bid: 4.9, ask: 5.1, last: 9 }], 655)

    const { contracts, underlyingPrice } = mergeChains([trades, quotes])

    expect(contracts.count).toBe(1)
    expect({
      bid: contracts.bid[0],
      ask: contracts.ask[0],
      last: contracts.last[0],
      volume: contracts.volume[0],
    }).toEqual({ bid: 4.9, ask: 5.1, last: 5, volume: 7 })
    expect(underlyingPrice).toBe(655)
  })

  it('keeps the contracts of every reading', () => {
    const merged = mergeChains([
      chainOf([ROW]),
      chainOf([
        { ...ROW, strike: 650 },
        { ...ROW, root: 'SPY1' },
      ]),
    ])

    expect(merged.contracts.optionSymbols).toEqual([
      'SPY   261218C00650000',
      'SPY   261218C00660000',
      'SPY1  261218C00660000',
    ])
  })

  it('takes bid and ask from one reading, never one side of each', () => {
    const oneSided = chainOf([{ ...ROW, ask: 5.1 }])
    const later = chainOf([{ ...ROW, bid: 5.4, ask: 5.6 }])

    const { contracts } = mergeChains([oneSided, later])

    expect({ bid: contracts.bid[0], ask: contracts.ask[0] }).toEqual({ bid: Number.NaN, ask: 5.1 })
  })

  it('leaves the price and the contracts of a hollow reading out where another one tells of its root', () => {
    const hollow = chainOf([{ ...ROW, strike: 94, volume: 0 }], 92.72)
    const quotes = chainOf([{ ...ROW, bid: 4.9, ask: 5.1 }])

    const merged = mergeChains([quotes, hollow])

    expect(merged.contracts.optionSymbols).toEqual(['SPY   261218C00660000'])
    expect(merged.underlyingPrice).toBeNaN()
  })

  it('keeps the contracts of a hollow reading whose root no other one has', () => {
    const hollow = chainOf([{ ...ROW, root: 'SPXW', volume: 0 }])

    expect(mergeChains([chainOf([{ ...ROW, root: 'SPX', last: 5 }]), hollow]).contracts.count).toBe(2)
  })

  it('is the same whether a chain is merged with itself or not', () => {
    const side = fc.record({ strike: fc.integer({ min: 1, max: 5 }), last: fc.nat(3), openInterest: fc.nat(3) })
    fc.assert(
      fc.property(fc.array(side, { minLength: 1 }), (sides) => {
        const chain = chainOf(sides.map((it) => ({ ...ROW, ...it })))

        expect({ ...mergeChains([chain, chain]), warnings: [] }).toEqual({ ...chain, warnings: [] })
      }),
    )
  })

  it('calls a reading hollow when no number in it is above zero', () => {
    expect(isHollow(chainOf([{ ...ROW, volume: 0, last: 0 }]))).toBe(true)
    expect(isHollow(chainOf([{ ...ROW, openInterest: 1 }]))).toBe(false)
  })
})
