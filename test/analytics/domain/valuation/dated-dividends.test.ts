import { describe, expect, it } from 'vitest'
import { optionRow } from '../../../../src/analytics/domain/chain/option-chain-rows.ts'
import { valuedChain } from '../../../../src/analytics/domain/valuation/chain-valuation.ts'
import { newYorkInstant } from '../../../../src/market/domain/calendar/new-york-time.ts'
import type { OptionChain } from '../../../../src/market/domain/options/chain.ts'
import { at } from '../../../../src/pricing/column.ts'
import { americanDividendPrice } from '../../../oracles/american-dividend-pde.ts'
import { syntheticChain } from '../../../support/market/synthetic-chain.ts'

const AS_OF = '2026-11-20T20:00:00Z'
const SPOT = 100
const RATE = 0.04
const VOLATILITY = 0.28
/** Ex-date on the third trading day after the chain. */
const DIVIDEND = { exDate: '2026-11-25', amount: 1.5 }
const MS_PER_YEAR = 525_600 * 60_000
const exYears = (newYorkInstant(DIVIDEND.exDate, 570) - Date.parse(AS_OF)) / MS_PER_YEAR

interface Truth {
  readonly price: number
  readonly delta: number
}

/** A chain whose quotes are those of contracts with a cash dividend, and the truth by OCC symbol. */
function chainWithDividend(): { chain: OptionChain; truth: Map<string, Truth> } {
  const byKey = new Map<string, Truth>()
  const key = (date: string, isCall: boolean, strike: number) => `${date} ${isCall} ${strike}`
  const plain = syntheticChain({
    root: 'XYZ',
    asOf: AS_OF,
    spot: SPOT,
    dates: ['2026-12-18', '2027-01-15', '2027-03-19'],
    strikes: Array.from({ length: 15 }, (_, index) => 75 + 3 * index),
    change: (row) => {
      const settlesAtMs = newYorkInstant(row.expirationDate, 16 * 60)
      const isCall = row.optionType === 'call'
      const contract = {
        isCall,
        spot: SPOT,
        strike: row.strike,
        yearsToExpiry: (settlesAtMs - Date.parse(AS_OF)) / MS_PER_YEAR,
        volatility: VOLATILITY,
        rate: RATE,
        dividendYield: 0,
      }
      const found = americanDividendPrice(contract, [{ years: exYears, amount: DIVIDEND.amount }], 'escrowed')
      byKey.set(key(row.expirationDate, isCall, row.strike), found)
      return { ...row, bid: Math.max(found.price - 0.01, 0), ask: found.price + 0.01 }
    },
  })
  const truth = new Map<string, Truth>()
  const { contracts, expirations } = plain
  for (let row = 0; row < contracts.count; row++) {
    const date = expirations[contracts.expirationIndex[row] ?? 0]?.expirationDate ?? ''
    const found = byKey.get(key(date, contracts.isCall[row] === 1, at(contracts.strike, row)))
    if (found) truth.set(contracts.optionSymbols[row] ?? '', found)
  }
  return { chain: plain, truth }
}

const { chain, truth } = chainWithDividend()

function largestMiss(valued: ReturnType<typeof valuedChain>, name: 'theoreticalPrice' | 'delta'): number {
  const misses = chain.contracts.optionSymbols.map((symbol, row) => {
    const known = truth.get(symbol)
    return Math.abs(at(valued[name], row) - ((name === 'delta' ? known?.delta : known?.price) ?? Number.NaN))
  })
  return Math.max(...misses)
}

describe('a chain with a cash dividend before its expirations', () => {
  const valued = valuedChain({ ...chain, dividends: [DIVIDEND] })

  it('has the prices and deltas of the finite differences, where an implied yield misses', () => {
    expect(largestMiss(valued, 'theoreticalPrice')).toBeLessThan(0.03)
    expect(largestMiss(valued, 'delta')).toBeLessThan(0.01)

    const implied = valuedChain(chain)
    expect(largestMiss(implied, 'delta')).toBeGreaterThan(0.1)
  })

  it('has one volatility for calls and puts, and the forward without the dividend', () => {
    for (const [row, status] of valued.ivStatus.entries()) {
      if (status === 0) expect(Math.abs(at(valued.volatility, row) - VOLATILITY)).toBeLessThan(3e-3)
    }
    const net = SPOT - DIVIDEND.amount * Math.exp(-RATE * exYears)
    for (const { forward, yearsToExpiry, dividendYield } of valued.expirations) {
      expect(Math.abs(forward / (net * Math.exp(RATE * yearsToExpiry)) - 1)).toBeLessThan(5e-4)
      expect(Math.abs(dividendYield)).toBeLessThan(5e-3)
    }
  })

  it('says what exercise at once gains: of a call the dividend less interest and the put, of others less than nothing', () => {
    const advantage = (symbol: string) =>
      optionRow(valued, chain.contracts.optionSymbols.indexOf(symbol)).exercise_advantage

    const deep = truth.get('XYZ   261218C00075000')
    const years = valued.expirations[0]!.yearsToExpiry
    const interest = 75 * (1 - Math.exp(-RATE * years))
    expect(deep?.delta).toBeGreaterThan(0.99)
    expect(advantage('XYZ   261218C00075000')).toBeCloseTo(1.5 - interest, 1)
    expect(advantage('XYZ   270319C00099000')).toBeLessThan(0)
    expect(advantage('XYZ   261218C00105000')).toBeNull()
    // A put waits for the dividend.
    expect(advantage('XYZ   261218P00117000')).toBeLessThan(0)
  })

  it('does not take the dividend for an old price of the underlying', () => {
    expect(valued.warnings.join()).not.toContain('older')
  })
})
