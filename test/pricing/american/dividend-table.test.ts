import { describe, expect, it } from 'vitest'
import { neverPays } from '../../../src/pricing/american/cash-dividends.ts'
import { exercisePremium } from '../../../src/pricing/american/exercise-premium.ts'
import { gridTable } from '../../../src/pricing/american/grid-table.ts'
import { PREMIUM, reading } from '../../../src/pricing/american/premium-reading.ts'
import { at } from '../../../src/pricing/column.ts'
import { americanDividendPrice, type DividendContract } from '../../oracles/american-dividend-pde.ts'
import { caseOf, type DividendCase, fromTable } from '../../support/market/dividend-vectors.ts'
import { sharedDataExists } from '../../support/market/shared-data.ts'
import { miss, misses, readVectors } from '../../support/market/vectors.ts'

describe.skipIf(!sharedDataExists)('tables of contracts with cash dividends', () => {
  it('price the escrowed vectors within 2e-4 of the spot, and find their volatility again', {
    timeout: 120_000,
  }, () => {
    const { cases } = readVectors<{ cases: readonly DividendCase[] }>('c_american_discrete_dividends.json')

    const lines = cases.flatMap((row) => {
      const { contract, dividends } = caseOf(row)
      const found = fromTable({ contract, dividends })
      const intrinsic = contract.isCall ? row.S - row.K : row.K - row.S
      const held = found.price > Math.max(intrinsic, 0) + 1e-3 * row.S
      return [
        miss(row, 'price', row.escrowedModel.price, found.price, 2e-4 * row.S),
        miss(row, 'delta', row.escrowedModel.delta, found.delta, 1e-3),
        held && found.vega > 1e-4 * row.S ? miss(row, 'volatility', row.sigma, found.volatility, 1e-6) : null,
      ]
    })

    expect(cases).toHaveLength(150)
    expect(misses(lines)).toEqual([])
  })

  it('find the gammas of the contracts nearest to exercise, and no delta beyond that of an exercised one', () => {
    const { cases } = readVectors<{ cases: readonly DividendCase[] }>('c_american_discrete_dividends.json')

    const found = cases.map((row) => ({ row, ...fromTable(caseOf(row)) }))

    // Within a grid step of the exercise boundary, where gamma jumps to 0.
    const near = found.filter(({ row }) => [21, 134, 145, 148].includes(row.i))
    for (const { row, gamma } of near) {
      expect(Math.abs(gamma / row.escrowedModel.gamma - 1), `case ${row.i}`).toBeLessThan(0.05)
    }
    expect(found.filter(({ delta }) => Math.abs(delta) > 1)).toEqual([])
  })
})

describe('a table of contracts with cash dividends', () => {
  const terms = {
    isCall: false,
    yearsToExpiry: 0.5,
    rate: 0.04,
    dividendYield: 0,
    dividends: [{ years: 0.1, amount: 2 }],
  }
  const range = { volatility: { low: 0.1, high: 2 }, strike: { low: 20, high: 400 } }

  it('solves only the places around what is read, with rate slopes only where rho is', () => {
    const table = gridTable(terms, range)
    exercisePremium(table, 0.02, 0.3, 100)
    const places = table.solved.filter((state) => state > 0).length
    const value = at(reading, PREMIUM)
    exercisePremium(table, 0.02, 0.3, 100, true)
    exercisePremium(table, 0.02, 0.3, 100)

    expect(places).toBe(16)
    expect(table.solved.filter((state) => state > 0)).toHaveLength(16)
    expect(table.solved.filter((state) => state > 1)).toHaveLength(4)
    expect(at(reading, PREMIUM)).toBe(value)
    expect(table.solved.length).toBeGreaterThan(16 * 10)
  })

  it('has the same premiums whatever was read before', () => {
    const [one, other] = [gridTable(terms, range), gridTable(terms, range)]
    for (const strike of [60, 100, 250, 90]) exercisePremium(other, Math.log(100 / strike), 0.4, strike, true)
    exercisePremium(one, 0.02, 0.3, 98, true)
    const first = reading.slice()
    exercisePremium(other, 0.02, 0.3, 98, true)

    expect(first[PREMIUM]).toBeGreaterThan(0)
    expect([...reading]).toEqual([...first])
  })

  it('prices strikes and volatilities beyond its lattice too', () => {
    const narrow = gridTable(terms, { volatility: { low: 0.28, high: 0.32 }, strike: { low: 98, high: 102 } })
    const wide = gridTable(terms, range)
    const premium = (table: typeof wide, strike: number, volatility: number) => {
      exercisePremium(table, Math.log(100 / strike), volatility, strike)
      return at(reading, PREMIUM)
    }

    for (const [strike, volatility] of [
      [160, 0.3],
      [100, 0.9],
      [130, 0.15],
    ] as const) {
      expect(premium(wide, strike, volatility)).toBeGreaterThan(1e-4)
      expect(Math.abs(premium(narrow, strike, volatility) - premium(wide, strike, volatility))).toBeLessThan(2e-4)
    }
  })
})

