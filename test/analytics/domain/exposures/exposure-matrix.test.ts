import { describe, expect, it } from 'vitest'
import { selectedRows } from '../../../../src/analytics/domain/chain/expiration-filter.ts'
import { exposureMatrix } from '../../../../src/analytics/domain/exposures/exposure-matrix.ts'
import { exposures } from '../../../../src/analytics/domain/exposures/exposures.ts'
import {
  exposuresByExpiration,
  exposuresByStrike,
} from '../../../../src/analytics/domain/exposures/grouped-exposures.ts'
import { zeroDte } from '../../../../src/analytics/domain/exposures/zero-dte.ts'
import { valuedChain } from '../../../../src/analytics/domain/valuation/chain-valuation.ts'
import { chainOfExpiration } from '../../../../src/analytics/domain/valuation/expiration-chain.ts'
import { realChain, realChainNames } from '../../../support/market/real-chains.ts'
import { sharedDataExists } from '../../../support/market/shared-data.ts'
import { syntheticChain } from '../../../support/market/synthetic-chain.ts'
import { sample } from '../../../support/sample.ts'

const WHOLE = { strikesAround: 10_000, maxExpirations: 1_000 }
const sum = (values: readonly (number | null)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0)

describe.skipIf(!sharedDataExists).each(sample(realChainNames, 3))('the matrix of %s', (name) => {
  const valued = valuedChain(realChain(name))
  const selected = selectedRows(valued, {})
  const total = exposures(valued, selected)

  it('adds up to the exposures by strike, by expiration and in all', () => {
    const { strikes, values } = exposureMatrix(valued, { ...WHOLE, greek: 'gamma' }, null)
    const byStrike = exposuresByStrike(valued, selected)
    const byExpiration = exposuresByExpiration(valued, selected, valued.expirations.length)
    const slack = 1e-9 * (total.callGex - total.putGex)

    for (const [index, strike] of byStrike.strikes.entries()) {
      const own = byStrike.callGex[index]! + byStrike.putGex[index]!
      expect(Math.abs(sum(values[strikes.indexOf(strike)]!) - own)).toBeLessThan(slack)
    }
    const open = valued.expirations.flatMap(({ expired }, index) => (expired ? [] : [index]))
    for (const [place, index] of open.entries()) {
      const own = byExpiration.callGex[index]! + byExpiration.putGex[index]!
      expect(Math.abs(sum(values.map((row) => row[place] ?? 0)) - own)).toBeLessThan(slack)
    }
  })

  it.each([
    ['delta', total.netDex],
    ['vanna', total.netVanna],
    ['charm', total.netCharm],
  ] as const)('of %s adds up to the total', (greek, expected) => {
    const { values } = exposureMatrix(valued, { ...WHOLE, greek }, null)

    expect(sum(values.flat()) / expected).toBeCloseTo(1, 8)
  })
})

describe('a matrix of exposures', () => {
  const chain = syntheticChain()
  const valued = valuedChain(chain)

  it('holds the strikes nearest to the price and the first expirations', () => {
    const { strikes, expirations, values } = exposureMatrix(
      valued,
      { greek: 'gamma', strikesAround: 2, maxExpirations: 2 },
      null,
    )

    expect(strikes).toEqual([590, 595, 600, 605, 610])
    expect(expirations.map((it) => it.expiration_date)).toEqual(['2026-12-18', '2027-01-15'])
    expect(values.map((row) => row.length)).toEqual([2, 2, 2, 2, 2])
  })

  it('counts open interest against the session before, new contracts from 0, and is null without one', () => {
    const query = { ...WHOLE, greek: 'open_interest_change' } as const
    const before = syntheticChain({
      dates: ['2026-12-18', '2027-01-15'],
      change: (row) => ({ ...row, openInterest: row.strike === 600 ? 40 : 100 }),
    })
    const { strikes, values } = exposureMatrix(valued, query, before)

    expect(values[strikes.indexOf(600)]).toEqual([120, 120, 200])
    expect(values[strikes.indexOf(595)]).toEqual([0, 0, 200])
    expect(
      exposureMatrix(valued, query, null)
        .values.flat()
        .every((value) => value === null),
    ).toBe(true)
  })
})

describe('contracts of the day', () => {
  const today = { asOf: '2026-11-20T18:30:00Z', dates: ['2026-11-20', '2026-12-18'] }
  const figures = (recipe = {}) => {
    const chain = syntheticChain({ ...today, strikes: [595, 597.5, 600, 602.5, 605], ...recipe })
    return zeroDte(valuedChain(chain), valuedChain(chainOfExpiration(chain, chain.expirations[0]!)))
  }

  it('have the hours until the close, with a straddle that loses its value', () => {
    const { hours, hours_left, remaining_move, remaining_move_pct } = figures()!

    expect(hours_left).toBeCloseTo(2.5, 6)
    expect(remaining_move!).toBeCloseTo(600 * 0.2 * Math.sqrt(2.5 / (24 * 365)), 0)
    expect(remaining_move_pct!).toBeCloseTo((100 * remaining_move!) / 600, 6)
    expect(hours.map(({ time }) => time)).toEqual(['2026-11-20T19:00:00.000Z', '2026-11-20T20:00:00.000Z'])
    expect(hours[1]!.straddle!).toBeLessThan(hours[0]!.straddle!)
    // A lognormal straddle at the money is 0.8 of one standard deviation.
    expect(hours[0]!.straddle! / (600 * 0.2 * Math.sqrt(2 / (24 * 365)))).toBeCloseTo(0.8, 1)
  })

  it('pin to the strike of dealers who are long gamma, and to none where they are short', () => {
    const at = (right: 'call' | 'put') =>
      figures({
        change: (row: { strike: number; optionType: string }) => ({
          ...row,
          openInterest: row.strike === 600 && row.optionType === right ? 5000 : 10,
        }),
      })!

    expect(at('call')).toMatchObject({ pin_strike: 600 })
    expect(at('call').pin_probability!).toBeGreaterThan(0.2)
    expect(at('call').share_of_gamma_pct!).toBeGreaterThan(50)
    expect(at('put')).toMatchObject({ pin_strike: null, pin_probability: null })
  })

  it('are null on a day without an expiration', () => {
    expect(zeroDte(valuedChain(syntheticChain()), null)).toBeNull()
  })
})
