import { describe, expect, it } from 'vitest'
import { contradictionWarnings } from '../../../../src/analytics/domain/chain/option-chain-rows.ts'
import { valuedChain } from '../../../../src/analytics/domain/valuation/chain-valuation.ts'
import type { ContractRow } from '../../../../src/market/domain/options/chain-builder.ts'
import { syntheticChain } from '../../../support/market/synthetic-chain.ts'

const CALL_560 = 'SPY   261218C00560000'

/** An American chain; `quote` changes the December call of strike 560. */
function valuedWith(quote: (row: ContractRow) => Partial<ContractRow>) {
  const chain = syntheticChain({
    root: 'SPY',
    dates: ['2026-12-18', '2027-01-15'],
    strikes: [540, 550, 560, 570, 580, 590, 600, 610, 620, 630, 640],
    change: (row) =>
      row.expirationDate === '2026-12-18' && row.optionType === 'call' && row.strike === 560
        ? { ...row, ...quote(row) }
        : row,
  })
  const valued = valuedChain(chain)
  const rowOf = (symbol: string) => chain.contracts.optionSymbols.indexOf(symbol)
  return { valued, priceOf: (symbol: string) => valued.theoreticalPrice[rowOf(symbol)]!, row: rowOf(CALL_560) }
}

describe('theoretical prices', () => {
  it('follow a quote that no other quote allows, and are marked', () => {
    const { valued, priceOf, row } = valuedWith((own) => ({ bid: own.bid! + 20, ask: own.ask! + 20 }))

    expect(priceOf(CALL_560)).toBe(valued.chain.contracts.bid[row])
    expect(valued.contradicted[row]).toBe(1)
    expect(contradictionWarnings(valued, [row, row + 1])).toEqual([
      'Contracts whose quotes contradict the others, priced within their own bid and ask: 1.',
    ])
    expect(valued.contradicted.reduce((sum, own) => sum + own, 0)).toBe(1)
  })

  it('are not marked in a chain without contradictions', () => {
    const { valued, row } = valuedWith(() => ({}))

    expect(valued.contradicted.every((own) => own === 0)).toBe(true)
    expect(contradictionWarnings(valued, [row])).toEqual([])
  })

  it('exist for a contract whose quote is too wide for a volatility', () => {
    const { priceOf } = valuedWith((own) => ({ bid: 0.5 * own.bid!, ask: 2 * own.ask! }))
    const before = priceOf('SPY   261218C00550000')
    const after = priceOf('SPY   261218C00570000')

    expect(priceOf(CALL_560)).toBeGreaterThan(after)
    expect(priceOf(CALL_560)).toBeLessThan(0.5 * (before + after) + 1e-9)
  })

  it('are no higher than those of a later expiration', () => {
    const { priceOf } = valuedWith((own) => ({ bid: own.bid!, ask: own.ask! + 30 }))

    expect(priceOf(CALL_560)).toBeLessThanOrEqual(priceOf('SPY   270115C00560000'))
  })
})