describe('exercise of a call before an ex-date', () => {
  const call = { isCall: true, yearsToExpiry: 0.5, rate: 0.04, dividendYield: 0 }
  /** Interest on 100 USD from the ex-date to expiry: 1.59 USD. */
  const dividend = (amount: number) => ({ ...call, dividends: [{ years: 0.1, amount }] })

  it('never pays when the dividend is less than the interest on the strike until the next one or expiry', () => {
    expect(neverPays(dividend(1.58), 100)).toBe(true)
    expect(neverPays(dividend(1.6), 100)).toBe(false)
    const also = { years: 0.45, amount: 0.1 }
    expect(neverPays({ ...call, dividends: [{ years: 0.1, amount: 1.3 }, also] }, 100)).toBe(true)
    expect(neverPays({ ...call, dividends: [{ years: 0.1, amount: 1.5 }, also] }, 100)).toBe(false)
  })

  it('may pay at any dividend where holding the share earns a yield, the rate is negative, or the right is a put', () => {
    expect(neverPays({ ...dividend(0.1), dividendYield: 0.001 }, 100)).toBe(false)
    expect(neverPays({ ...dividend(0.1), rate: -0.01 }, 100)).toBe(false)
    expect(neverPays({ ...dividend(0.1), isCall: false }, 100)).toBe(false)
  })

  it('has no premium where it never pays, and one where it does', () => {
    const premium = (amount: number) => {
      exercisePremium(
        gridTable(dividend(amount), { volatility: { low: 0.1, high: 1 }, strike: { low: 80, high: 120 } }),
        -0.2,
        0.2,
        100,
      )
      return at(reading, PREMIUM)
    }

    expect(premium(1.2)).toBe(0)
    expect(premium(3)).toBeGreaterThan(1e-3)
  })
})

describe('a call in the money before an ex-date', () => {
  const contract: DividendContract = {
    isCall: true,
    spot: 100,
    strike: 90,
    yearsToExpiry: 60 / 365,
    volatility: 0.28,
    rate: 0.04,
    dividendYield: 0,
  }
  const dividends = [{ years: 2 / 365, amount: 1.5 }]

  it('has the greeks of the finite differences', () => {
    const found = fromTable({ contract, dividends })

    const oracle = (change: Partial<DividendContract>) =>
      americanDividendPrice({ ...contract, ...change }, dividends, 'escrowed', { spaceSteps: 2000, timeSteps: 1000 })
    const truth = oracle({})
    const vega = (oracle({ volatility: 0.285 }).price - oracle({ volatility: 0.275 }).price) / 1
    const rho = (oracle({ rate: 0.041 }).price - oracle({ rate: 0.039 }).price) / 0.2
    expect(Math.abs(found.price - truth.price)).toBeLessThan(1e-2)
    expect(Math.abs(found.delta - truth.delta)).toBeLessThan(3e-3)
    expect(Math.abs(found.gamma / truth.gamma - 1)).toBeLessThan(0.03)
    expect(Math.abs(found.vega - vega)).toBeLessThan(2e-3)
    expect(Math.abs(found.rho - rho)).toBeLessThan(3e-3)
  })

  it('is exercised at once when nothing but the dividend is left to gain', () => {
    const deep = fromTable({ contract: { ...contract, strike: 60, yearsToExpiry: 20 / 365 }, dividends })
    const truth = americanDividendPrice({ ...contract, strike: 60, yearsToExpiry: 20 / 365 }, dividends, 'escrowed')

    expect(Math.abs(deep.price - truth.price)).toBeLessThan(1e-2)
    expect(Math.abs(deep.delta - 1)).toBeLessThan(2e-3)
  })
})
