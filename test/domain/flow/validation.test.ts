import { describe, expect, it } from 'vitest'
import { shippedStart } from '../../../src/domain/flow/rarity-start.ts'
import { VALIDATION_FIGURES } from '../../../src/domain/flow/validation-figures.ts'
import { averagePrecision, recallAt, stabilityIndex } from '../../validation/ranking.ts'
import { tapesOf, validate } from '../../validation/validate.ts'

const published = new Map(VALIDATION_FIGURES.map(({ name, value }) => [name, value]))

describe('the validation of the score', () => {
  it('finds in other sessions about what was published, and more than the rules alone', { timeout: 120_000 }, () => {
    const tapes = tapesOf({ from: '2026-11-02', to: '2026-11-02', orders: 5_000 }, 99)
    const fresh = new Map(validate(tapes).map(({ name, value }) => [name, value]))

    expect([...fresh.keys()]).toEqual([...published.keys()])
    for (const name of ['pr_auc', 'pr_auc_score', 'recall', 'recall_score']) {
      expect(Math.abs(fresh.get(name)! - published.get(name)!), name).toBeLessThan(0.2)
    }
    expect(fresh.get('pr_auc')).toBeGreaterThan(fresh.get('pr_auc_rules')! + 0.15)
    expect(fresh.get('recall')).toBeGreaterThan(fresh.get('recall_rules')! + 0.1)
  })

  it('was published with figures that keep what is promised', () => {
    expect(published.get('recall')).toBeGreaterThanOrEqual(0.8)
    expect(published.get('recall')).toBeGreaterThan(published.get('recall_rules')! + 0.2)
    expect(published.get('pr_auc')).toBeGreaterThan(published.get('pr_auc_rules')! + 0.2)
    expect(published.get('stability_index')).toBeLessThan(0.2)
    for (const { meaning, name } of VALIDATION_FIGURES) expect(meaning, name).toMatch(/\.$/)
  })

  it('ships a calibration for most cells and a sample for the trees', () => {
    const { sketches, sample } = shippedStart()

    expect(sketches.filter((cell) => cell[0]!.total > 1_000).length).toBeGreaterThanOrEqual(12)
    expect(sample.length).toBeGreaterThan(400)
    for (const vector of sample) expect(vector).toHaveLength(8)
  })
})

describe('the measures of a ranking', () => {
  const rows = [
    { truth: 1, rank: 9 },
    { truth: 0, rank: 8 },
    { truth: 2, rank: 7 },
    { truth: 0, rank: 6 },
  ]

  it('are average precision and recall at a budget', () => {
    expect(averagePrecision(rows)).toBeCloseTo((1 + 2 / 3) / 2, 12)
    expect(recallAt(rows, 0.5)).toBe(0.5)
    expect(recallAt(rows, 0.75)).toBe(1)
    expect(recallAt(rows, 0.5, 2)).toBe(0)
  })

  it('call equal samples stable, and shifted ones not', () => {
    const sample = Array.from({ length: 1_000 }, (_, index) => index)

    expect(stabilityIndex(sample, sample)).toBeCloseTo(0, 12)
    expect(
      stabilityIndex(
        sample,
        sample.map((value) => value + 500),
      ),
    ).toBeGreaterThan(0.5)
  })
})
