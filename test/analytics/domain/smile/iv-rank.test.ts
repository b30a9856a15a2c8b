import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ivRank } from '../../../../src/analytics/domain/smile/iv-rank.ts'
import { sharedDataExists, sharedPath } from '../../../support/market/shared-data.ts'
import { expectNear } from '../../../support/near.ts'

const days = (count: number, value: (day: number) => number) => Array.from({ length: count }, (_, day) => value(day))

describe('IV rank and percentile', () => {
  it('stay unknown below 60 sessions and say how many there are', () => {
    const { answer, warnings } = ivRank(days(59, (day) => 0.2 + day / 1000))

    expect(answer).toEqual({ iv_rank: null, iv_percentile: null })
    expect(warnings).toEqual(['iv_rank and iv_percentile need 60 sessions of IV30; there are 59.'])
  })

  it('use what there is between 60 and 251 sessions, with a warning', () => {
    const { answer, warnings } = ivRank([...days(99, (day) => 0.1 + day / 1000), 0.15])

    expect(answer.iv_rank).toBeCloseTo((100 * 0.05) / 0.098, 9)
    expect(answer.iv_percentile).toBeCloseTo((100 * 50) / 99, 9)
    expect(warnings).toEqual(['iv_rank and iv_percentile use 100 sessions of IV30 instead of 252.'])
  })

  it('look at the last 252 values only', () => {
    const { answer, warnings } = ivRank([9, ...days(252, (day) => 0.2 + day / 1000), 0.3])

    expect(answer.iv_rank).toBeCloseTo((100 * 0.099) / 0.25, 9)
    expect(warnings).toEqual([])
  })

  it('has no rank, but a percentile, when the volatility never moved', () => {
    expect(ivRank(days(300, () => 0.2)).answer).toEqual({ iv_rank: null, iv_percentile: 0 })
  })

  it('leaves unknown days out, and answers nothing when the present is unknown', () => {
    const history = days(300, (day) => (day % 3 === 0 ? Number.NaN : 0.2 + day / 1000))

    expect(ivRank(history).answer.iv_rank).toBe(100)
    expect(ivRank([...history, Number.NaN]).answer).toEqual({ iv_rank: null, iv_percentile: null })
  })

  it('stays within 0 to 100', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.01, max: 3, noNaN: true }), { minLength: 60, maxLength: 300 }),
        (history) => {
          const { iv_rank: rank, iv_percentile: percentile } = ivRank(history).answer

          expect(rank === null || (rank >= 0 && rank <= 100)).toBe(true)
          expect(percentile).toBeGreaterThanOrEqual(0)
          expect(percentile).toBeLessThanOrEqual(100)
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe.skipIf(!sharedDataExists)('IV rank and percentile of VIX closes', () => {
  it('agree with independent results', () => {
    const closes = gunzipSync(readFileSync(sharedPath('data', 'vix', 'vix_daily.csv.gz')))
      .toString()
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','))
    const { values } = JSON.parse(readFileSync(sharedPath('data', 'expected', 'vix_iv_rank.json'), 'utf8'))

    for (const { date, iv_rank: rank, iv_percentile: percentile } of values) {
      const { answer } = ivRank(closes.filter(([day]) => day! <= date).map((row) => Number(row[4])))
      expectNear(answer.iv_rank, rank, 1e-12, `rank on ${date}`)
      expectNear(answer.iv_percentile, percentile, 1e-12, `percentile on ${date}`)
    }
    expect(values).toHaveLength(3)
  })
})
