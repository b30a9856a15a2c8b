import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blackPrice } from '../../../src/pricing/european/black.ts'
import {
  IV_STATUSES,
  impliedVolatility,
  impliedVolatilityStatus,
} from '../../../src/pricing/european/implied-volatility.ts'

function statusOf(...input: Parameters<typeof impliedVolatilityStatus>): string | undefined {
  return IV_STATUSES[impliedVolatilityStatus(...input)]
}

describe('implied volatility', () => {
  it('is the volatility that made an out-of-the-money price, to 2e-14', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -9, max: 9, noNaN: true }),
        fc.double({ min: 5e-5, max: 3, noNaN: true }),
        fc.double({ min: 0.03, max: 2.5, noNaN: true }),
        (distance, years, sigma) => {
          const strike = 100 * Math.exp(Math.max(Math.min(distance * sigma * Math.sqrt(years), 5), -5))
          const isCall = strike >= 100
          const price = blackPrice(isCall, 100, strike, years, sigma, 0.96)
          fc.pre(price > 1e-130)

          const solved = impliedVolatility(isCall, price, 100, strike, years, 0.96)

          const s = sigma * Math.sqrt(years)
          const conditioning = Math.max(1, Math.exp(0.125 * s * s + 0.5 * Math.abs(Math.log(strike / 100))) / s / 10)
          expect(Math.abs(solved / sigma - 1)).toBeLessThan(2e-14 * conditioning)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('reprices what it inverts near the money within ten units of the last place', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -0.3, max: 0.3, noNaN: true }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        (x, sigma) => {
          const strike = 100 * Math.exp(x * sigma)
          const isCall = strike >= 100
          const price = blackPrice(isCall, 100, strike, 1, sigma, 1)

          const repriced = blackPrice(isCall, 100, strike, 1, impliedVolatility(isCall, price, 100, strike, 1, 1), 1)

          expect(Math.abs(repriced / price - 1)).toBeLessThanOrEqual(10 * 2 ** -52)
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('rises with the price', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.5, max: 2, noNaN: true }),
        fc.double({ min: 1e-12, max: 0.98, noNaN: true }),
        (ratio, share) => {
          const strike = 100 * ratio
          const isCall = strike >= 100
          const bound = Math.min(100, strike)

          const lower = impliedVolatility(isCall, share * bound, 100, strike, 1, 1)
          const higher = impliedVolatility(isCall, share * 1.001 * bound, 100, strike, 1, 1)

          expect(lower).toBeGreaterThan(0)
          expect(higher).toBeGreaterThan(lower)
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('solves the remotest prices that a double holds', () => {
    const nearNothing = impliedVolatility(true, 1e-130, 100, 130, 0.1, 1)
    const nearTheBound = impliedVolatility(true, 99.999999, 100, 130, 1, 1)

    expect(blackPrice(true, 100, 130, 0.1, nearNothing, 1) / 1e-130).toBeCloseTo(1, 11)
    expect(blackPrice(true, 100, 130, 1, nearTheBound, 1)).toBeCloseTo(99.999999, 12)
  })

  it('is finite for a price one rounding below its bound', () => {
    const solved = impliedVolatility(true, 100 * (1 - 2 ** -53), 100, 100, 1, 1)

    expect(solved).toBeGreaterThan(15)
    expect(solved).toBeLessThan(20)
  })

  it('works with ten minutes to live', () => {
    const years = 10 / 525_600
    const price = blackPrice(false, 5000, 4995, years, 0.35, 1)

    expect(impliedVolatility(false, price, 5000, 4995, years, 1)).toBeCloseTo(0.35, 13)
  })

  it('inverts an in-the-money price through its time value', () => {
    const price = blackPrice(true, 100, 90, 0.5, 0.3, 0.98)

    expect(impliedVolatility(true, price, 100, 90, 0.5, 0.98)).toBeCloseTo(0.3, 13)
  })
})

describe('implied volatility status', () => {
  it.each<[string, Parameters<typeof impliedVolatility>]>([
    ['ok', [true, 5, 100, 100, 1, 1]],
    ['at_intrinsic', [true, 20, 100, 80, 1, 1]],
    ['at_intrinsic', [true, 20 * (1 + 2 ** -52), 100 * (1 + 2 ** -52), 80, 1, 1]],
    ['at_intrinsic', [false, 0, 100, 50, 1, 1]],
    ['below_intrinsic', [true, 19.99, 100, 80, 1, 1]],
    ['below_intrinsic', [false, -0.01, 100, 50, 1, 1]],
    ['above_max', [true, 100, 100, 80, 1, 1]],
    ['above_max', [false, 80, 100, 80, 1, 1]],
    ['above_max', [false, 78, 100, 80, 1, 0.97]],
    ['expired', [true, 5, 100, 100, 0, 1]],
    ['expired', [true, 5, 100, 100, -0.1, 1]],
    ['invalid_input', [true, Number.NaN, 100, 100, 1, 1]],
    ['invalid_input', [true, Number.POSITIVE_INFINITY, 100, 100, 1, 1]],
    ['invalid_input', [true, 5, Number.NaN, 100, 1, 1]],
    ['invalid_input', [true, 5, 100, 0, 1, 1]],
    ['invalid_input', [true, 5, 100, Number.POSITIVE_INFINITY, 1, 1]],
    ['invalid_input', [true, 5, 100, 100, Number.NaN, 1]],
    ['invalid_input', [true, 5, 100, 100, 1000, 1]],
    ['at_intrinsic', [true, 1e-140, 100, 130, 1, 1]],
    ['invalid_input', [true, 5, 100, 100, 1, -1]],
  ])('is %s for call, price, forward, strike, years, discount %j', (expected, input) => {
    const solved = impliedVolatility(...input)

    expect(statusOf(...input)).toBe(expected)
    expect(Number.isNaN(solved)).toBe(expected !== 'ok')
  })

  it('promises a positive number exactly when it is ok, whatever the input', () => {
    const odd = fc.oneof(fc.double(), fc.constantFrom(0, -0, Number.NaN, 1e-300, 1e300, 5e-324, 100))
    fc.assert(
      fc.property(fc.boolean(), odd, odd, odd, odd, odd, (isCall, price, forward, strike, years, discount) => {
        const input = [isCall, price, forward, strike, years, discount] as const

        const solved = impliedVolatility(...input)

        if (statusOf(...input) === 'ok') expect(solved).toBeGreaterThan(0)
        else expect(solved).toBeNaN()
      }),
      { numRuns: 5000 },
    )
  })
})
