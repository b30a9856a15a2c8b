import { describe, expect, it } from 'vitest'
import { type ContractRows, greekColumns, invertVolatilities } from '../../src/pricing/contract-columns.ts'
import { blackPrice } from '../../src/pricing/european/black.ts'
import { evaluateGreeks } from '../../src/pricing/european/greek-columns.ts'
import { IV_STATUSES } from '../../src/pricing/european/implied-volatility.ts'
import { blackGreeks } from '../oracles/black-greeks.ts'
import { expirationTerms } from '../oracles/expiration-terms.ts'
import { miss, misses } from '../support/market/vectors.ts'

const SPOT = 5000
const YEARS = [10 / 525_600, 1 / 365, 30 / 365, 1, 4]
const FORWARDS = YEARS.map((years) => SPOT * Math.exp(0.027 * years))

const terms = expirationTerms(
  SPOT,
  Float64Array.from(FORWARDS),
  new Float64Array(YEARS.length).fill(0.041),
  Float64Array.from(YEARS),
)

/** Calls and puts side by side from six standard deviations below the forward to six above, 1,250 rows. */
function ladder(): { rows: ContractRows; volatility: Float64Array } {
  const entries = YEARS.flatMap((years, expiration) =>
    Array.from({ length: 125 }, (_, k) => {
      const distance = (k - 62) / 10
      const sigma = 0.16 - 0.02 * distance + 0.004 * distance ** 2
      const strike = (FORWARDS[expiration] ?? 0) * Math.exp(distance * sigma * Math.sqrt(years))
      return [1, 0].map((isCall) => ({ expiration, isCall, strike, sigma }))
    }).flat(),
  )
  return {
    rows: {
      count: entries.length,
      expirationIndex: Uint16Array.from(entries, (row) => row.expiration),
      isCall: Uint8Array.from(entries, (row) => row.isCall),
      strike: Float64Array.from(entries, (row) => row.strike),
    },
    volatility: Float64Array.from(entries, (row) => row.sigma),
  }
}

function single(strike: number, isCall: boolean, expiration = 3): ContractRows {
  return {
    count: 1,
    expirationIndex: Uint16Array.of(expiration),
    isCall: Uint8Array.of(isCall ? 1 : 0),
    strike: Float64Array.of(strike),
  }
}

describe('pass over columns', () => {
  it('prices every row as the formula for one contract does', () => {
    const { rows, volatility } = ladder()
    const out = greekColumns(rows.count)

    evaluateGreeks(terms, rows, volatility, out)

    const lines = Array.from(volatility, (sigma, i) => {
      const e = rows.expirationIndex[i] ?? 0
      const strike = rows.strike[i] ?? 0
      const exact = blackPrice(
        rows.isCall[i] === 1,
        FORWARDS[e] ?? 0,
        strike,
        YEARS[e] ?? 0,
        sigma,
        Math.exp(-0.041 * (YEARS[e] ?? 0)),
      )
      return miss({ i, e, strike, sigma }, 'price', exact, out.price[i] ?? Number.NaN, 2e-15 * SPOT)
    })
    expect(misses(lines)).toEqual([])
  })

  it('gives a row the same numbers alone and in company', () => {
    const { rows, volatility } = ladder()
    const out = greekColumns(rows.count)

    evaluateGreeks(terms, rows, volatility, out)

    for (const i of [0, 1, 249, 250, 511, 512, 513, 1023, 1024, 1249]) {
      const e = rows.expirationIndex[i] ?? 0
      const alone = blackGreeks(
        rows.isCall[i] === 1,
        SPOT,
        FORWARDS[e] ?? 0,
        rows.strike[i] ?? 0,
        YEARS[e] ?? 0,
        volatility[i] ?? 0,
        0.041,
      )
      const together = Object.fromEntries(Object.entries(out).map(([name, column]) => [name, column[i]]))
      expect(together).toEqual(alone)
    }
  })

  it('recovers every volatility from the out-of-the-money side', () => {
    const { rows, volatility } = ladder()
    const out = greekColumns(rows.count)
    const price = new Float64Array(rows.count)
    for (let i = 0; i < rows.count; i++) {
      const e = rows.expirationIndex[i] ?? 0
      const strike = rows.strike[i] ?? 0
      const outOfTheMoney = (rows.isCall[i] === 1) === strike >= (FORWARDS[e] ?? 0)
      const discount = Math.exp(-0.041 * (YEARS[e] ?? 0))
      price[i] = outOfTheMoney
        ? blackPrice(rows.isCall[i] === 1, FORWARDS[e] ?? 0, strike, YEARS[e] ?? 0, volatility[i] ?? 0, discount)
        : Number.NaN
    }
    const solved = new Float64Array(rows.count)
    const status = new Uint8Array(rows.count)

    invertVolatilities(terms, rows, price, solved, status)

    const lines = Array.from(solved, (sigma, i) => {
      if (Number.isNaN(price[i])) {
        return Number.isNaN(sigma) && IV_STATUSES[status[i] ?? 0] === 'invalid_input' ? null : `row ${i} was inverted`
      }
      return miss({ i }, 'volatility', volatility[i] ?? 0, sigma, 1e-13)
    })
    expect(misses(lines)).toEqual([])
    expect(out.price).toHaveLength(rows.count)
  })

  it('keeps calls and puts of a strike in step', () => {
    const { rows, volatility } = ladder()
    const out = greekColumns(rows.count)

    evaluateGreeks(terms, rows, volatility, out)

    for (let i = 0; i < rows.count; i += 2) {
      const dividendFactor = terms.dividendFactor[rows.expirationIndex[i] ?? 0] ?? 0
      expect(out.gamma[i]).toBe(out.gamma[i + 1])
      expect(out.vega[i]).toBe(out.vega[i + 1])
      expect(out.vanna[i]).toBe(out.vanna[i + 1])
      expect(out.volga[i]).toBe(out.volga[i + 1])
      expect((out.delta[i] ?? 0) - (out.delta[i + 1] ?? 0)).toBeCloseTo(dividendFactor, 14)
      expect(out.gamma[i]).toBeGreaterThanOrEqual(0)
    }
  })

  it('does not mix strikes that differ in volatility alone', () => {
    const rows = {
      ...single(5000, true),
      count: 2,
      expirationIndex: Uint16Array.of(3, 3),
      isCall: Uint8Array.of(1, 1),
      strike: Float64Array.of(5000, 5000),
    }
    const out = greekColumns(2)

    evaluateGreeks(terms, rows, Float64Array.of(0.1, 0.2), out)

    expect(out.price[1]).toBeGreaterThan((out.price[0] ?? 0) * 1.3)
  })

  it('does not mix expirations that share strike and volatility', () => {
    const rows = {
      count: 2,
      expirationIndex: Uint16Array.of(2, 3),
      isCall: Uint8Array.of(1, 1),
      strike: Float64Array.of(5000, 5000),
    }
    const out = greekColumns(2)

    evaluateGreeks(terms, rows, Float64Array.of(0.2, 0.2), out)

    expect(out.price[1]).toBeGreaterThan((out.price[0] ?? 0) * 2)
  })
})

