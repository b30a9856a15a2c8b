import { describe, expect, it } from 'vitest'
import { contractOfChain, contractSession } from '../../../../src/analytics/domain/chain/contract-session.ts'
import { ChainAnalysis } from '../../../../src/analytics/domain/chain-analysis.ts'
import { valuedChain } from '../../../../src/analytics/domain/valuation/chain-valuation.ts'
import type { OptionChain } from '../../../../src/market/domain/options/chain.ts'
import { simulatedMarket } from '../../../../src/market/sources/simulated/index.ts'
import { realChain, realChainNames } from '../../../support/market/real-chains.ts'
import { sample } from '../../../support/sample.ts'

const CONTRACTS = 8

/** Some contracts over all expirations, valued alone and with the whole chain. */
function bothWays(chain: OptionChain) {
  const whole = valuedChain(chain)
  const { count } = chain.contracts
  const rows = Array.from({ length: Math.min(CONTRACTS, count) }, (_, place) =>
    Math.floor(((place + 0.5) * count) / CONTRACTS),
  )
  return {
    alone: rows.map((row) => contractOfChain(chain, row, null)),
    within: rows.map((row) => contractSession(whole, row)),
  }
}

describe('one contract of a chain', () => {
  it.each(['F', 'SPX'])('has the volatility and greeks that it has in the whole chain, of %s', async (symbol) => {
    const source = simulatedMarket({ seed: 1, symbols: [symbol], now: () => new Date('2026-11-20T18:00:00Z') })
    const { alone, within } = bothWays(await (await source.viewAt('2026-11-18')).chain(symbol))

    expect(alone).toEqual(within)
    expect(alone.filter(({ delta }) => delta !== null).length).toBeGreaterThan(CONTRACTS / 2)
  })

  it.each(sample(realChainNames, 3))('has them in the real chain %s, too', (name) => {
    const { alone, within } = bothWays(realChain(name))

    expect(alone).toEqual(within)
  })

  it('is taken from a valuation where there is one', async () => {
    const source = simulatedMarket({ seed: 1, symbols: ['F'], now: () => new Date('2026-11-20T18:00:00Z') })
    const analysis = new ChainAnalysis(await (await source.viewAt()).chain('F'))
    const before = await analysis.contract(10)
    await analysis.valued()

    expect(await analysis.contract(10)).toEqual(before)
  })
})
