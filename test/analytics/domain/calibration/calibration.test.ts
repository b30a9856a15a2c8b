import { describe, expect, it } from 'vitest'
import {
  calibrationOf,
  type Outcome,
  probabilityBelow,
  withoutOverlap,
} from '../../../../src/analytics/domain/calibration/calibration.ts'
import { calibrationDaysFor } from '../../../../src/analytics/domain/calibration/past-quantiles.ts'
import { lognormalDistribution, quantile } from '../../../../src/analytics/domain/distribution/price-distribution.ts'
import { DISTRIBUTION_QUANTILES } from '../../../../src/analytics/domain/distribution/probability-answer.ts'
import { addDays } from '../../../../src/lib/time/civil-date.ts'

const DEVIATION = 0.04
const priced = lognormalDistribution(100, DEVIATION)
const quantiles = DISTRIBUTION_QUANTILES.map((q) => quantile(priced, q))

/** A week of its own for each, priced by one volatility. */
function outcome(week: number, close: number): Outcome {
  const sessionDate = addDays('2024-01-05', 7 * week)
  const targetDate = addDays(sessionDate, 7)
  return { sessionDate, targetDate, price: 100, forward: 100, deviation: DEVIATION, quantiles, close }
}

/** Closes that are even under a lognormal distribution: each once at (i + ½)/count. */
function closesOf(deviation: number, count = 200): Outcome[] {
  const came = lognormalDistribution(100, deviation)
  return Array.from({ length: count }, (_, week) => outcome(week, quantile(came, (week + 0.5) / count)))
}

describe('how often implied probabilities came true', () => {
  it('is what they say where the closes follow them', () => {
    const found = calibrationOf(7, closesOf(DEVIATION))

    expect(found).toMatchObject({ days: 7, count: 200, coverage_50_pct: 50, coverage_80_pct: 80, coverage_90_pct: 90 })
    expect(found.bins.reduce((sum, closes) => sum + closes, 0)).toBe(200)
    expect(Math.max(...found.bins) - Math.min(...found.bins)).toBeLessThanOrEqual(4)
    expect(found.brier).toBeCloseTo(found.brier_lognormal ?? 0, 3)
    // Wilson, 160 of 200.
    expect(found.coverage_80_low_pct).toBeCloseTo(76.1, 0)
    expect(found.coverage_80_high_pct).toBeCloseTo(83.4, 0)
  })

  it('is more where options were dear, and the closes are in the middle tenths', () => {
    const found = calibrationOf(7, closesOf(0.5 * DEVIATION))

    expect(found.coverage_80_pct).toBeGreaterThan(97)
    expect(found.bins[0]).toBeLessThan(3)
    expect(found.bins[4]).toBeGreaterThan(30)
  })

  it('is unknown below 30 outcomes, which are counted', () => {
    expect(calibrationOf(30, closesOf(DEVIATION, 29))).toMatchObject({ count: 29, coverage_80_pct: null, bins: [] })
    expect(calibrationOf(30, closesOf(DEVIATION, 30)).coverage_80_pct).not.toBeNull()
  })

  it('counts no day twice: windows that overlap are left out', () => {
    const daily = Array.from({ length: 10 }, (_, day) => {
      const sessionDate = addDays('2026-01-05', day)
      return { ...outcome(0, 100), sessionDate, targetDate: addDays(sessionDate, 4) }
    })

    expect(withoutOverlap(daily.toReversed()).map(({ sessionDate }) => sessionDate)).toEqual([
      '2026-01-05',
      '2026-01-09',
      '2026-01-13',
    ])
  })

  it('reads a probability between the quantiles, and half of what is beyond them', () => {
    expect(probabilityBelow(quantiles, quantiles[3] ?? 0)).toBeCloseTo(0.25, 9)
    expect(probabilityBelow(quantiles, 100)).toBeGreaterThan(0.5)
    expect(probabilityBelow(quantiles, 100)).toBeLessThan(0.52)
    expect([probabilityBelow(quantiles, 1), probabilityBelow(quantiles, 1_000)]).toEqual([0.005, 0.995])
  })

  it('compares with the days that are nearest by their ratio', () => {
    expect([0, 5, 14, 15, 42, 43, 400].map(calibrationDaysFor)).toEqual([7, 7, 7, 30, 30, 60, 60])
  })
})
