import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PER_CALENDAR_DAY, PER_RATE_POINT, PER_VOLATILITY_POINT } from '../../../src/pricing/european/black.ts'
import { blackGreeks } from '../../oracles/black-greeks.ts'

const contract = fc.record({
  isCall: fc.boolean(),
  moneyness: fc.double({ min: -2.5, max: 2.5, noNaN: true }),
  years: fc.double({ min: 0.02, max: 3, noNaN: true }),
  sigma: fc.double({ min: 0.08, max: 1, noNaN: true }),
  rate: fc.double({ min: -0.02, max: 0.08, noNaN: true }),
  dividendYield: fc.double({ min: -0.03, max: 0.08, noNaN: true }),
})

/** Greeks as a function of spot, volatility, rate and time, the yield held. */
function at(isCall: boolean, strike: number, yields: number, spot: number, sigma: number, rate: number, years: number) {
  return blackGreeks(isCall, spot, spot * Math.exp((rate - yields) * years), strike, years, sigma, rate)
}

describe('greeks', () => {
  it('are the derivatives of price, delta and vega by spot, volatility, rate and time, in the units of the wire', () => {
    fc.assert(
      fc.property(contract, ({ isCall, moneyness, years, sigma, rate, dividendYield }) => {
        const s = sigma * Math.sqrt(years)
        const strike = 100 * Math.exp(moneyness * s)
        const bump = (spot: number, vol: number, r: number, t: number) =>
          at(isCall, strike, dividendYield, 100 + spot, sigma + vol, rate + r, years + t)
        const here = bump(0, 0, 0, 0)
        const h = 1e-3 * s * 100
        const v = 1e-4 * sigma
        const t = 1e-4 * years
        const [up, down] = [bump(h, 0, 0, 0), bump(-h, 0, 0, 0)]
        const [wide, narrow] = [bump(0, v, 0, 0), bump(0, -v, 0, 0)]
        const [later, sooner] = [bump(0, 0, 0, -t), bump(0, 0, 0, t)]

        const slopes = {
          delta: (up.price - down.price) / (2 * h),
          gamma: (up.delta - down.delta) / (2 * h),
          vega: ((wide.price - narrow.price) / (2 * v)) * PER_VOLATILITY_POINT,
          vanna: ((wide.delta - narrow.delta) / (2 * v)) * PER_VOLATILITY_POINT,
          volga: (wide.vega - narrow.vega) / (2 * v),
          theta: ((later.price - sooner.price) / (2 * t)) * PER_CALENDAR_DAY,
          charm: ((later.delta - sooner.delta) / (2 * t)) * PER_CALENDAR_DAY,
          rho: ((bump(0, 0, 1e-5, 0).price - bump(0, 0, -1e-5, 0).price) / 2e-5) * PER_RATE_POINT,
        }

        const scales = {
          delta: 1,
          gamma: 1 / (100 * s),
          vega: Math.sqrt(years),
          vanna: 0.01 / sigma,
          volga: Math.sqrt(years) / sigma,
          theta: (100 * PER_CALENDAR_DAY) / Math.min(years, 1),
          charm: PER_CALENDAR_DAY / years,
          rho: years,
        }
        for (const name of Object.keys(scales) as (keyof typeof scales)[]) {
          expect(Math.abs(here[name] - slopes[name]) / scales[name], name).toBeLessThan(3e-5)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('obey the pricing equation: theta is what carry and curvature cost', () => {
    fc.assert(
      fc.property(contract, ({ isCall, moneyness, years, sigma, rate, dividendYield }) => {
        const strike = 100 * Math.exp(moneyness * sigma * Math.sqrt(years))

        const { price, delta, gamma, theta } = at(isCall, strike, dividendYield, 100, sigma, rate, years)

        const expected = rate * price - (rate - dividendYield) * 100 * delta - 0.5 * (sigma * 100) ** 2 * gamma
        expect(theta / PER_CALENDAR_DAY).toBeCloseTo(expected, 8)
      }),
    )
  })

  it('are unknown for input that is not a number', () => {
    for (const value of Object.values(blackGreeks(true, 100, 100, Number.NaN, 1, 0.2, 0.04))) expect(value).toBeNaN()
    for (const value of Object.values(blackGreeks(true, 100, 100, 100, 0, 0.2, 0.04))) expect(value).toBeNaN()
  })
})
