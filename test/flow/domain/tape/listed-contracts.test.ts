import { describe, expect, it } from 'vitest'
import { ListedContracts } from '../../../../src/flow/domain/tape/listed-contracts.ts'
import { formatOptionSymbol, type OptionContract } from '../../../../src/market/domain/options/option-symbol.ts'

const ROOTS = ['SPX', 'SPXW', 'SPX1']
const DATES = ['2026-12-18', '2027-01-15', '2031-12-19']
const STRIKES = [0.001, 4.5, 5, 600, 99_999.999]

const contracts: OptionContract[] = ROOTS.flatMap((root) =>
  DATES.flatMap((expirationDate) =>
    STRIKES.flatMap((strike) =>
      (['call', 'put'] as const).map((optionType) => ({ root, expirationDate, optionType, strike })),
    ),
  ),
)

function listed(multiplierOf: (contract: OptionContract) => number) {
  // In any order.
  const shuffled = contracts.toSorted((a, b) => (contracts.indexOf(a) % 7) - (contracts.indexOf(b) % 7))
  return new ListedContracts({
    optionSymbols: shuffled.map(formatOptionSymbol),
    openInterest: Float64Array.from(shuffled, (contract) => contracts.indexOf(contract)),
    multiplier: Float64Array.from(shuffled, multiplierOf),
  })
}

describe('listed contracts', () => {
  it('are each found with what the chain says of them', () => {
    const found = listed(({ strike }) => strike)

    for (const [place, contract] of contracts.entries()) {
      expect(found.find(contract)).toEqual({ openInterest: place, multiplier: contract.strike })
    }
  })

  it('may all have one multiplier, also an unknown one', () => {
    const found = listed(({ root }) => (root === 'SPX1' ? Number.NaN : 100))

    for (const contract of contracts) {
      expect(found.find(contract)?.multiplier).toBe(contract.root === 'SPX1' ? Number.NaN : 100)
    }
  })

  it('do not include any other contract', () => {
    const found = listed(() => 100)
    const [contract] = contracts
    if (!contract) throw new Error('no contract')

    expect(found.find({ ...contract, root: 'NDX' })).toBeNull()
    expect(found.find({ ...contract, expirationDate: '2026-12-19' })).toBeNull()
    expect(found.find({ ...contract, strike: 4.501 })).toBeNull()
    expect(found.find({ ...contract, strike: 0.002 })).toBeNull()
    expect(
      new ListedContracts({
        optionSymbols: [],
        openInterest: new Float64Array(0),
        multiplier: new Float64Array(0),
      }).find(contract),
    ).toBeNull()
  })
})
