import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import {
  cachedExerciseTable,
  cachedQuickTable,
  cachedScenarioTable,
  type ExerciseTerms,
  forgetUnusedTables,
  limitExerciseTables,
} from '../../../../src/analytics/domain/valuation/exercise-table-cache.ts'

const AMPLE_BYTES = 8e6

beforeEach(() => limitExerciseTables(AMPLE_BYTES))

afterAll(() => limitExerciseTables(AMPLE_BYTES))

function terms(yearsToExpiry: number, more: Partial<ExerciseTerms> = {}): ExerciseTerms {
  return { yearsToExpiry, rate: 0.04, dividendYield: 0.01, volatility: 0.3, ...more }
}

const put = (years: number) => cachedExerciseTable(false, terms(years))

describe('the tables of early exercise', () => {
  it('are solved once for terms that are nearly the same', () => {
    const table = put(0.5)

    expect(table).not.toBeNull()
    expect(put(0.5001)).toBe(table)
    expect(put(0.6)).not.toBe(table)
  })

  it('are kept as long as all together take no more than the limit, those used last first', () => {
    limitExerciseTables(200_000)
    const [first, second] = [put(0.5), put(0.6)]
    expect(put(0.5)).toBe(first)

    put(0.7)

    expect(put(0.5)).toBe(first)
    const again = put(0.6)
    expect(again).not.toBe(second)
    expect(again).toEqual(second)
  })

  it('stay when the limit changes, as many as fit, those used last first', () => {
    const [first, second] = [put(0.5), put(0.6)]

    limitExerciseTables(AMPLE_BYTES)
    expect(put(0.5)).toBe(first)
    limitExerciseTables(100_000)

    expect(put(0.5)).toBe(first)
    limitExerciseTables(AMPLE_BYTES)
    expect(put(0.6)).not.toBe(second)
  })

  it('are forgotten when they were not used between two looks', () => {
    forgetUnusedTables()
    const [first, second] = [put(0.5), put(0.6)]
    forgetUnusedTables()
    expect(put(0.5)).toBe(first)

    forgetUnusedTables()

    expect(put(0.5)).toBe(first)
    expect(put(0.6)).not.toBe(second)
    expect(put(0.6)).toEqual(second)
  })

  it('count what they hold besides premiums, and those without value as well', () => {
    limitExerciseTables(46_000)
    const quick = cachedQuickTable(false, terms(0.5))
    expect(cachedQuickTable(false, terms(0.5))).not.toBe(quick)

    limitExerciseTables(80_000)
    const kept = put(0.5)
    for (let step = 1; step <= 40; step++) {
      expect(cachedScenarioTable(true, terms(step / 10, { dividendYield: 0 }))).toBeNull()
    }

    expect(put(0.5)).not.toBe(kept)
  })
})
