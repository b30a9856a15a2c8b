import { describe, expect, it } from 'vitest'
import { mix, uniform } from '../../../../src/lib/math/seeded-random.ts'
import { finish } from '../../../../src/lib/steps.ts'
import { meanInterval } from '../../../../src/receiver/domain/scorecard/bootstrap.ts'
import { calibrationOf } from '../../../../src/receiver/domain/scorecard/calibration.ts'
import { type DecisionPair, mcNemarPValue, pairwise } from '../../../../src/receiver/domain/scorecard/pairwise.ts'

function chance(seed: number): () => number {
  let drawn = 0
  return () => uniform(mix(seed, drawn++))
}

describe('an interval', () => {
  it('covers the truth in about 95 of 100 samples whose decisions of a session share its market', () => {
    const truth = 0.5
    let covered = 0
    for (let sample = 0; sample < 100; sample++) {
      const draw = chance(1000 + sample)
      const values = Array.from({ length: 40 }, (_, block) => {
        const market = draw() - 0.5
        return Array.from({ length: 5 }, () => ({ block, value: truth + market + 0.2 * (draw() - 0.5) }))
      }).flat()
      const interval = finish(meanInterval(values, chance(sample)))
      if (interval && interval.low <= truth && truth <= interval.high) covered++
    }

    // Drawing single decisions instead of sessions covers about 60.
    expect(covered).toBeGreaterThanOrEqual(88)
  })

  it('is the same for the same random numbers', () => {
    const values = Array.from({ length: 60 }, (_, index) => ({ block: index % 12, value: index % 7 }))

    expect(finish(meanInterval(values, chance(1)))).toEqual(finish(meanInterval(values, chance(1))))
  })

  it.each([
    ['29 decisions', 29, 29],
    ['7 blocks', 70, 7],
  ])('is none of %s', (_name, count, blocks) => {
    const values = Array.from({ length: count }, (_, index) => ({ block: index % blocks, value: index }))

    expect(finish(meanInterval(values, chance(1)))).toBeNull()
  })
})

describe('the calibration', () => {
  it('scores claims by Brier, beside a claim that is always the share of right ones', () => {
    const decisions = [
      { block: 1, confidence: 0.9, isRight: true },
      { block: 2, confidence: 0.9, isRight: false },
      { block: 3, confidence: 0.29, isRight: false },
      { block: 4, confidence: 1, isRight: true },
    ]

    const found = finish(calibrationOf(decisions, chance(1)))

    // (0.01 + 0.81 + 0.0841 + 0) / 4, by hand.
    expect(found?.brier).toBeCloseTo(0.226025, 12)
    expect(found?.baseBrier).toBe(0.25)
    expect(found?.brierInterval).toBeNull()
    expect(found?.bins.map(({ from, count, rightShare }) => [from, count, rightShare])).toEqual([
      [0.2, 1, 0],
      [0.9, 3, 2 / 3],
    ])
  })

  it('is none without decisions', () => {
    expect(finish(calibrationOf([], chance(1)))).toBeNull()
  })
})

describe('two deciders', () => {
  const pair = (firstRight: boolean | null, secondRight: boolean | null, block = 0): DecisionPair => ({
    block,
    first: firstRight === true ? 'buy' : 'skip',
    second: secondRight === true ? 'buy' : 'skip',
    firstRight,
    secondRight,
    differencePct: firstRight === null || secondRight === null ? null : Number(secondRight) - Number(firstRight),
  })
  const names = { first: 'A', second: 'B' }
  const times = (count: number, first: boolean, second: boolean) =>
    Array.from({ length: count }, (_, index) => pair(first, second, index))

  it.each([
    // Two-sided binomial probabilities: 2 (1 + 10 + 45) / 1024, and so on.
    [2, 8, 112 / 1024],
    [5, 5, 1],
    [0, 6, 2 / 64],
    [3, 3, 1],
  ])('with %i and %i ideas about which one alone is right differ with p = %f', (a, b, p) => {
    expect(mcNemarPValue(a, b)).toBeCloseTo(p, 12)
    expect(mcNemarPValue(b, a)).toBeCloseTo(p, 12)
  })

  it('have a probability for thousands of ideas', () => {
    expect(mcNemarPValue(1000, 1000)).toBeCloseTo(1, 9)
    // The normal approximation with continuity correction gives 0.0264.
    expect(mcNemarPValue(950, 1050)).toBeCloseTo(0.0268, 3)
  })

  it('are told apart where chance does not explain it', () => {
    const found = pairwise(
      [...times(20, true, true), ...times(2, true, false), ...times(15, false, true)],
      names,
      chance(1),
    )

    expect(found).toMatchObject({ pairs: 37, judged: 37, bothRight: 20, onlyFirstRight: 2, onlySecondRight: 15 })
    expect(found.sentence).toMatch(/^B was right more often/)
  })

  it('are not told apart by ideas about which they agree, nor by few', () => {
    expect(pairwise(times(40, true, true), names, chance(1)).sentence).toMatch(/same ideas/)
    expect(pairwise([...times(30, true, true), ...times(3, true, false)], names, chance(1)).sentence).toMatch(
      /^No difference can be told/,
    )
    expect(pairwise([...times(29, true, false), pair(null, null)], names, chance(1)).sentence).toBe(
      'Too few to tell: 29 ideas have an outcome, and 30 are needed.',
    )
  })
})
