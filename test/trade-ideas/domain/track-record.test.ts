import { describe, expect, it } from 'vitest'
import { confidenceBucket, type OutcomeTally, trackRecord } from '../../../src/trade-ideas/domain/track-record.ts'

const tally = (change: Partial<OutcomeTally>): OutcomeTally => ({
  pipeline: 'flow',
  confidenceBucket: 5,
  count: 4,
  hits: 1,
  sumR: 2,
  sumPct: -8,
  sumConfidence: 2.2,
  ...change,
})

describe('a track record', () => {
  it('without ended ideas knows no rates', () => {
    const { total, pipelines, calibration } = trackRecord([])

    expect(total).toEqual({
      count: 0,
      hits: 0,
      hitRatePct: null,
      averageR: null,
      averagePct: null,
      averageConfidence: null,
    })
    expect(pipelines.map(({ pipeline }) => pipeline)).toEqual(['flow', 'gamma', 'trend', 'crush'])
    expect(calibration).toEqual([])
  })

  it('adds up by pipeline and by tenth of confidence', () => {
    const record = trackRecord([
      tally({ confidenceBucket: 6, count: 6, hits: 5, sumR: 4, sumPct: 18, sumConfidence: 3.9 }),
      tally({}),
      tally({ pipeline: 'crush', count: 1, hits: 1, sumR: 1, sumPct: 0, sumConfidence: 0.55 }),
    ])

    expect(record.total).toMatchObject({ count: 11, hits: 7, averageR: 7 / 11 })
    expect(record.pipelines[0]).toMatchObject({ count: 10, hitRatePct: 60, averageR: 0.6, averagePct: 1 })
    expect(record.pipelines[3]).toMatchObject({ count: 1, hitRatePct: 100 })
    expect(record.calibration).toMatchObject([
      { confidenceFrom: 0.5, confidenceTo: 0.6, count: 5, hitRatePct: 40, averageConfidence: 0.55 },
      { confidenceFrom: 0.6, confidenceTo: 0.7, count: 6, averageConfidence: expect.closeTo(0.65, 9) },
    ])
  })

  it.each([
    [0, 0],
    [0.29, 2],
    [0.3, 3],
    [0.7, 7],
    [1, 9],
  ])('counts a confidence of %d in tenth %d', (confidence, bucket) => {
    expect(confidenceBucket(confidence)).toBe(bucket)
  })
})