describe('rows without an answer', () => {
  it('are unknown where the volatility is', () => {
    const out = greekColumns(1)

    for (const sigma of [Number.NaN, -0.1]) {
      evaluateGreeks(terms, single(5000, true), Float64Array.of(sigma), out)

      for (const column of Object.values(out)) expect(column[0]).toBeNaN()
    }
  })

  it('are unknown at and after expiry', () => {
    for (const years of [0, -0.01, Number.NaN]) {
      const expired = expirationTerms(SPOT, Float64Array.of(SPOT), Float64Array.of(0.04), Float64Array.of(years))
      const out = greekColumns(1)

      evaluateGreeks(expired, single(4900, true, 0), Float64Array.of(0.2), out)

      for (const column of Object.values(out)) expect(column[0]).toBeNaN()
    }
  })

  it('have a volatility but no greeks without a spot', () => {
    const blind = expirationTerms(Number.NaN, Float64Array.of(5000), Float64Array.of(0.04), Float64Array.of(0.5))
    const price = Float64Array.of(blackPrice(true, 5000, 5100, 0.5, 0.2, Math.exp(-0.02)))
    const volatility = new Float64Array(1)
    const out = greekColumns(1)

    invertVolatilities(blind, single(5100, true, 0), price, volatility, new Uint8Array(1))
    evaluateGreeks(blind, single(5100, true, 0), volatility, out)

    expect(volatility[0]).toBeCloseTo(0.2, 13)
    expect(out.delta[0]).toBeNaN()
  })

  it('overwrite what stood in the columns before', () => {
    const out = greekColumns(1)
    for (const column of Object.values(out)) column.fill(7)
    const volatility = Float64Array.of(7)
    const status = Uint8Array.of(7)

    invertVolatilities(terms, single(5000, true), Float64Array.of(Number.NaN), volatility, status)
    evaluateGreeks(terms, single(5000, true), volatility, out)

    expect(volatility[0]).toBeNaN()
    expect(IV_STATUSES[status[0] ?? 0]).toBe('invalid_input')
    for (const column of Object.values(out)) expect(column[0]).toBeNaN()
  })
})

describe('limits', () => {
  it('keep the delta of a contract in the money at volatility zero', () => {
    const out = greekColumns(1)
    const dividendFactor = terms.dividendFactor[3] ?? 0
    const discountFactor = terms.discountFactor[3] ?? 0

    evaluateGreeks(terms, single(4000, true), Float64Array.of(0), out)

    expect(out.delta[0]).toBe(dividendFactor)
    expect(out.price[0]).toBeCloseTo(SPOT * dividendFactor - 4000 * discountFactor, 10)
    expect({ gamma: out.gamma[0], vega: out.vega[0], volga: out.volga[0] }).toEqual({ gamma: 0, vega: 0, volga: 0 })
    expect(out.vanna[0]).toBeCloseTo(0, 15)
    expect(Object.values(out).every((column) => Number.isFinite(column[0]))).toBe(true)
  })

  it('leave nothing of a contract out of the money at volatility zero', () => {
    const out = greekColumns(1)

    evaluateGreeks(terms, single(6000, true), Float64Array.of(0), out)

    for (const column of Object.values(out)) expect(Math.abs(column[0] ?? Number.NaN)).toBe(0)
  })

  it('stay finite for every strike and volatility that a feed could send', () => {
    for (const strike of [1e-9, 0.01, 4999.99, 5000, 1e5, 1e12]) {
      for (const sigma of [1e-12, 1e-4, 0.05, 3, 80]) {
        for (const expiration of YEARS.keys()) {
          const out = greekColumns(1)

          evaluateGreeks(terms, single(strike, false, expiration), Float64Array.of(sigma), out)

          const values = Object.entries(out).map(([name, column]) => [name, Number.isFinite(column[0])])
          expect(values, `${strike} ${sigma} ${expiration}`).toEqual(Object.keys(out).map((name) => [name, true]))
        }
      }
    }
  })
})
