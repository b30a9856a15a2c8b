import { describe, expect, it } from 'vitest'
import { evaluateAmericanGreeks, invertAmericanVolatilities } from '../../../src/pricing/american/american-columns.ts'
import { type CashDividend, gridTable } from '../../../src/pricing/american/grid-table.ts'
import { type ExpirationTerms, greekColumns } from '../../../src/pricing/contract-columns.ts'
import { IV_STATUSES } from '../../../src/pricing/european/implied-volatility.ts'
import { americanDividendPrice, type DividendContract } from '../../oracles/american-dividend-pde.ts'
import { expirationTerms } from '../../oracles/expiration-terms.ts'
import { sharedDataExists } from '../../support/market/shared-data.ts'
import { miss, misses, readVectors } from '../../support/market/vectors.ts'

interface Escrowed {
  readonly contract: DividendContract
  readonly dividends: readonly CashDividend[]
}

const worth = (dividends: readonly CashDividend[], rate: number) =>
  dividends.reduce((sum, { years, amount }) => sum + amount * Math.exp(-rate * years), 0)

function termsOf({ contract, dividends }: Escrowed): ExpirationTerms {
  const { spot, yearsToExpiry, rate, dividendYield } = contract
  const dividendValue = worth(dividends, rate)
  const net = spot - dividendValue
  const forward = net * Math.exp((rate - dividendYield) * yearsToExpiry)
  const terms = expirationTerms(net, Float64Array.of(forward), Float64Array.of(rate), Float64Array.of(yearsToExpiry))
  return { ...terms, dividendValue }
}

/** Price and greeks of one contract from a table for a range of volatilities and strikes around it. */
function fromTable({ contract, dividends }: Escrowed) {
  const { isCall, strike, volatility, yearsToExpiry, rate, dividendYield } = contract
  const terms = termsOf({ contract, dividends })
  const table = gridTable(
    { isCall, yearsToExpiry, rate, dividendYield, dividends },
    {
      volatility: { low: 0.6 * volatility, high: 1.7 * volatility },
      strike: { low: 0.9 * strike, high: 1.1 * strike },
    },
    true,
  )
  const tables = { calls: [isCall ? table : null], puts: [isCall ? null : table] }
  const rows = {
    count: 1,
    expirationIndex: Uint16Array.of(0),
    isCall: Uint8Array.of(isCall ? 1 : 0),
    strike: Float64Array.of(strike),
  }
  const out = greekColumns(1)
  evaluateAmericanGreeks(terms, tables, rows, Float64Array.of(volatility), out)
  const found = new Float64Array(1)
  const status = new Uint8Array(1)
  invertAmericanVolatilities(terms, tables, rows, out.price, found, status)
  const value = (column: Float64Array) => column[0] ?? Number.NaN
  return {
    price: value(out.price),
    delta: value(out.delta),
    gamma: value(out.gamma),
    vega: value(out.vega),
    rho: value(out.rho),
    volatility: value(found),
    status: IV_STATUSES[status[0] ?? 0],
  }
}

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

function caseOf(row: DividendCase) {
  const contract: DividendContract = {
    isCall: row.type === 'call',
    spot: row.S,
    strike: row.K,
    yearsToExpiry: row.T,
    volatility: row.sigma,
    rate: row.r,
    dividendYield: 0,
  }
  return { contract, dividends: row.dividendDays.map((days) => ({ years: days / 365, amount: row.dividendAmount })) }
}

interface DividendCase {
  readonly i: number
  readonly type: 'call' | 'put'
  readonly S: number
  readonly K: number
  readonly T: number
  readonly r: number
  readonly sigma: number
  readonly dividendDays: readonly number[]
  readonly dividendAmount: number
  readonly escrowedModel: { readonly price: number; readonly delta: number; readonly gamma: number }
}

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
