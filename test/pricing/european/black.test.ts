import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blackPrice, logMoneyness } from '../../../src/pricing/european/black.ts'
import { miss, misses } from '../../support/market/vectors.ts'

/** Call or put, F, K, T, σ, DF and the price in 50-digit arithmetic. */
const PRICES = [
  [true, 100, 100, 1, 0.2, 1, 7.965567455405797],
  [false, 100, 100, 1, 0.2, 0.97, 7.7266004317436225],
  [true, 5000, 6000, 0.25, 0.13, 0.99, 0.2637120581352186],
  [false, 5000, 2500, 0.1, 0.45, 0.995, 5.2921905585143526e-5],
  [true, 100, 100.001, 10 / 525600, 0.3, 1, 0.05170576495994397],
  [false, 250, 180, 3, 1.8, 0.9, 139.35877192542844],
  [true, 100, 1e-6, 0.5, 0.4, 0.98, 97.99999902],
  [false, 100, 140, 2, 0.05, 0.92, 36.80000146131062],
  [true, 100, 3000, 1, 0.3, 1, 6.051712935295957e-29],
  [true, 100, 101, 5, 12, 0.8, 80],
] as const

const moneyness = fc.double({ min: -2, max: 2, noNaN: true })
const years = fc.double({ min: 1e-4, max: 5, noNaN: true })
const volatility = fc.double({ min: 0.01, max: 3, noNaN: true })

describe('Black-76 price', () => {
  it('agrees with fifty-digit values, relative even far out of the money', () => {
    const lines = PRICES.map(([isCall, forward, strike, t, sigma, discount, exact]) =>
      miss(
        { isCall, forward, strike, t, sigma, discount },
        'price',
        exact,
        blackPrice(isCall, forward, strike, t, sigma, discount),
        exact * 2e-14,
      ),
    )

    expect(misses(lines)).toEqual([])
  })

  it('keeps put-call parity', () => {
    fc.assert(
      fc.property(moneyness, years, volatility, (x, t, sigma) => {
        const strike = 100 * Math.exp(x)

        const call = blackPrice(true, 100, strike, t, sigma, 0.97)
        const put = blackPrice(false, 100, strike, t, sigma, 0.97)

        expect(Math.abs(call - put - 0.97 * (100 - strike))).toBeLessThanOrEqual(1e-15 * (100 + strike))
      }),
    )
  })

  it('rises with volatility, between intrinsic value and its bound', () => {
    fc.assert(
      fc.property(fc.boolean(), moneyness, years, volatility, (isCall, x, t, sigma) => {
        const strike = 100 * Math.exp(x)
        const intrinsic = Math.max(isCall ? 100 - strike : strike - 100, 0)

        const lower = blackPrice(isCall, 100, strike, t, sigma, 1)
        const higher = blackPrice(isCall, 100, strike, t, sigma * 1.01, 1)

        expect(lower).toBeGreaterThanOrEqual(intrinsic)
        expect(higher).toBeGreaterThanOrEqual(lower)
        expect(higher).toBeLessThanOrEqual(isCall ? 100 : strike)
      }),
    )
  })

  it('is convex in the strike', () => {
    fc.assert(
      fc.property(fc.boolean(), moneyness, years, volatility, (isCall, x, t, sigma) => {
        const strike = 100 * Math.exp(x)
        const at = (k: number) => blackPrice(isCall, 100, k, t, sigma, 1)

        const fold = at(strike * 1.02) - 2 * at(strike * 1.01) + at(strike)

        expect(fold).toBeGreaterThanOrEqual(-1e-13 * strike)
      }),
    )
  })

  it('is the discounted intrinsic value without time or volatility', () => {
    expect(blackPrice(true, 110, 100, 0, 0.2, 0.9)).toBe(9)
    expect(blackPrice(true, 110, 100, -1, 0.2, 0.9)).toBe(9)
    expect(blackPrice(false, 90, 100, 1, 0, 0.9)).toBe(9)
    expect(blackPrice(false, 110, 100, 0, 0.2, 0.9)).toBe(0)
  })

  it('reaches its bounds at infinite volatility', () => {
    expect(blackPrice(true, 110, 100, 1, Number.POSITIVE_INFINITY, 0.9)).toBe(99)
    expect(blackPrice(false, 110, 100, 1, Number.POSITIVE_INFINITY, 0.9)).toBe(90)
  })

  it.each<[string, Parameters<typeof blackPrice>]>([
    ['volatility', [true, 100, 100, 1, -0.1, 1]],
    ['volatility unknown', [true, 100, 100, 1, Number.NaN, 1]],
    ['forward', [true, 0, 100, 1, 0.1, 1]],
    ['strike', [true, 100, -1, 1, 0.1, 1]],
    ['strike infinite', [true, 100, Number.POSITIVE_INFINITY, 1, 0.1, 1]],
    ['time unknown', [true, 100, 100, Number.NaN, 0.1, 1]],
    ['discount factor', [true, 100, 100, 1, 0.1, 0]],
  ])('is unknown for an impossible %s', (_, input) => {
    expect(blackPrice(...input)).toBeNaN()
  })

  it('survives strikes and forwards at the ends of the number range', () => {
    expect(blackPrice(true, 100, 1e-300, 1, 0.3, 1)).toBe(100)
    expect(blackPrice(false, 100, 1e-300, 1, 0.3, 1)).toBe(0)
    expect(blackPrice(true, 1e250, 1e250, 1, 0.2, 1) / 1e250).toBeCloseTo(0.0796556745540579, 14)
  })
})

describe('log moneyness', () => {
  it('keeps every digit near the money', () => {
    expect(logMoneyness(128 + 2 ** -13, 128)).toBeCloseTo(Math.log1p(2 ** -20), 21)
    expect(logMoneyness(100, 100)).toBe(0)
  })

  it('joins its series to the logarithm without a step', () => {
    for (const ratio of [0.9801, 0.9803, 1.0201, 1.0203]) {
      expect(Math.abs(logMoneyness(100 * ratio, 100) - Math.log(ratio))).toBeLessThan(3e-16)
    }
  })
})
