import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { butterflyDensity, fitSvi, type Svi, sviVariance } from '../../../src/domain/analytics/svi.ts'

/** A month of an equity index: 16 % at the money, steep on the downside. */
const INDEX: Svi = { centre: 0.02, width: 0.06, level: 0.0004, right: 0.0008, left: 0.0032 }

const pointsOf = (svi: Svi, noise: (index: number) => number = () => 0) =>
  Array.from({ length: 41 }, (_, index) => {
    const k = -0.16 + 0.006 * index
    return { k, variance: sviVariance(svi, k) * (1 + noise(index)), weight: Math.exp(-((k / 0.08) ** 2)) }
  })

describe('the SVI fit', () => {
  it('gives a smile back that has that shape', () => {
    const fitted = fitSvi(pointsOf(INDEX))!

    for (const { k, variance } of pointsOf(INDEX)) {
      expect(Math.abs(sviVariance(fitted, k) / variance - 1)).toBeLessThan(2e-3)
    }
  })

  it('smooths noise instead of following it', () => {
    const fitted = fitSvi(pointsOf(INDEX, (index) => (index % 2 === 0 ? 0.05 : -0.05)))!

    for (const { k, variance } of pointsOf(INDEX)) {
      expect(Math.abs(sviVariance(fitted, k) / variance - 1)).toBeLessThan(0.03)
    }
  })

  it('is free of butterfly arbitrage, with wings no steeper than 2, whatever the quotes', () => {
    const noisy = fc.array(fc.double({ min: -0.4, max: 0.4, noNaN: true }), { minLength: 41, maxLength: 41 })
    fc.assert(
      fc.property(noisy, (noise) => {
        const fitted = fitSvi(pointsOf(INDEX, (index) => noise[index]!))
        if (fitted === null) return
        // Promised over the quoted strikes and a third of their range beyond: −0.24 to 0.16.
        for (let k = -0.235; k <= 0.155; k += 0.0025) expect(butterflyDensity(fitted, k)).toBeGreaterThan(0)
        expect(fitted.right / fitted.width).toBeLessThanOrEqual(2)
        expect(fitted.left / fitted.width).toBeLessThanOrEqual(2)
        expect(sviVariance(fitted, 0)).toBeGreaterThan(0)
      }),
      { numRuns: 30 },
    )
  })

  it('needs five points', () => {
    expect(fitSvi(pointsOf(INDEX).slice(18, 22))).toBeNull()
    expect(fitSvi(pointsOf(INDEX).slice(18, 23))).not.toBeNull()
  })
})

describe('the butterfly density', () => {
  it('is one for a flat smile at its centre, and negative for a smile with arbitrage', () => {
    const flat: Svi = { centre: 0, width: 1, level: 0.04, right: 0, left: 0 }
    const arbitrage: Svi = { centre: 0.3, width: 0.05, level: 0.0001, right: 0.2, left: 0.2 }

    expect(butterflyDensity(flat, 0)).toBe(1)
    const lowest = Math.min(...Array.from({ length: 100 }, (_, step) => butterflyDensity(arbitrage, step / 50)))
    expect(lowest).toBeLessThan(0)
  })

  it('is the second derivative of the call price over its lognormal density', () => {
    // g(k) φ(d2)/√v is the density of ln(S/F): it adds up to one over all strikes.
    let mass = 0
    const step = 0.0005
    for (let k = -2; k < 2; k += step) {
      const v = sviVariance(INDEX, k)
      const d2 = -k / Math.sqrt(v) - 0.5 * Math.sqrt(v)
      mass += (butterflyDensity(INDEX, k) * Math.exp(-0.5 * d2 * d2) * step) / Math.sqrt(2 * Math.PI * v)
    }

    expect(mass).toBeCloseTo(1, 4)
  })
})
