import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RankSketch, SKETCH_BINS, SketchRoom } from '../../../../src/flow/domain/score/rank-sketch.ts'
import '../../../support/properties.ts'

const RANGE = { low: -2, high: 10 }
const WIDTH = 12 / SKETCH_BINS
const valuesInside = fc.array(fc.double({ min: -2, max: 9.99, noNaN: true }), { minLength: 1, maxLength: 200 })
const someValues = fc.array(fc.double({ min: -4, max: 12, noNaN: true }), { minLength: 1, maxLength: 200 })

function sketchOf(values: readonly number[]): RankSketch {
  const sketch = new RankSketch(RANGE)
  for (const value of values) sketch.add(value)
  return sketch
}

describe('a rank sketch', () => {
  it('ranks within a bin of the true share', () => {
    fc.assert(
      fc.property(valuesInside, fc.double({ min: -1.9, max: 9.9, noNaN: true }), (values, at) => {
        const sketch = sketchOf(values)
        const share = (limit: number) => values.filter((value) => value < limit).length / values.length

        expect(sketch.rank(at)).toBeGreaterThanOrEqual(share(at - WIDTH) - 1e-9)
        expect(sketch.rank(at)).toBeLessThanOrEqual(share(at + WIDTH) + 1e-9)
      }),
    )
  })

  it('never ranks a larger value lower, and stays between 0 and 1', () => {
    fc.assert(
      fc.property(
        someValues,
        fc.double({ min: -5, max: 13, noNaN: true }),
        fc.double({ min: 0, max: 5, noNaN: true }),
        (values, a, step) => {
          const sketch = sketchOf(values)

          expect(sketch.rank(a + step)).toBeGreaterThanOrEqual(sketch.rank(a) - 1e-12)
          expect(sketch.rank(a)).toBeGreaterThanOrEqual(0)
          expect(sketch.rank(a)).toBeLessThanOrEqual(1)
        },
      ),
    )
  })

  it('finds the value of a share again', () => {
    fc.assert(
      fc.property(someValues, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (values, share) => {
        const sketch = sketchOf(values)

        expect(sketch.rank(sketch.quantile(share))).toBeCloseTo(share, 9)
      }),
    )
  })

  it('gives a copy that ranks as a merged sketch does, to the last digit, and changes by itself', () => {
    fc.assert(
      fc.property(someValues, someValues, fc.double({ min: -3, max: 11, noNaN: true }), (values, added, at) => {
        const sketch = sketchOf(values)
        const before = sketch.rank(at)
        const merged = new RankSketch(RANGE)
        merged.merge(sketch)
        const copy = sketch.copy()

        expect([copy.rank(at), copy.quantile(0.9)]).toEqual([merged.rank(at), merged.quantile(0.9)])
        for (const each of [copy, merged]) for (const value of added) each.add(value, 0.3)
        expect(copy.rank(at)).toBe(merged.rank(at))
        expect(sketch.rank(at)).toBe(before)
      }),
    )
  })

  it('ranks in a room as it does alone, to the last digit, whatever the others of the room learn', () => {
    fc.assert(
      fc.property(
        fc.array(someValues, { minLength: 2, maxLength: 30 }),
        fc.double({ min: -3, max: 11, noNaN: true }),
        (valuesOfEach, at) => {
          const room = new SketchRoom(7)
          const alone = valuesOfEach.map(() => sketchOf([1, 2, 3]))
          const together = alone.map((sketch) => sketch.copy(room))
          for (const [index, values] of valuesOfEach.entries()) {
            for (const sketch of [alone[index]!, together[index]!]) for (const value of values) sketch.add(value, 0.3)
          }
          const figures = (sketch: RankSketch) => [
            sketch.total,
            sketch.rank(at),
            sketch.quantile(0.9),
            sketch.quantile(1),
            sketch.toWeights(),
          ]

          expect(together.map(figures)).toEqual(alone.map(figures))
        },
      ),
    )
  })

  it('is the same however it was put together, and after it was written down', () => {
    fc.assert(
      fc.property(someValues, someValues, fc.double({ min: -3, max: 11, noNaN: true }), (a, b, at) => {
        const whole = sketchOf([...a, ...b])
        const merged = sketchOf(a)
        merged.merge(sketchOf(b))
        const read = RankSketch.ofWeights(RANGE, JSON.parse(JSON.stringify(whole.toWeights())))

        expect(merged.rank(at)).toBeCloseTo(whole.rank(at), 12)
        expect(read.rank(at)).toBeCloseTo(whole.rank(at), 6)
        expect(merged.total).toBe(a.length + b.length)
      }),
    )
  })

  it('lets the old fade', () => {
    const sketch = sketchOf([9, 9])
    sketch.merge(sketchOf(Array.from({ length: 10 }, () => 0)), 0.2)

    expect(sketch.total).toBeCloseTo(4, 12)
    expect(sketch.rank(5)).toBeCloseTo(0.5, 12)
  })

  it('spreads a weight evenly between two values', () => {
    const sketch = new RankSketch(RANGE)
    sketch.addBetween(0.05, 7.77, 1_000)

    expect(sketch.total).toBeCloseTo(1_000, 9)
    expect(sketch.rank(0.05 + 0.25 * 7.72)).toBeCloseTo(0.25, 2)
    expect(sketch.quantile(0.5)).toBeCloseTo(0.05 + 0.5 * 7.72, 1)
  })

  it('knows nothing of NaN, and nothing without values', () => {
    const sketch = new RankSketch(RANGE)
    sketch.add(Number.NaN)

    expect(sketch.total).toBe(0)
    expect(sketch.rank(1)).toBeNaN()
    expect(sketch.quantile(0.5)).toBeNaN()
    sketch.add(1)
    expect(sketch.rank(Number.NaN)).toBeNaN()
  })
})
