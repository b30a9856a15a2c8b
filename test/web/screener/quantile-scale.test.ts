import { describe, expect, it } from 'vitest'
import { placeOf, valueAt } from '../../../src/web/screener/quantile-scale.ts'

/** One outlier at each end. */
const VALUES = [-5_000, 10, 20, 30, 50, 80, 90_000]

describe('the slider of a filter', () => {
  it('gives outliers no room: its steps are shares of the symbols', () => {
    expect([0, 5, 25, 50, 75, 95, 100].map((step) => valueAt(VALUES, step))).toEqual(VALUES)
    expect(valueAt(VALUES, 60)).toBe(38)
  })

  it('is where the value is, and at an end for values beyond all symbols', () => {
    expect([0, 5, 15, 25, 50, 62, 75, 95, 100].map((step) => placeOf(VALUES, valueAt(VALUES, step)))).toEqual([
      0, 5, 15, 25, 50, 62, 75, 95, 100,
    ])
    expect([placeOf(VALUES, -1e9), placeOf(VALUES, 1e9)]).toEqual([0, 100])
  })

  it('ends outside of all symbols, so that a bound there leaves none out', () => {
    const implied = [0.16757, 0.2, 0.3, 0.4, 0.5, 0.6, 0.81211]

    expect([valueAt(implied, 0), valueAt(implied, 100)]).toEqual([0.16, 0.82])
    expect([placeOf(implied, 0.16), placeOf(implied, 0.82)]).toEqual([0, 100])
    expect(valueAt([-1_234_567, 0, 0, 0, 0, 0, 0], 0)).toBe(-1_300_000)
    expect(valueAt([1e-7, 0, 0, 0, 0, 0, 1.25e21], 0)).toBe(1e-7)
    expect(valueAt([1e-7, 0, 0, 0, 0, 0, 1.25e21], 100)).toBe(1.3e21)
  })

  it('has no gap where many symbols have one value', () => {
    const flat = [0, 0, 0, 0, 1, 1, 1]

    expect(placeOf(flat, 0)).toBe(0)
    expect(valueAt(flat, 100)).toBe(1)
    expect(Number.isFinite(placeOf(flat, 0.5))).toBe(true)
  })
})
