import { describe, expect, it } from 'vitest'
import { type ContractRows, greekColumns } from '../../src/pricing/contract-columns.ts'
import { evaluateGreeks } from '../../src/pricing/european/greek-columns.ts'
import { sumGamma } from '../../src/pricing/gamma-sum.ts'
import { expirationTerms } from '../oracles/expiration-terms.ts'

const years = Float64Array.of(2 / 365, 45 / 365, 1.2)
const rate = new Float64Array(3).fill(0.04)
const carry = 0.025

function termsAt(spot: number) {
  return expirationTerms(
    spot,
    years.map((t) => spot * Math.exp(carry * t)),
    rate,
    years,
  )
}

const strikes = Array.from({ length: 81 }, (_, k) => 80 + k / 2)
const rows: ContractRows = {
  count: 3 * strikes.length * 2,
  expirationIndex: Uint16Array.from({ length: 3 * strikes.length * 2 }, (_, i) => Math.floor(i / (strikes.length * 2))),
  isCall: Uint8Array.from({ length: 3 * strikes.length * 2 }, (_, i) => 1 - (i % 2)),
  strike: Float64Array.from(
    { length: 3 * strikes.length * 2 },
    (_, i) => strikes[Math.floor(i / 2) % strikes.length] ?? 0,
  ),
}
const volatility = rows.strike.map((strike) => 0.2 - 0.15 * Math.log(strike / 100))
const weight = rows.strike.map((strike, i) => (rows.isCall[i] === 1 ? 1 : -1) * (1000 + 37 * ((strike * 2) % 11)))
const spots = Float64Array.from({ length: 61 }, (_, j) => 80 + (40 * j) / 60)

function profile(of: ContractRows, sigma: Float64Array, weights: Float64Array): Float64Array {
  const out = new Float64Array(spots.length).fill(99)
  sumGamma(termsAt(100), of, sigma, weights, spots, out)
  return out
}

describe('gamma profile', () => {
  it('is the sum of gammas re-evaluated at every spot', () => {
    const out = profile(rows, volatility, weight)

    for (const [j, spot] of spots.entries()) {
      const greeks = greekColumns(rows.count)
      evaluateGreeks(termsAt(spot), rows, volatility, greeks)
      const expected = greeks.gamma.reduce((sum, gamma, i) => sum + gamma * (weight[i] ?? 0), 0)
      const gross = greeks.gamma.reduce((sum, gamma, i) => sum + gamma * Math.abs(weight[i] ?? 0), 0)
      expect(Math.abs((out[j] ?? 0) - expected)).toBeLessThan(2e-12 * gross)
    }
  })

  it('does not depend on the order of rows', () => {
    const order = [...rows.strike.keys()].sort((a, b) => ((a * 7919) % 486) - ((b * 7919) % 486))
    const shuffled: ContractRows = {
      count: rows.count,
      expirationIndex: Uint16Array.from(order, (i) => rows.expirationIndex[i] ?? 0),
      isCall: Uint8Array.from(order, (i) => rows.isCall[i] ?? 0),
      strike: Float64Array.from(order, (i) => rows.strike[i] ?? 0),
    }

    const out = profile(
      shuffled,
      Float64Array.from(order, (i) => volatility[i] ?? 0),
      Float64Array.from(order, (i) => weight[i] ?? 0),
    )

    const sorted = profile(rows, volatility, weight)
    for (const [j, value] of out.entries()) expect(Math.abs(value - (sorted[j] ?? 0))).toBeLessThan(1e-8)
  })

  it('leaves out rows whose weight or volatility is unknown or zero', () => {
    const holes = volatility.map((sigma, i) => (i % 3 === 0 ? Number.NaN : i % 3 === 1 ? 0 : sigma))
    const unknown = weight.map((value, i) => (i % 4 === 0 ? Number.NaN : value))
    const kept = weight.map((value, i) => (i % 3 === 2 && i % 4 !== 0 ? value : 0))

    const out = profile(rows, holes, unknown)

    const expected = profile(rows, volatility, kept)
    expect(out.some((value) => value !== 0)).toBe(true)
    for (const [j, value] of out.entries()) expect(value).toBeCloseTo(expected[j] ?? Number.NaN, 8)
  })

  it('is zero where every contract is more than eight standard deviations away', () => {
    const far: ContractRows = {
      count: 1,
      expirationIndex: Uint16Array.of(0),
      isCall: Uint8Array.of(1),
      strike: Float64Array.of(200),
    }

    const out = profile(far, Float64Array.of(0.2), Float64Array.of(1e9))

    expect([...out]).toEqual(new Array(61).fill(0))
  })
})
