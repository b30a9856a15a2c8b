import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GammaExposure } from '../../../../src/analytics/contract/gamma-exposure.ts'
import { selectedRows } from '../../../../src/analytics/domain/chain/expiration-filter.ts'
import { gammaProfile } from '../../../../src/analytics/domain/exposures/gamma-profile.ts'
import type { StrikeExposures } from '../../../../src/analytics/domain/exposures/grouped-exposures.ts'
import { walls } from '../../../../src/analytics/domain/exposures/walls.ts'
import { valuedChain } from '../../../../src/analytics/domain/valuation/chain-valuation.ts'
import { ChainBuilder, type ContractRow } from '../../../../src/market/domain/options/chain-builder.ts'
import { gammaExposureOf } from '../../../support/analytics/chain-answers.ts'
import { AS_OF, syntheticChain } from '../../../support/market/synthetic-chain.ts'

/** Puts below and calls above the money: negative gamma on one side, positive on the other. */
const skewed = (contract: ContractRow): ContractRow => ({
  ...contract,
  openInterest: (contract.optionType === 'call') === contract.strike > 600 ? 1000 : 10,
})

/** Open interest at chosen strikes and sides only. */
const heavy =
  (interest: Readonly<Record<string, number>>) =>
  (contract: ContractRow): ContractRow => ({
    ...contract,
    openInterest: interest[`${contract.optionType} ${contract.strike}`] ?? 0,
  })

