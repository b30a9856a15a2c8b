import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blackPrice } from '../../../src/pricing/european/black.ts'
import { americanPrice } from '../../oracles/american-price.ts'

const contract = fc.record({
  isCall: fc.boolean(),
  moneyness: fc.double({ min: -0.6, max: 0.6, noNaN: true }),
  years: fc.double({ min: 0.003, max: 2.5, noNaN: true }),
  sigma: fc.double({ min: 0.06, max: 1.2, noNaN: true }),
  rate: fc.double({ min: 0.001, max: 0.09, noNaN: true }),
  dividendYield: fc.double({ min: 0.001, max: 0.09, noNaN: true }),
})

/** Independent and slow: a binomial tree, averaged over two depths. */
function byTree(
  isCall: boolean,
  spot: number,
  strike: number,
  years: number,
  sigma: number,
  r: number,
  q: number,
): number {
  const side = isCall ? 1 : -1
  const atDepth = (steps: number) => {
    const dt = years / steps
    const up = Math.exp(sigma * Math.sqrt(dt))
    const chance = (Math.exp((r - q) * dt) - 1 / up) / (up - 1 / up)
    const discount = Math.exp(-r * dt)
    const values = Array.from({ length: steps + 1 }, (_, i) =>
      Math.max(side * (spot * up ** (2 * i - steps) - strike), 0),
    )
    for (let level = steps - 1; level >= 0; level--) {
      for (let i = 0; i <= level; i++) {
        const held = discount * (chance * (values[i + 1] ?? 0) + (1 - chance) * (values[i] ?? 0))
        values[i] = Math.max(held, side * (spot * up ** (2 * i - level) - strike))
      }
    }
    return values[0] ?? Number.NaN
  }
  return (atDepth(600) + atDepth(601)) / 2
}

describe('American price', () => {
  it.each([
    ['put', false, 50, 50, 0.4167, 0.4, 0.1, 0],
    ['call with dividends', true, 100, 95, 1, 0.25, 0.03, 0.06],
  ] as const)('agrees with a tree for a %s', (_, isCall, spot, strike, years, sigma, rate, dividendYield) => {
    const price = americanPrice(isCall, spot, strike, years, sigma, rate, dividendYield)

    expect(Math.abs(price - byTree(isCall, spot, strike, years, sigma, rate, dividendYield))).toBeLessThan(
      2e-5 * strike,
    )
  })

  it('is worth at least the European option and exercise at once', () => {
    fc.assert(
      fc.property(contract, ({ isCall, moneyness, years, sigma, rate, dividendYield }) => {
        const strike = 100 * Math.exp(moneyness)
        const forward = 100 * Math.exp((rate - dividendYield) * years)

        const american = americanPrice(isCall, 100, strike, years, sigma, rate, dividendYield)

        const european = blackPrice(isCall, forward, strike, years, sigma, Math.exp(-rate * years))
        expect(american).toBeGreaterThanOrEqual(european)
        expect(american).toBeGreaterThanOrEqual(isCall ? 100 - strike : strike - 100)
        expect(american).toBeLessThanOrEqual(isCall ? 100 : strike)
      }),
    )
  })

  it('rises with volatility and with time', () => {
    fc.assert(
      fc.property(contract, ({ isCall, moneyness, years, sigma, rate, dividendYield }) => {
        const strike = 100 * Math.exp(moneyness)
        const price = (t: number, v: number) => americanPrice(isCall, 100, strike, t, v, rate, dividendYield)

        const here = price(years, sigma)

        expect(price(years, sigma * 1.05)).toBeGreaterThanOrEqual(here - 2e-4)
        expect(price(years * 1.05, sigma)).toBeGreaterThanOrEqual(here - 2e-4)
      }),
    )
  })

  it('is convex in the strike', () => {
    fc.assert(
      fc.property(contract, ({ isCall, moneyness, years, sigma, rate, dividendYield }) => {
        const strike = 100 * Math.exp(moneyness)
        const price = (k: number) => americanPrice(isCall, 100, k, years, sigma, rate, dividendYield)

        expect(price(strike * 1.1) - 2 * price(strike * 1.05) + price(strike)).toBeGreaterThanOrEqual(-2e-4)
      }),
    )
  })

  it('swaps call and put when spot and strike, rate and yield change places', () => {
    fc.assert(
      fc.property(contract, ({ moneyness, years, sigma, rate, dividendYield }) => {
        const strike = 100 * Math.exp(moneyness)

        const call = americanPrice(true, 100, strike, years, sigma, rate, dividendYield)
        const put = americanPrice(false, strike, 100, years, sigma, dividendYield, rate)

        expect(Math.abs(call - put)).toBeLessThan(1e-11 * strike)
      }),
    )
  })

  it('is the European price where exercise before expiry never pays', () => {
    const call = americanPrice(true, 100, 90, 1, 0.3, 0.05, 0)
    const put = americanPrice(false, 100, 110, 1, 0.3, 0, 0.03)

    expect(call).toBe(blackPrice(true, 100 * Math.exp(0.05), 90, 1, 0.3, Math.exp(-0.05)))
    expect(put).toBe(blackPrice(false, 100 * Math.exp(-0.03), 110, 1, 0.3, 1))
  })

  it('is intrinsic value where exercise at once is best', () => {
    expect(americanPrice(false, 40, 100, 0.5, 0.2, 0.05, 0)).toBe(60)
    expect(americanPrice(true, 300, 100, 0.5, 0.2, 0.01, 0.09)).toBe(200)
  })

  it('agrees with a tree between the two boundaries that negative rates can leave', () => {
    const price = americanPrice(false, 90, 100, 2, 0.15, -0.01, -0.03)
    const european = blackPrice(false, 90 * Math.exp(0.04), 100, 2, 0.15, Math.exp(0.02))

    expect(Math.abs(price - byTree(false, 90, 100, 2, 0.15, -0.01, -0.03))).toBeLessThan(2e-3)
    expect(price).toBeGreaterThan(european + 0.01)
  })

  it('at expiry and without volatility is what certainty pays', () => {
    expect(americanPrice(false, 90, 100, 0, 0.2, 0.05, 0)).toBe(10)
    expect(americanPrice(false, 90, 100, -1, 0.2, 0.05, 0)).toBe(10)
    expect(americanPrice(true, 90, 100, 1, 0, 0.2, 0)).toBeCloseTo(90 - 100 * Math.exp(-0.2), 12)
    expect(americanPrice(false, 90, 100, 20, 0, 0.05, 0.08)).toBeCloseTo(
      Math.max(...Array.from({ length: 20001 }, (_, i) => 100 * Math.exp(-5e-5 * i) - 90 * Math.exp(-8e-5 * i))),
      5,
    )
  })

  it.each<[string, Parameters<typeof americanPrice>]>([
    ['spot', [false, 0, 100, 1, 0.2, 0.05, 0]],
    ['strike', [false, 100, Number.NaN, 1, 0.2, 0.05, 0]],
    ['volatility', [false, 100, 100, 1, -0.2, 0.05, 0]],
    ['time', [false, 100, 100, Number.POSITIVE_INFINITY, 0.2, 0.05, 0]],
    ['rate', [false, 100, 100, 1, 0.2, Number.NaN, 0]],
  ])('is unknown for an impossible %s', (_, input) => {
    expect(americanPrice(...input)).toBeNaN()
  })
})
