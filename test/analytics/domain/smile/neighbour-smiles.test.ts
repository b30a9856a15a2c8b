import { describe, expect, it } from 'vitest'
import { optionRow } from '../../../../src/analytics/domain/chain/option-chain-rows.ts'
import { valuedChain } from '../../../../src/analytics/domain/valuation/chain-valuation.ts'
import { syntheticChain } from '../../../support/market/synthetic-chain.ts'

/** Total variance 0.01 + 0.04·T at every strike. */
const volatility = (_strike: number, years: number) => Math.sqrt(0.01 / years + 0.04)

function unquoted(expirationDate: string) {
  const chain = syntheticChain({
    volatility,
    change: (row) => (row.expirationDate === expirationDate ? { ...row, bid: 0, ask: 0 } : row),
  })
  const valued = valuedChain(chain)
  const own = valued.expirations.find((expiration) => expiration.expirationDate === expirationDate)!
  const symbolOf = (strike: number) => `XSP   ${expirationDate.slice(2).replaceAll('-', '')}C00${strike}000`
  return {
    years: own.yearsToExpiry,
    rowAt: (strike: number) => optionRow(valued, chain.contracts.optionSymbols.indexOf(symbolOf(strike))),
  }
}

describe('an expiration without any quote', () => {
  it('takes its volatilities from the smiles before and after it, linear in total variance', () => {
    const { rowAt, years } = unquoted('2027-01-15')

    for (const strike of [560, 600, 640]) {
      expect(rowAt(strike).implied_volatility).toBeCloseTo(volatility(strike, years), 3)
      expect(rowAt(strike)).toMatchObject({ iv_status: 'interpolated', iv_origin: 'interpolated' })
      expect(rowAt(strike).theoretical_price).toBeGreaterThan(0)
    }
  })

  it('takes the volatility of its only neighbour, and says that it is extrapolated', () => {
    const { rowAt } = unquoted('2027-03-19')
    const neighbour = unquoted('2027-03-19').years - 63 / 365

    expect(rowAt(600).implied_volatility).toBeCloseTo(volatility(600, neighbour), 3)
    expect(rowAt(600).iv_origin).toBe('extrapolated')
  })
})