describe('gamma exposure', () => {
  it('is gamma × open interest × multiplier × S² × 0.01, calls plus and puts minus', () => {
    const chain = syntheticChain({ dates: ['2026-12-18'], change: heavy({ 'call 600': 7, 'put 580': 3 }) })
    const valued = valuedChain(chain)
    const gammaOf = (symbol: string) => valued.gamma[chain.contracts.optionSymbols.indexOf(symbol)]!

    const { answer } = gammaExposureOf(chain)

    expect(answer.call_gex).toBeCloseTo(gammaOf('XSP   261218C00600000') * 7 * 100 * 600 ** 2 * 0.01, 6)
    expect(answer.put_gex).toBeCloseTo(-gammaOf('XSP   261218P00580000') * 3 * 100 * 600 ** 2 * 0.01, 6)
    expect(answer.net_gex).toBe(answer.call_gex! + answer.put_gex!)
    expect(answer).toMatchObject({ unit: 'usd_per_1pct_move', call_wall: 600, put_wall: 580, underlying_price: 600 })
    expect(GammaExposure.parse(answer)).toEqual(answer)
  })

  it('finds the price at which the repriced chain turns', () => {
    const chain = syntheticChain({ change: skewed })

    const { answer } = gammaExposureOf(chain)

    const gross = answer.call_gex! - answer.put_gex!
    const flip = answer.gamma_flip!
    expect(flip).toBeGreaterThan(550)
    expect(flip).toBeLessThan(650)
    // The flip is a root of the exact sum, not of an interpolation between levels.
    const valued = valuedChain(chain)
    const { roots } = gammaProfile(valued, selectedRows(valued, {}))
    expect(roots[0]).toBe(flip)
    const { levels } = gammaProfile({ ...valued, spot: flip }, selectedRows(valued, {}))
    expect(levels).toHaveLength(61)
    expect(levels[30]!.spot).toBeCloseTo(flip, 9)
    expect(Math.abs(levels[30]!.netGex)).toBeLessThan(1e-9 * gross)
    expect(levels[29]!.netGex).toBeLessThan(0)
    expect(levels[31]!.netGex).toBeGreaterThan(0)
  })

  it('names further prices at which the sign changes', () => {
    const chain = syntheticChain({
      dates: ['2026-11-25'],
      strikes: Array.from({ length: 41 }, (_, index) => 500 + 5 * index),
      volatility: () => 0.1,
      change: heavy({ 'put 560': 1000, 'call 580': 1500, 'put 600': 1200, 'call 620': 1500 }),
    })

    const { answer, warnings } = gammaExposureOf(chain)

    const signs = answer.profile.map(({ net_gex }) => Math.sign(net_gex)).filter((sign) => sign !== 0)
    const changes = signs.filter((sign, index) => index > 0 && sign !== signs[index - 1]).length
    expect(changes).toBe(3)
    expect(warnings).toEqual([expect.stringMatching(/^Net GEX is zero at further prices: \d+\.\d\d, \d+\.\d\d\.$/)])
    const others = warnings[0]!.match(/\d+\.\d\d/g)!.map(Number)
    for (const other of others) expect(Math.abs(other - 600)).toBeGreaterThan(Math.abs(answer.gamma_flip! - 600))
  })

  it('has no flip, but a regime, when one sign holds everywhere', () => {
    const { answer } = gammaExposureOf(syntheticChain({ change: heavy({ 'call 600': 10, 'call 620': 5 }) }))

    expect(answer).toMatchObject({ gamma_flip: null, gamma_regime: 'positive', put_wall: null, put_gex: 0 })
  })

  it('lets both walls be one strike', () => {
    const { answer } = gammaExposureOf(
      syntheticChain({ change: heavy({ 'call 600': 900, 'put 600': 900, 'put 580': 5 }) }),
    )

    expect({ call_wall: answer.call_wall, put_wall: answer.put_wall }).toEqual({ call_wall: 600, put_wall: 600 })
  })

  it('adds up to the same total by strike and by expiration, within any filter', () => {
    const chain = syntheticChain({ change: skewed })
    for (const filter of [{}, { dteMax: 30 }, { expirationDate: '2027-01-15' }, { dteMin: 29, dteMax: 60 }]) {
      const byStrike = gammaExposureOf(chain, filter).answer
      const byExpiration = gammaExposureOf(chain, { ...filter, groupBy: 'expiration' }).answer
      const total = (rows: GammaExposure['data']) => rows.reduce((sum, row) => sum + row.net_gex, 0)

      expect(total(byStrike.data)).toBeCloseTo(byStrike.net_gex!, 3)
      expect(total(byExpiration.data)).toBeCloseTo(byStrike.net_gex!, 3)
      expect(byExpiration.data.every((row) => row.strike === null && row.settlement === 'pm')).toBe(true)
      expect(byStrike.data.every((row) => row.expiration_date === null && row.settlement === null)).toBe(true)
    }
    expect(gammaExposureOf(chain, { dteMax: 30, groupBy: 'expiration' }).answer.data).toHaveLength(1)
  })

  it('answers nulls for a date on which nothing expires', () => {
    const { answer } = gammaExposureOf(syntheticChain(), { expirationDate: '2026-12-19' })

    expect(answer).toMatchObject({ net_gex: null, gamma_flip: null, gamma_regime: null, data: [], profile: [] })
  })

  it('does not depend on the order of the rows', () => {
    const rows: ContractRow[] = []
    const sorted = syntheticChain({
      dates: ['2026-12-18', '2027-01-15'],
      strikes: [580, 590, 600, 610, 620],
      change: (contract) => {
        rows.push(skewed(contract))
        return skewed(contract)
      },
    })
    const expected = gammaExposureOf(sorted)

    fc.assert(
      fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), (shuffled) => {
        const builder = new ChainBuilder()
        for (const row of shuffled) builder.add(row)
        const chain = builder.build({ symbol: 'XSP', asOfMs: Date.parse(AS_OF), underlyingPrice: 600 })

        expect(gammaExposureOf(chain)).toEqual(expected)
      }),
      { numRuns: 10 },
    )
  })
})

describe('walls', () => {
  const exposuresOf = (strikes: number[], callGex: number[], putGex: number[]): StrikeExposures => {
    const none = new Float64Array(strikes.length)
    return {
      strikes: Float64Array.from(strikes),
      callGex: Float64Array.from(callGex),
      putGex: Float64Array.from(putGex),
      callOpenInterest: none,
      putOpenInterest: none,
      callShares: none,
      putShares: none,
    }
  }

  it('give ties to the strike nearest to the price, then to the lower one', () => {
    expect(walls(exposuresOf([90, 100, 110], [5, 5, 5], [-5, 0, -5]), 104)).toEqual({ callWall: 100, putWall: 110 })
    expect(walls(exposuresOf([90, 100, 110], [5, 0, 5], [0, -1, 0]), 100)).toEqual({ callWall: 90, putWall: 100 })
  })

  it('are unknown where nothing stands', () => {
    expect(walls(exposuresOf([90, 100], [0, 0], [0, -0]), 100)).toEqual({ callWall: Number.NaN, putWall: Number.NaN })
  })
})
