import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  calibrationOf,
  confidenceOf,
  EVIDENCE_BUCKETS,
  type EvidenceTally,
  evidenceBucket,
} from '../../../src/trade-ideas/domain/confidence.ts'
import { PIPELINES } from '../../../src/trade-ideas/domain/pipeline.ts'
import '../../support/properties.ts'

const tally = (change: Partial<EvidenceTally> = {}): EvidenceTally => ({
  pipeline: 'flow',
  evidenceBucket: 2,
  count: 100,
  hits: 50,
  ...change,
})

describe('confidence', () => {
  it('is the belief of its pipeline before any outcome', () => {
    const none = calibrationOf([])

    // The middle of the first fifth of flow's 0.35 to 0.65, its middle, and the middle of the last fifth.
    expect([0, 0.1, 0.5, 0.9, 1].map((evidence) => confidenceOf('flow', evidence, none))).toEqual([
      0.38, 0.38, 0.5, 0.62, 0.62,
    ])
    expect(confidenceOf('crush', 0.5, none)).toBe(0.78)
  })

  it('follows outcomes, which outweigh the belief of twenty ideas in time', () => {
    const after = (count: number) =>
      confidenceOf('flow', 0.9, calibrationOf([tally({ evidenceBucket: 4, count, hits: count * 0.9 })]))

    expect([0, 20, 180].map(after)).toEqual([0.62, 0.76, 0.87])
  })

  it('pools fifths that contradict each other', () => {
    const { flow } = calibrationOf([
      tally({ evidenceBucket: 1, count: 180, hits: 180 }),
      tally({ evidenceBucket: 2, count: 180, hits: 0 }),
    ])

    expect(flow[1]).toBe(flow[2])
    expect(flow[1]).toBeCloseTo((20 * 0.44 + 180 + 20 * 0.5) / 400, 9)
    expect(flow[0]).toBeCloseTo(0.38, 9)
  })

  it('of one pipeline says nothing of another', () => {
    const { trend } = calibrationOf([tally({ hits: 0 })])

    expect(trend).toEqual(calibrationOf([]).trend)
  })

  it('lies from 0 to 1 and never falls with more evidence', () => {
    const tallies = fc.array(
      fc.record({
        pipeline: fc.constantFrom(...PIPELINES),
        evidenceBucket: fc.integer({ min: 0, max: EVIDENCE_BUCKETS - 1 }),
        count: fc.integer({ min: 0, max: 500 }),
        share: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      { maxLength: 20 },
    )
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(tallies, share, share, (rows, one, other) => {
        const table = calibrationOf(rows.map((row) => ({ ...row, hits: Math.floor(row.share * row.count) })))
        for (const pipeline of PIPELINES) {
          const low = confidenceOf(pipeline, Math.min(one, other), table)
          const high = confidenceOf(pipeline, Math.max(one, other), table)
          expect(low).toBeLessThanOrEqual(high)
          expect(low).toBeGreaterThanOrEqual(0)
          expect(high).toBeLessThanOrEqual(1)
        }
      }),
      { numRuns: 200 },
    )
  })

  it.each([
    [0, 0],
    [0.2, 1],
    [0.999, 4],
    [1, 4],
  ])('evidence of %d is in fifth %d', (evidence, bucket) => {
    expect(evidenceBucket(evidence)).toBe(bucket)
  })
})
