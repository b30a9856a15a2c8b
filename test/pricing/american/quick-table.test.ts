import { expect, it } from 'vitest'
import { type ExerciseTable, exerciseTable, quickExerciseTable } from '../../../src/pricing/american/exercise-table.ts'
import { HELD, PREMIUM, reading, readPremium } from '../../../src/pricing/american/premium-reading.ts'

const TERMS: [isCall: boolean, years: number, rate: number, dividendYield: number][] = [
  [false, 0.03, 0.04, 0.012],
  [false, 0.25, 0.045, 0],
  [false, 0.5, 0.04, 0.012],
  [true, 0.3, 0.04, 0.02],
  [true, 0.5, 0.04, 0.05],
  [false, 2.2, 0.04, 0.03],
]

const fromBoundary = (table: ExerciseTable | null) => (table?.kind === 'boundary' ? table : null)

it.each(TERMS)('a quick table has premiums within 5e-6 of the strike (call %s, %d years, %d, %d)', (...terms) => {
  const exact = fromBoundary(exerciseTable(...terms, false))
  const quick = fromBoundary(quickExerciseTable(...terms))
  let worst = 0
  let compared = 0
  for (const sigma of [0.08, 0.12, 0.2, 0.3, 0.5, 0.8]) {
    for (let m = -0.5; m <= 0.5; m += 0.01) {
      if (!exact || !quick || readPremium(exact, m, sigma) !== HELD) continue
      const premium = reading[PREMIUM] ?? Number.NaN
      if (readPremium(quick, m, sigma) !== HELD) continue
      worst = Math.max(worst, Math.abs(premium - (reading[PREMIUM] ?? Number.NaN)))
      compared++
    }
  }

  expect(compared).toBeGreaterThan(50)
  expect(worst).toBeLessThan(5e-6)
})

it.each(TERMS)(
  'a quick table has the boundary within a hundredth of a deviation (call %s, %d years, %d, %d)',
  (...terms) => {
    const exact = fromBoundary(exerciseTable(...terms, false))
    const quick = fromBoundary(quickExerciseTable(...terms))

    const misses = exact?.gaps.map((gap, row) => Math.abs(gap - (quick?.gaps[row] ?? Number.NaN))) ?? [Number.NaN]
    expect(Math.max(...misses)).toBeLessThan(1e-2)
  },
)
