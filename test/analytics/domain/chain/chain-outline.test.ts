import { describe, expect, it } from 'vitest'
import { chainOutline, outlineOf } from '../../../../src/analytics/domain/chain/chain-outline.ts'
import { valuedChain } from '../../../../src/analytics/domain/valuation/chain-valuation.ts'
import { simulatedMarket } from '../../../../src/market/sources/simulated/index.ts'
import { syntheticChain } from '../../../support/market/synthetic-chain.ts'

const DATES = ['2026-11-27', '2026-12-11', '2026-12-18', '2027-01-15', '2027-03-19']
const market = simulatedMarket({ seed: 3, now: () => new Date('2026-11-20T18:00:00.000Z') })

describe('the outline of a chain', () => {
  it.each(['F', 'KO', 'SPX', 'XOM'])('has the figures of the whole valuation, of %s', async (symbol) => {
    const chain = await (await market.viewAt()).chain(symbol)

    const outline = chainOutline(chain)

    expect(outline).toEqual(outlineOf(valuedChain(chain)))
    expect(outline.iv30).toBeGreaterThan(0.05)
    expect(outline.volume.call).toBeGreaterThan(0)
  })

  it.each([
    ['the nearest expirations have no quotes', ['2026-12-18', '2027-01-15']],
    ['nothing beyond 30 days has quotes', ['2027-01-15', '2027-03-19']],
    ['nothing has quotes', DATES],
  ])('has them when %s', (_when, silent) => {
    const chain = syntheticChain({
      dates: DATES,
      change: (row) => (silent.includes(row.expirationDate) ? { ...row, bid: Number.NaN, ask: Number.NaN } : row),
    })

    expect(chainOutline(chain)).toEqual(outlineOf(valuedChain(chain)))
  })
})
