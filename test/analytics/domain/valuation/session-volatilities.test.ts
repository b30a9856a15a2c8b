import { describe, expect, it } from 'vitest'
import { localComputation } from '../../../../src/analytics/domain/chain-analysis.ts'
import { valuedChain } from '../../../../src/analytics/domain/valuation/chain-valuation.ts'
import { sessionVolatilities } from '../../../../src/analytics/domain/valuation/session-volatilities.ts'
import { chainAnalyses } from '../../../../src/analytics/operations/chain-analyses.ts'
import type { ContractRow } from '../../../../src/market/domain/options/chain-builder.ts'
import { at, chainAt, figuresOf, netGexOf, TODAY, unquoted } from '../../../support/market/last-minutes.ts'
import { syntheticChain } from '../../../support/market/synthetic-chain.ts'

describe('the last minutes of an expiration', () => {
  it('keep the sign of net GEX when the quotes disappear', () => {
    const held = sessionVolatilities(valuedChain(chainAt(at('45'))), null)

    for (const minute of ['50', '52', '55', '57', '58']) {
      const chain = chainAt(at(minute), unquoted)
      const quoted = netGexOf(valuedChain(chainAt(at(minute))))
      const kept = valuedChain(chain, held)
      expect(quoted).toBeGreaterThan(0)
      expect(netGexOf(kept)).toBeGreaterThan(0)
      // Ticks move the quoted volatility of the last minutes.
      if (minute <= '52') expect(netGexOf(kept) / quoted).toBeCloseTo(1, 1)
      expect(figuresOf(kept).gex_extrapolated_pct).toBeGreaterThan(99)
    }
    // What the volatility of the next expiration would have made of it.
    expect(netGexOf(valuedChain(chainAt(at('50'), unquoted)))).toBeLessThan(0)
  })

  it('say in a range that the volatility is not quoted any more', () => {
    const held = sessionVolatilities(valuedChain(chainAt(at('45'))), null)
    const { net_gex: netGex, net_gex_range: range } = figuresOf(valuedChain(chainAt(at('55'), unquoted), held))

    expect(range!.low).toBeLessThan(0.8 * netGex!)
    expect(range!.high).toBeGreaterThan(1.2 * netGex!)
  })

  it('use the quotes that are left, and hold each strike from when it was quoted last', () => {
    const first = sessionVolatilities(valuedChain(chainAt(at('40'))), null)
    const isWing = ({ strike }: ContractRow) => strike <= 594 || strike >= 606
    const second = sessionVolatilities(valuedChain(chainAt(at('50'), isWing), first), first)
    const kept = valuedChain(chainAt(at('57'), unquoted), second)

    expect(second!.expirations[0]!.volatilities.size).toBe(first!.expirations[0]!.volatilities.size)
    expect(netGexOf(kept)).toBeGreaterThan(0)
  })

  it('never give a strike more than its ask allows', () => {
    const held = sessionVolatilities(valuedChain(chainAt(at('45'))), null)
    const chain = chainAt(at('55'), unquoted)
    const row = chain.contracts.optionSymbols.indexOf('XSP   261120C00600000')
    chain.contracts.ask[row] = 0.04
    const { theoreticalPrice, volatility } = valuedChain(chain, held)

    expect(theoreticalPrice[row]).toBeLessThanOrEqual(0.04)
    expect(volatility[row]).toBeLessThan(0.06)
  })

  it('begin half an hour before settlement, and know nothing of other sessions or of later chains', () => {
    const held = sessionVolatilities(valuedChain(chainAt(at('25'))), null)!
    const plain = (minute: string) => netGexOf(valuedChain(chainAt(at(minute), unquoted)))
    const withHeld = (minute: string, own = held) => netGexOf(valuedChain(chainAt(at(minute), unquoted), own))

    expect(withHeld('29')).toBe(plain('29'))
    expect(withHeld('31')).not.toBe(plain('31'))
    expect(withHeld('31', { ...held, sessionDate: '2026-11-19' })).toBe(plain('31'))
    expect(withHeld('31', { ...held, asOfMs: Date.parse(at('32')) })).toBe(plain('31'))
  })

  it('are remembered from one analysis of a symbol to the next, in order of time', async () => {
    const analysisOf = chainAnalyses(localComputation)
    const valued = async (minute: string, isQuoted?: () => boolean) =>
      netGexOf(await analysisOf(chainAt(at(minute), isQuoted)).valued())
    expect(await valued('50', unquoted)).toBeLessThan(0)
    await valued('51')
    await valued('40')

    expect(await valued('50', unquoted)).toBeLessThan(0)
    expect(await valued('55', unquoted)).toBeGreaterThan(0)
    const chain = chainAt(at('56'), unquoted)
    const today = chain.expirations[0]!
    expect(netGexOf(analysisOf(chain).valuedExpiration(today))).toBeGreaterThan(0)
  })

  it('are held only for what settles in the session', () => {
    const { expirations } = sessionVolatilities(valuedChain(chainAt(at('45'))), null)!

    expect(expirations.map(({ expirationDate }) => expirationDate)).toEqual([TODAY])
    expect(sessionVolatilities(valuedChain(syntheticChain()), null)).toBeNull()
  })
})
