import { describe, expect, it } from 'vitest'
import { selectedRows } from '../../../src/analytics/domain/chain/expiration-filter.ts'
import { gammaProfile } from '../../../src/analytics/domain/exposures/gamma-profile.ts'
import { valuedChain } from '../../../src/analytics/domain/valuation/chain-valuation.ts'
import {
  cachedExerciseTable,
  cachedQuickTable,
  exerciseMatters,
} from '../../../src/analytics/domain/valuation/exercise-table-cache.ts'
import { exercisePremium } from '../../../src/pricing/american/exercise-premium.ts'
import { gammaExposureOf } from '../../support/analytics/chain-answers.ts'
import { syntheticChain } from '../../support/market/synthetic-chain.ts'

const smile = (strike: number) => 0.2 - 0.15 * Math.log(strike / 600)
const strikes = Array.from({ length: 17 }, (_, index) => 440 + 20 * index)
const dates = ['2026-12-18', '2027-06-17', '2027-12-17']
const recipe = { root: 'SPY', strikes, dates, volatility: smile, halfSpread: 0.005 }

describe('the valuation of American contracts', () => {
  const chain = syntheticChain(recipe)
  const valued = valuedChain(chain)

  it('finds forward and yield although early exercise bends parity', () => {
    for (const { forward, dividendYield, yearsToExpiry } of valued.expirations) {
      expect(Math.abs(forward / (600 * Math.exp(0.027 * yearsToExpiry)) - 1)).toBeLessThan(3e-4)
      if (yearsToExpiry > 0.5) expect(Math.abs(dividendYield - 0.013)).toBeLessThan(1e-3)
    }
  })

  it('finds the volatility that calls and puts of a strike were both made of', () => {
    for (const [row, status] of valued.ivStatus.entries()) {
      const strike = chain.contracts.strike[row]!
      if (status !== 0) continue
      // The smooth curve may use the width of the quotes in the wings, where a cent is half a volatility point.
      expect(Math.abs(valued.volatility[row]! - smile(strike)), chain.contracts.optionSymbols[row]).toBeLessThan(3e-3)
    }
  })

  it('prices both sides of every strike within a few cents of the truth', () => {
    for (let row = 0; row < chain.contracts.count; row++) {
      const truth = 0.5 * (chain.contracts.bid[row]! + chain.contracts.ask[row]!)
      if (truth < 0.01) continue
      expect(Math.abs(valued.theoreticalPrice[row]! - truth), chain.contracts.optionSymbols[row]).toBeLessThan(0.12)
    }
  })

  it('gives a put that would be exercised at once delta −1 and no gamma', () => {
    const row = chain.contracts.optionSymbols.indexOf('SPY   261218P00760000')

    expect(valued.delta[row]).toBe(-1)
    expect(valued.gamma[row]).toBe(0)
    expect(valued.theoreticalPrice[row]).toBeCloseTo(160, 1)
  })

  it('reprices the profile with the gamma of American contracts', () => {
    const { answer } = gammaExposureOf(chain)
    const { levels } = gammaProfile(valued, selectedRows(valued, {}))

    expect(levels[30]!.spot).toBeCloseTo(600, 9)
    expect(levels[30]!.netGex).toBeCloseTo(answer.net_gex!, -1)
    // Without early exercise calls and puts of equal open interest would cancel at every price.
    const gross = answer.call_gex! - answer.put_gex!
    expect(Math.max(...levels.map(({ netGex }) => netGex))).toBeGreaterThan(0.003 * gross)
  })

  it('does not take a stale price of the underlying for a reason to exercise', () => {
    const stale = valuedChain({ ...chain, underlyingPrice: 604 })

    for (const [row, status] of stale.ivStatus.entries()) {
      const { strike, isCall } = stale.chain.contracts
      if (stale.chain.contracts.expirationIndex[row] !== 0) continue
      if (status === 0) expect(Math.abs(stale.volatility[row]! - smile(strike[row]!))).toBeLessThan(5e-3)
      if (isCall[row] === 1 && strike[row]! > 500) expect(stale.delta[row]).toBeLessThan(1)
    }
  })
})

describe('tables of early exercise', () => {
  const terms = { yearsToExpiry: 0.5, rate: 0.04, dividendYield: 0.012, volatility: 0.2 }

  it('are shared by neighbours in time and yield', () => {
    const table = cachedExerciseTable(false, terms)

    expect(table).not.toBeNull()
    expect(cachedExerciseTable(false, { ...terms, yearsToExpiry: 0.499, dividendYield: 0.0122 })).toBe(table)
    expect(cachedExerciseTable(false, { ...terms, yearsToExpiry: 0.51 })).not.toBe(table)
  })

  it('are coarser for the trades of a tape, and never the ones of quotes', () => {
    const half = { ...terms, yearsToExpiry: 0.6 }
    const quick = cachedQuickTable(false, half)

    expect(quick?.rateSlopes).toBeNull()
    expect(cachedQuickTable(false, { ...half, yearsToExpiry: 0.5985 })).toBe(quick)
    expect(cachedExerciseTable(false, half)?.rateSlopes).not.toBeNull()
    expect(cachedQuickTable(false, half)).toBe(quick)
  })

  it('are not made where early exercise is worth too little', () => {
    expect(exerciseMatters(false, { ...terms, yearsToExpiry: 5 / 365 })).toBe(false)
    expect(exerciseMatters(false, { ...terms, rate: 0 })).toBe(false)
    expect(exerciseMatters(true, terms)).toBe(false)
    expect(exerciseMatters(true, { ...terms, dividendYield: 0.08 })).toBe(true)
    expect(cachedExerciseTable(true, terms)).toBeNull()
  })

  it('are made for rates of the wrong sign too, where holding costs more than exercise gives up', () => {
    const negative = { ...terms, rate: -0.01, dividendYield: -0.05 }

    expect(exerciseMatters(false, negative)).toBe(true)
    expect(exerciseMatters(true, negative)).toBe(false)
    expect(exerciseMatters(true, { ...terms, rate: -0.05, dividendYield: -0.01 })).toBe(true)
    expect(exerciseMatters(false, { ...negative, yearsToExpiry: 1 / 365 })).toBe(false)
    expect(cachedExerciseTable(false, negative)?.premiums.buffer).toBeInstanceOf(SharedArrayBuffer)
  })

  it('with cash dividends are the same for parity and quotes, in memory that threads share', () => {
    const paying = { ...terms, dividends: [{ years: 0.1, amount: 0.5 }], strikes: { low: 80, high: 120 } }
    const table = cachedExerciseTable(false, paying)

    expect(cachedQuickTable(false, paying)).toBe(table)
    expect(cachedExerciseTable(false, { ...paying, yearsToExpiry: 0.499 })).toBe(table)
    expect(cachedExerciseTable(false, { ...paying, dividends: [{ years: 0.1, amount: 0.6 }] })).not.toBe(table)
    const copy = structuredClone(table)
    exercisePremium(table!, 0.01, 0.25, 100)
    expect(copy?.kind === 'grid' && copy.solved.some((state) => state > 0)).toBe(true)
  })
})
