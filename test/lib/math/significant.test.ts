import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { significant } from '../../../src/lib/math/significant.ts'

describe('significant digits', () => {
  it.each([
    [0.094117711234, 8, 0.094117711],
    [-1234.56789012, 8, -1234.5679],
    [123456789012, 8, 123456790000],
    [0.00000012345678912, 8, 1.2345679e-7],
    [9.99999999, 8, 10],
    [0, 8, 0],
    [-2.7206399999999998e-86, 6, -2.72064e-86],
    [1.23456789e250, 6, 1.23457e250],
    [5e-324, 6, 5e-324],
  ])('of %d, %i of them, are %d', (value, digits, expected) => {
    expect(significant(value, digits)).toBe(expected)
  })

  it('keep what has no digits', () => {
    expect(significant(Number.NaN, 8)).toBeNaN()
    expect(significant(Number.POSITIVE_INFINITY, 8)).toBe(Number.POSITIVE_INFINITY)
  })

  it('are within half a unit of the last one, and as short as they can be written', () => {
    const value = fc.double({ min: 1e-300, max: 1e300, noNaN: true })
    fc.assert(
      fc.property(value, fc.boolean(), (size, isNegative) => {
        const given = isNegative ? -size : size
        const rounded = significant(given, 8)
        expect(Math.abs(rounded - given)).toBeLessThanOrEqual(5.0001e-8 * Math.abs(given))
        expect(String(Number(rounded.toPrecision(8)))).toBe(String(rounded))
      }),
    )
  })
})
