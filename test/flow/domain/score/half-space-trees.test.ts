import { describe, expect, it } from 'vitest'
import { grownTrees, HalfSpaceTrees, stepOf } from '../../../../src/flow/domain/score/half-space-trees.ts'
import { mix, uniform } from '../../../../src/lib/math/seeded-random.ts'

const DIMENSIONS = 8

/** A crowd in one corner of the cube. */
function crowd(count: number, stream: number, corner = 0.2): Uint8Array[] {
  return Array.from({ length: count }, (_, index) =>
    Uint8Array.from({ length: DIMENSIONS }, (_each, d) => stepOf(corner + 0.2 * uniform(mix(mix(stream, index), d)))),
  )
}

const away = Uint8Array.from({ length: DIMENSIONS }, () => stepOf(0.9))

describe('half-space trees', () => {
  it('find less mass far from the crowd than in it', () => {
    const trees = new HalfSpaceTrees(grownTrees(7, DIMENSIONS, crowd(500, 1)))
    const masses = crowd(100, 2).map((vector) => trees.mass(vector))

    expect(Math.min(...masses)).toBeGreaterThan(3 * trees.mass(away))
  })

  it('forget the first sample when a window of their own is full, not before', () => {
    const trees = new HalfSpaceTrees(grownTrees(7, DIMENSIONS, crowd(500, 1)))
    const before = trees.mass(away)
    const moved = crowd(5_000, 3, 0.75)

    for (const vector of moved.slice(0, 4_999)) trees.learn(vector)
    expect(trees.mass(away)).toBe(before)
    for (const vector of moved.slice(4_999)) trees.learn(vector)

    expect(trees.mass(away)).toBeGreaterThan(10 * before)
  })

  it('are the same for the same seed, and others for another', () => {
    const sample = crowd(500, 1)
    const probe = crowd(1, 9, 0.5)[0]!

    expect(new HalfSpaceTrees(grownTrees(7, DIMENSIONS, sample)).mass(probe)).toBe(
      new HalfSpaceTrees(grownTrees(7, DIMENSIONS, sample)).mass(probe),
    )
    expect(new HalfSpaceTrees(grownTrees(8, DIMENSIONS, sample)).mass(probe)).not.toBe(
      new HalfSpaceTrees(grownTrees(7, DIMENSIONS, sample)).mass(probe),
    )
  })

  it('do not write into the sample that others share', () => {
    const sample = crowd(500, 1)
    const busy = new HalfSpaceTrees(grownTrees(7, DIMENSIONS, sample))
    const quiet = new HalfSpaceTrees(grownTrees(7, DIMENSIONS, sample))
    const before = quiet.mass(away)

    for (const vector of crowd(6_000, 3, 0.75)) busy.learn(vector)

    expect(quiet.mass(away)).toBe(before)
  })

  it('count what lies beyond the cube at its edge', () => {
    expect([stepOf(-1), stepOf(0), stepOf(0.5), stepOf(1), stepOf(9)]).toEqual([0, 0, 128, 255, 255])
  })
})
