import { describe, expect, it } from 'vitest'
import { findStrategies } from '../../../../../src/analytics/domain/strategies/search/find-strategies.ts'
import {
  SEARCHED_TEMPLATES,
  type SearchQuery,
} from '../../../../../src/analytics/domain/strategies/search/search-query.ts'
import { type ValuedChain, valuedChain } from '../../../../../src/analytics/domain/valuation/chain-valuation.ts'
import { addDays } from '../../../../../src/lib/time/civil-date.ts'
import type { ContractRow } from '../../../../../src/market/domain/options/chain-builder.ts'
import { realChain, realChainNames } from '../../../../support/market/real-chains.ts'
import { sharedDataExists } from '../../../../support/market/shared-data.ts'
import { syntheticChain } from '../../../../support/market/synthetic-chain.ts'
import { sample } from '../../../../support/sample.ts'

const TARGET = '2026-12-18'
const MOST_NEUTRAL_GROWTH = 0.03

const queryAt = ({ chain, spot }: ValuedChain, days: number, change: Partial<SearchQuery> = {}): SearchQuery => ({
  targetPrice: null,
  direction: 'neutral',
  targetDate: addDays(chain.sessionDate, days),
  targetYears: days / 365,
  maxLoss: Math.max(1, 2 * spot),
  ivPoints: 0,
  templates: SEARCHED_TEMPLATES,
  prefer: 'balanced',
  dteMax: days + 45,
  minOpenInterest: 10,
  maxSpreadPct: 10,
  limit: 8,
  ...change,
})

const smile = (strike: number) => 0.2 - 0.1 * Math.log(strike / 600)
const made = (change?: (row: ContractRow) => ContractRow) =>
  valuedChain(syntheticChain({ volatility: smile, ...(change && { change }) }))
const found = (valued: ValuedChain, change: Partial<SearchQuery> = {}) => {
  const [first] = valued.expirations
  const { targetYears = first!.yearsToExpiry } = change
  return findStrategies(valued, { ...queryAt(valued, 28), targetDate: TARGET, targetYears, ...change })
}

describe('a thesis', () => {
  const valued = made()

  it('of no view earns nothing after costs', () => {
    const { strategies, considered } = found(valued)

    expect(considered).toBeGreaterThan(1_000)
    expect(strategies).toHaveLength(8)
    for (const { growth } of strategies) expect(growth).toBeLessThan(0.002)
  })

  it.each([
    ['bullish', 0.5],
    ['bearish', -0.5],
  ] as const)('that is %s finds structures that gain there', (direction, sign) => {
    const { strategies, thesisPrice, impliedPrice } = found(valued, { direction })

    expect(Math.sign(thesisPrice - impliedPrice)).toBe(Math.sign(sign))
    expect(Math.max(...strategies.map(({ profitAtTarget }) => profitAtTarget))).toBeGreaterThan(0)
    for (const { growth, expectedProfit, probabilityOfProfit, probabilityImplied } of strategies) {
      expect(growth).toBeGreaterThan(0)
      expect(expectedProfit).toBeGreaterThan(0)
      expect(probabilityOfProfit).toBeGreaterThan(probabilityImplied)
    }
  })

  it('of a wide market buys options, and one of a price pays there', () => {
    const [wide] = found(valued, { direction: 'volatile' }).strategies
    const [price] = found(valued, { targetPrice: 600, templates: ['butterfly', 'iron_condor'] }).strategies

    expect(['straddle', 'strangle', 'long_call', 'long_put', 'calendar', 'diagonal']).toContain(wide!.template)
    expect(price!.profitAtTarget).toBeGreaterThan(0)
  })

  it('loses no more than is allowed, and never more than is answered', () => {
    const { strategies, rejected } = found(valued, { direction: 'bullish', maxLoss: 200 })

    for (const { maxLoss } of strategies) expect(maxLoss).toBeGreaterThanOrEqual(-200.001)
    expect(new Map(rejected).get('max_loss')).toBeGreaterThan(0)
  })

  it('has results that are unlike each other', () => {
    const { strategies } = found(valued, { direction: 'bullish' })

    expect(new Set(strategies.map(({ template }) => template)).size).toBeGreaterThan(2)
  })

  it('finds nothing where no quote can be used', () => {
    const wide = made((row) => ({ ...row, bid: 0.5 * (row.bid ?? 0), ask: 2 * (row.ask ?? 0) }))
    const { strategies, rejected } = found(wide)

    expect(strategies).toEqual([])
    expect(rejected[0]![0]).toBe('wide')
  })
})

describe('a quote that is wrong', () => {
  const wrong = ({ strike, optionType, expirationDate }: ContractRow) =>
    strike === 630 && optionType === 'call' && expirationDate === TARGET

  it.each([
    ['stale and cheap', (row: ContractRow) => ({ ...row, bid: 0.55 * row.bid!, ask: 0.55 * row.ask! })],
    ['stale and dear', (row: ContractRow) => ({ ...row, bid: 1.7 * row.bid!, ask: 1.7 * row.ask! })],
    ['wide', (row: ContractRow) => ({ ...row, bid: 0.3 * row.bid!, ask: 1.1 * row.ask! })],
    ['crossed', (row: ContractRow) => ({ ...row, bid: row.ask! + 0.5, ask: row.bid! })],
  ])('%s is in no result', (_, spoil) => {
    const valued = made((row) => (wrong(row) ? spoil(row) : row))
    const place = valued.chain.contracts.optionSymbols.findIndex((symbol) =>
      symbol.replaceAll(' ', '').endsWith('261218C00630000'),
    )

    expect(place).toBeGreaterThanOrEqual(0)
    for (const direction of ['neutral', 'bullish', 'bearish', 'volatile'] as const) {
      const { strategies } = found(valued, { direction })
      expect(strategies.flatMap(({ legs }) => legs.map(({ row }) => row))).not.toContain(place)
    }
  })
})

describe.skipIf(!sharedDataExists).each(sample(realChainNames, 3))('without a view, %s', (name) => {
  it('earns nothing', () => {
    const valued = valuedChain(realChain(name))
    const expirations = valued.expirations.filter(({ expired, dte, atmIv }) => !expired && dte >= 7 && atmIv > 0)
    const target = expirations.find(({ dte }) => dte >= 25) ?? expirations.at(-1)
    if (!target) return
    const query = queryAt(valued, target.dte, { targetYears: target.yearsToExpiry, targetDate: target.expirationDate })
    const { strategies } = findStrategies(valued, query)

    expect(Math.max(0, ...strategies.map(({ growth }) => growth))).toBeLessThanOrEqual(MOST_NEUTRAL_GROWTH)
  })
})
