import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BoostedModel } from '../../../../src/flow/domain/score/boosted-trees.ts'
import '../../../support/properties.ts'
import { mix, uniform } from '../../../../src/lib/math/seeded-random.ts'
import { boost, type LabelledRow } from '../../../validation/boosting.ts'

describe('boosted trees', () => {
  const model = new BoostedModel({
    base: -2,
    borders: ['1 5', '0.5'],
    trees: ['0:1 1:0 0.1 0.2 0.4', '0:-1 10 20', '7'],
  })

  it.each([
    ['below both borders', [4.9, 0.4], 0.1 + 20],
    ['at the second border', [4.9, 0.5], 0.2 + 20],
    ['at the first border', [5, 0], 0.4 + 20],
    ['with an unknown first feature', [Number.NaN, 1], 0.2 + 10],
    ['with an unknown second feature', [0, Number.NaN], 0.1 + 20],
  ])('add up what their leaves say of a row %s', (_what, features, said) => {
    expect(model.logOdds(features)).toBeCloseTo(-2 + 7 + said, 12)
  })

  it('read the features from a place on', () => {
    expect(model.logOdds([99, 99, 4.9, 0.4], 2)).toBe(model.logOdds([4.9, 0.4]))
  })

  it('are the base where there are none', () => {
    expect(new BoostedModel({ base: -3, borders: [], trees: [] }).logOdds([])).toBe(-3)
  })
})

describe('learning of boosted trees', () => {
  /** One in three of the rows whose first two features are both large, or whose third is unknown, is of the label. */
  const rows: LabelledRow[] = Array.from({ length: 6_000 }, (_, place) => {
    const drawn = (stream: number) => uniform(mix(mix(11, stream), place))
    const features = [drawn(1), drawn(2), drawn(3) < 0.05 ? Number.NaN : drawn(3), drawn(4)]
    const tells = (features[0]! > 0.8 && features[1]! > 0.8) || Number.isNaN(features[2])
    return { features, label: tells && drawn(5) < 1 / 3, weight: 1 }
  })
  const learned = boost(rows, { trees: 30, depth: 3, rate: 0.3 })
  const model = new BoostedModel(learned)

  it('finds what tells only together, and what tells by being unknown', () => {
    const chance = (...features: number[]) => 1 / (1 + Math.exp(-model.logOdds(features)))

    expect(chance(0.9, 0.9, 0.5, 0.5)).toBeGreaterThan(0.2)
    expect(chance(0.5, 0.5, Number.NaN, 0.5)).toBeGreaterThan(0.2)
    for (const quiet of [[0.9, 0.5] as const, [0.5, 0.9] as const, [0.5, 0.5] as const]) {
      expect(chance(...quiet, 0.5, 0.5)).toBeLessThan(0.05)
    }
  })

  it('says of all rows together what is true of them', () => {
    const together = rows.reduce((sum, { features }) => sum + 1 / (1 + Math.exp(-model.logOdds(features))), 0)
    const labelled = rows.filter(({ label }) => label).length

    expect(Math.abs(together / labelled - 1)).toBeLessThan(0.1)
  })

  it('gives the same trees for the same rows', () => {
    expect(boost(rows, { trees: 30, depth: 3, rate: 0.3 })).toEqual(learned)
  })

  it('lets a heavy row count as so many rows', () => {
    const heavy = rows.map((row) => ({ ...row, weight: row.label ? 5 : 1 }))
    const repeated = rows.flatMap((row) => (row.label ? Array.from({ length: 5 }, () => row) : [row]))

    expect(boost(heavy, { trees: 0, depth: 3, rate: 0.3 }).base).toBe(
      boost(repeated, { trees: 0, depth: 3, rate: 0.3 }).base,
    )
    expect(boost(heavy, { trees: 0, depth: 3, rate: 0.3 }).base).toBeGreaterThan(learned.base + 1)
  })

  it('says nothing special of a row that nothing distinguishes', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (share) => {
        const same = Array.from({ length: 100 }, (_, place) => ({ features: [1], label: place % 10 === 0, weight: 1 }))
        const plain = new BoostedModel(boost(same, { trees: 5, depth: 2, rate: 0.1 }))

        expect(plain.logOdds([share])).toBeCloseTo(Math.log(1 / 9), 2)
      }),
    )
  })
})
