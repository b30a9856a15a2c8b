import { describe, expect, it } from 'vitest'
import { blackPrice } from '../../src/pricing/european/black.ts'
import { americanDividendPrice, type DividendContract } from './american-dividend-pde.ts'
import { americanPrice } from './american-price.ts'

const call: DividendContract = {
  isCall: true,
  spot: 100,
  strike: 90,
  yearsToExpiry: 0.4,
  volatility: 0.22,
  rate: 0.04,
  dividendYield: 0,
}
const put: DividendContract = { ...call, isCall: false, strike: 105 }
const models = ['spot', 'escrowed'] as const

describe('American options with cash dividends', () => {
  it.each(models)('without dividends are plain American options (%s)', (model) => {
    for (const contract of [put, { ...call, dividendYield: 0.07 }]) {
      const { price, delta } = americanDividendPrice(contract, [], model)

      const { isCall, spot, strike, yearsToExpiry, volatility, rate, dividendYield } = contract
      const at = (s: number) => americanPrice(isCall, s, strike, yearsToExpiry, volatility, rate, dividendYield)
      expect(Math.abs(price - at(spot))).toBeLessThan(1e-3)
      expect(Math.abs(delta - (at(spot + 0.05) - at(spot - 0.05)) / 0.1)).toBeLessThan(1e-3)
    }
  })

  it('price a European-like escrowed call by its closed form when exercise does not pay', () => {
    const small = { ...call, strike: 120, rate: 0.05 }
    const worth = 0.2 * Math.exp(-0.05 * 0.1)

    const { price } = americanDividendPrice(small, [{ years: 0.1, amount: 0.2 }], 'escrowed')

    const forward = (100 - worth) * Math.exp(0.05 * 0.4)
    expect(Math.abs(price - blackPrice(true, forward, 120, 0.4, 0.22, Math.exp(-0.02)))).toBeLessThan(1e-3)
  })

  it.each(models)('make a call cheaper and a put dearer the larger the dividend (%s)', (model) => {
    const amounts = [0, 0.5, 1, 2, 4]
    const calls = amounts.map((amount) => americanDividendPrice(call, [{ years: 0.2, amount }], model).price)
    const puts = amounts.map((amount) => americanDividendPrice(put, [{ years: 0.2, amount }], model).price)

    expect(calls).toEqual(calls.toSorted((a, b) => b - a))
    expect(puts).toEqual(puts.toSorted((a, b) => a - b))
    expect((puts[4] ?? 0) - (puts[0] ?? 0)).toBeGreaterThan(1)
  })

  it('exercise a call in the money at once when the dividend of tomorrow is worth more than what is left', () => {
    const deep = { ...call, strike: 70, yearsToExpiry: 0.1 }

    const { price, delta } = americanDividendPrice(deep, [{ years: 1 / 365, amount: 5 }], 'spot')

    expect(price).toBeGreaterThanOrEqual(30)
    expect(price).toBeLessThan(30.05)
    expect(delta).toBeCloseTo(1, 2)
  })

  it.each(models)('never fall below exercise at once (%s)', (model) => {
    for (const spot of [60, 80, 100, 120, 160]) {
      for (const contract of [
        { ...call, spot },
        { ...put, spot },
      ]) {
        const { price } = americanDividendPrice(
          contract,
          [
            { years: 0.1, amount: 2 },
            { years: 0.3, amount: 2 },
          ],
          model,
        )

        expect(price).toBeGreaterThanOrEqual(Math.max(contract.isCall ? spot - 90 : 105 - spot, 0))
      }
    }
  })

  it.each(models)('ignore dividends that are paid or come after expiry, in any order (%s)', (model) => {
    const relevant = [
      { years: 0.1, amount: 1 },
      { years: 0.3, amount: 1.5 },
    ]
    const others = [
      { years: -0.1, amount: 3 },
      { years: 0, amount: 3 },
      { years: 0.4, amount: 3 },
      { years: 1, amount: 3 },
    ]

    const alone = americanDividendPrice(put, relevant, model)
    const mixed = americanDividendPrice(put, [...others, ...relevant.toReversed()], model)

    expect(mixed).toEqual(alone)
  })

  it('survive a dividend larger than the lowest spots of the grid', () => {
    for (const contract of [
      { ...call, volatility: 1.5, yearsToExpiry: 2 },
      { ...put, volatility: 1.5, yearsToExpiry: 2 },
    ]) {
      const { price, delta, gamma } = americanDividendPrice(contract, [{ years: 1, amount: 30 }], 'spot')

      expect(price).toBeGreaterThan(10)
      expect(price).toBeLessThan(105)
      expect(Math.abs(delta)).toBeLessThan(1)
      expect(gamma).toBeGreaterThan(0)
    }
  })

  it.each([
    ['spot', { spot: 0 }],
    ['strike', { strike: Number.NaN }],
    ['time', { yearsToExpiry: 0 }],
    ['volatility', { volatility: 0 }],
    ['rate', { rate: Number.POSITIVE_INFINITY }],
  ])('are unknown for an impossible %s', (_, change) => {
    const { price, delta, gamma } = americanDividendPrice({ ...put, ...change }, [], 'spot')

    expect({ price, delta, gamma }).toEqual({ price: Number.NaN, delta: Number.NaN, gamma: Number.NaN })
  })

  it('have a smooth gamma at the strike on few time steps', () => {
    const atTheMoney = { ...put, strike: 100 }
    const at = (s: number) => americanPrice(false, s, 100, 0.4, 0.22, 0.04, 0)
    const exact = (at(100.5) - 2 * at(100) + at(99.5)) / 0.25

    const { gamma } = americanDividendPrice(atTheMoney, [], 'spot', { spaceSteps: 1600, timeSteps: 12 })

    expect(Math.abs(gamma / exact - 1)).toBeLessThan(0.02)
  })

  it('are unknown when the dividends are worth more than the spot', () => {
    expect(americanDividendPrice(put, [{ years: 0.1, amount: 101 }], 'escrowed').price).toBeNaN()
  })
})
