import { expect, it } from 'vitest'
import { ChainBuilder, type ContractRow } from '../../../../src/market/domain/options/chain-builder.ts'
import { SharedSymbols } from '../../../../src/market/domain/options/shared-symbols.ts'

function chainOf(symbol: string, strikes: readonly number[]) {
  const builder = new ChainBuilder()
  const shared: Omit<ContractRow, 'strike'> = { root: symbol, expirationDate: '2026-12-18', optionType: 'call' }
  for (const strike of strikes) builder.add({ ...shared, strike, bid: strike / 100 })
  return builder.build({ symbol, asOfMs: Date.parse('2026-11-23T20:00:00Z'), underlyingPrice: 100 })
}

it('changes nothing of a chain', () => {
  const symbols = new SharedSymbols()
  for (const chain of [chainOf('AAPL', [100, 101]), chainOf('AAPL', [101, 102, 103]), chainOf('SPY', [101])]) {
    expect(symbols.shared(chain)).toEqual(chain)
  }
})

it('gives chains of the same contracts one list of texts', () => {
  const symbols = new SharedSymbols()
  const first = symbols.shared(chainOf('AAPL', [100, 101]))
  symbols.shared(chainOf('SPY', [100, 101]))

  const second = symbols.shared(chainOf('AAPL', [100, 101]))

  expect(second.contracts.optionSymbols).toBe(first.contracts.optionSymbols)
})
