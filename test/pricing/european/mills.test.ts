import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fastNormalCdf } from '../../../src/pricing/european/fast-normal-cdf.ts'
import { mills, millsDifference, millsSlope, normalCdf, normalDensity } from '../../../src/pricing/european/mills.ts'
import { millsCoefficients } from '../../../src/pricing/european/mills-table.ts'
import { miss, misses } from '../../support/market/vectors.ts'

/** 50-digit values, rounded to the nearest double. */
const RATIOS = [
  [-30, 6.785889613061118e195],
  [-7.5, 4107922463093.5283],
  [-4, 7471.916923422994],
  [-3.96875, 6597.134641283654],
  [-1.3, 5.270507883745819],
  [0, 1.2533141373155003],
  [0.03125, 1.2226660820269792],
  [0.7, 0.7748938487793906],
  [3.3, 0.2806413905555233],
  [9.99, 0.09912583132776691],
  [15.99, 0.0622973033085532],
  [16, 0.0622586659950262],
  [16.01, 0.06222007639758937],
  [25, 0.039936304769535594],
  [40, 0.02498440420572057],
  [1000, 0.0009999990000029999],
] as const

const DIFFERENCES = [
  [0, 1e-8, 2e-8],
  [0, 0.0999, 0.20046599723955452],
  [0, 0.1, 0.20066800190688025],
  [0.5, 0.05, 0.05621620363439914],
  [2.9, 0.099, 0.018030174041599182],
  [3.5, 0.019, 0.0025465369024094305],
  [3.5, 0.021, 0.002814605708295526],
  [8, 0.001, 2.988858829564785e-5],
  [12, 0.5, 0.006815855712432145],
  [30, 0.01, 2.2148558943689068e-5],
  [1, 3, 17.863595328212593],
  [0, 0.49, 1.062331711682132],
  [1.5, 0.45, 0.20947700483735807],
  [2.9, 0.499, 0.09242611851786431],
  [0, 0.2, 0.40537624489707424],
  [0.25, 0.2421875, 0.36476783155493264],
  [1.5, 0.2, 0.09101386000075706],
  [2.9, 0.24, 0.043856529668179135],
  [0, 0.26, 0.5318772931106044],
  [4, 1.5, 0.17794212557269096],
] as const

const DISTRIBUTION = [
  [-20, 2.7536241186062337e-89],
  [-8.3, 5.205569744890254e-17],
  [-3, 0.0013498980316300946],
  [-0.5, 0.3085375387259869],
  [0, 0.5],
  [0.5, 0.6914624612740131],
  [3, 0.9986501019683699],
  [8.3, 1],
] as const

describe('Mills ratio', () => {
  it('agrees with fifty-digit values from far below zero to far above', () => {
    const lines = RATIOS.map(([z, exact]) => miss({ z }, 'R', exact, mills(z), exact * (z < -4 ? 1e-13 : 5e-16)))

    expect(misses(lines)).toEqual([])
  })

  it('keeps the relative precision of a difference of nearly equal ratios', () => {
    const lines = DIFFERENCES.map(([h, t, exact]) =>
      miss({ h, t }, 'D', exact, millsDifference(h, t), exact * (h < 3 && t < 0.5 ? 2e-15 : 1e-13)),
    )

    expect(misses(lines)).toEqual([])
  })

  it('starts from coefficients that are correctly rounded where they are known exactly', () => {
    const table = millsCoefficients()
    const atZero = table.slice(64 * 11, 65 * 11)

    const known = [Math.sqrt(Math.PI / 2), -1, Math.sqrt(Math.PI / 2) / 2, -1 / 3, Math.sqrt(Math.PI / 2) / 8, -1 / 15]

    expect(table).toHaveLength(321 * 11)
    for (const [k, value] of known.entries()) expect(atZero[k]).toBeCloseTo(value, 15)
    expect([...table.slice(320 * 11, 320 * 11 + 3)]).toEqual([
      0.0622586659950262, -0.0038613440795808676, 0.0002385803608661573,
    ])
  })

  it('has the slope zR − 1 and falls everywhere', () => {
    fc.assert(
      fc.property(fc.double({ min: -4, max: 60, noNaN: true }), (z) => {
        const slope = millsSlope(z)

        expect(slope).toBeLessThan(0)
        expect(Math.abs(slope - (z * mills(z) - 1))).toBeLessThan(2e-15 * Math.max(1, -z * mills(z)))
      }),
    )
  })

  it('has no step where the table ends and the series begin', () => {
    for (const edge of [-4, 16]) {
      const ratio = mills(edge + 1e-9) / mills(edge - 1e-9)

      expect(Math.abs(ratio - 1)).toBeLessThan(2e-8)
    }
  })

  it('answers the limits', () => {
    expect(mills(Number.POSITIVE_INFINITY)).toBe(0)
    expect(mills(-40)).toBe(Number.POSITIVE_INFINITY)
    expect(mills(Number.NaN)).toBeNaN()
  })
})

describe('normal distribution', () => {
  it('agrees with exact values, relative in the lower tail', () => {
    const lines = DISTRIBUTION.map(([x, exact]) => miss({ x }, 'Φ', exact, normalCdf(x), exact * 1e-13))

    expect(misses(lines)).toEqual([])
    expect(normalCdf(Number.NEGATIVE_INFINITY)).toBe(0)
    expect(normalCdf(Number.POSITIVE_INFINITY)).toBe(1)
    expect(normalCdf(Number.NaN)).toBeNaN()
  })

  it('adds up with its reflection to one', () => {
    fc.assert(
      fc.property(fc.double({ min: -40, max: 40, noNaN: true }), (x) => {
        expect(Math.abs(normalCdf(x) + normalCdf(-x) - 1)).toBeLessThan(3e-16)
        expect(normalDensity(x)).toBe(normalDensity(-x))
      }),
    )
  })

  it('is within 1e-13 of its table without exponentials', () => {
    fc.assert(
      fc.property(fc.double({ min: -12, max: 12, noNaN: true }), (x) => {
        expect(Math.abs(fastNormalCdf(x) - normalCdf(x))).toBeLessThan(1e-13)
      }),
      { numRuns: 500 },
    )
  })
})
