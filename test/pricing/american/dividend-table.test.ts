import { describe, expect, it } from 'vitest'
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
