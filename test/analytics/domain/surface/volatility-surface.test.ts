import { describe, expect, it } from 'vitest'
import { VolatilitySurface } from '../../../../src/analytics/contract/volatility-surface.ts'
import { sliceThrough } from '../../../../src/analytics/domain/smile/volatility-slice.ts'
import { USUAL_TENORS } from '../../../../src/analytics/domain/surface/surface-grid.ts'
import { fittedSsvi, fittedSvi, ssviVariance, sviVariance } from '../../../../src/analytics/domain/surface/svi.ts'
import {
  fittedExpirations,
  sliceFit,
  surfaceCurve,
  volatilitySurface,
} from '../../../../src/analytics/domain/surface/volatility-surface.ts'
import { type ValuedChain, valuedChain } from '../../../../src/analytics/domain/valuation/chain-valuation.ts'
import { realChain, realChainNames } from '../../../support/market/real-chains.ts'
import { sharedDataExists } from '../../../support/market/shared-data.ts'
import { syntheticChain } from '../../../support/market/synthetic-chain.ts'
import { sample } from '../../../support/sample.ts'

const KS = Array.from({ length: 41 }, (_, index) => -0.3 + 0.015 * index)
const through = (variance: (k: number) => number) => sliceThrough(KS.map((k) => ({ k, variance: variance(k) })))!
const fitsOf = (valued: ValuedChain) => ({
  slices: fittedExpirations(valued).map((_expiration, index) => sliceFit(valued, index)),
  curve: surfaceCurve(valued),
})

describe('parametric smiles', () => {
  it('find the parameters that a smile was made of', () => {
    const truth = { a: 0.004, b: 0.09, rho: -0.6, m: 0.02, sigma: 0.12 }
    const { curve, rmsPoints } = fittedSvi(
      through((k) => sviVariance(truth, k)),
      0.25,
    )!

    for (const [name, value] of Object.entries(truth)) expect(curve[name as 'a'], name).toBeCloseTo(value, 4)
    expect(rmsPoints).toBeLessThan(1e-3)
  })

  it('find one surface through several expirations', () => {
    const truth = { rho: -0.5, eta: 1.1, gamma: 0.4 }
    const slices = [0.005, 0.01, 0.03].map((atMoney, index) => ({
      slice: through((k) => ssviVariance(truth, atMoney, k)),
      years: 0.1 * (index + 1),
    }))
    const { curve, rmsPoints } = fittedSsvi(slices)!

    for (const [name, value] of Object.entries(truth)) expect(curve[name as 'rho'], name).toBeCloseTo(value, 3)
    expect(rmsPoints).toBeLessThan(0.01)
  })

  it('need six strikes', () => {
    const few = sliceThrough(KS.slice(18, 23).map((k) => ({ k, variance: 0.01 })))!

    expect(fittedSvi(few, 0.25)).toBeNull()
    expect(fittedSsvi([{ slice: few, years: 0.25 }])).toBeNull()
  })
})

describe('a flat surface', () => {
  const [now, then] = [0.2, 0.17].map((level) =>
    valuedChain(syntheticChain({ volatility: () => level, halfSpread: 1e-4 })),
  )

  it('is flat at every delta and tenor, forward too, and says what changed', () => {
    const { grid, tenors, forward_iv, change, against } = volatilitySurface(now!, fitsOf(now!), {
      tenors: USUAL_TENORS,
      past: then!,
    })

    expect(tenors).toEqual([7, 14, 30, 60, 90, 180, 365])
    const known = grid.flat().filter((iv) => iv !== null)
    expect(known.length).toBeGreaterThanOrEqual(12)
    for (const iv of known) expect(iv).toBeCloseTo(0.2, 3)
    // The first expiration is after 28 days, the last before 120.
    expect([grid[0]![2], grid[6]![2], forward_iv[0]]).toEqual([null, null, null])
    expect(forward_iv[3]).toBeCloseTo(0.2, 3)
    expect(change![3]![2]).toBeCloseTo(3, 1)
    expect(against).toBe('2026-11-20')
  })
})

describe.skipIf(!sharedDataExists).each(sample(realChainNames, 4))('the surface of %s', (name) => {
  const valued = valuedChain(realChain(name))
  const surface = volatilitySurface(valued, fitsOf(valued), { tenors: USUAL_TENORS, past: null })

  it('has its wings beside the money, and forward volatilities that add up', () => {
    expect(VolatilitySurface.parse(surface)).toEqual(surface)
    for (const [row, ivs] of surface.grid.entries()) {
      for (const iv of ivs) expect(iv ?? 0.1).toBeGreaterThan(0)
      const [to, from, forward] = [ivs[2], surface.grid[row - 1]?.[2], surface.forward_iv[row]]
      if (to == null || from == null || forward == null) continue
      const [days, before] = [surface.tenors[row]!, surface.tenors[row - 1]!]
      expect(forward ** 2 * (days - before) + from ** 2 * before).toBeCloseTo(to ** 2 * days, 9)
    }
  })

  it('has smiles that allow no riskless butterfly, near a parametric one', () => {
    const fitted = surface.slices.filter(({ svi, dte }) => svi !== null && dte >= 5)
    for (const { least_density: density, expiration_date } of surface.slices) {
      expect(density ?? 0, expiration_date).toBeGreaterThanOrEqual(0)
    }
    const misfits = fitted.map(({ svi }) => svi!.rms_iv_points).toSorted((a, b) => a - b)
    if (misfits.length > 0) expect(misfits[misfits.length >> 1]).toBeLessThan(3)
  })
})
