import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxPain } from '../../../../src/analytics/domain/exposures/max-pain.ts'

const shares = (rows: readonly (readonly [strike: number, calls: number, puts: number])[]) => ({
  strikes: Float64Array.from(rows, ([strike]) => strike),
  callShares: Float64Array.from(rows, ([, calls]) => calls),
  putShares: Float64Array.from(rows, ([, , puts]) => puts),
})

describe('max pain', () => {
  it('is the strike at which holders receive least', () => {
    expect(maxPain(shares([[90, 100, 900], [100, 500, 400], [110, 800, 100]]))).toBe(100) // biome-ignore format: a table
  })

  it('is the lowest strike on ties, also one without open interest', () => {
    expect(maxPain(shares([[90, 0, 0], [100, 0, 0], [110, 500, 0]]))).toBe(90) // biome-ignore format: a table
    expect(maxPain(shares([[90, 0, 500], [100, 0, 0], [110, 500, 0]]))).toBe(90) // biome-ignore format: a table
  })

  it('is unknown without open interest', () => {
    expect(maxPain(shares([[90, 0, 0], [100, 0, 0]]))).toBeNaN() // biome-ignore format: a table
    expect(maxPain(shares([]))).toBeNaN()
  })

  it('equals the search over every strike', () => {
    const row = fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 }))
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 12 }), (interest) => {
        const rows = interest.map(([calls, puts], index) => [100 + 5 * index, 100 * calls, 100 * puts] as const)
        const payout = (x: number) =>
          rows.reduce((total, [k, c, p]) => total + c * Math.max(0, x - k) + p * Math.max(0, k - x), 0)
        const least = Math.min(...rows.map(([strike]) => payout(strike)))

        const expected = rows.find(([strike]) => payout(strike) === least)![0]

        const empty = rows.every(([, calls, puts]) => calls + puts === 0)
        expect(maxPain(shares(rows))).toBe(empty ? Number.NaN : expected)
      }),
    )
  })
})
