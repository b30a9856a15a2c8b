import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LevelState, levelStep } from '../../../src/alerts/domain/level-crossing.ts'
import type { LevelSide } from '../../../src/alerts/domain/level-kinds.ts'

const LEVEL = 600
const REARM = 1.5

/** The crossings of a row of values, one a minute, at a level that stays or moves. */
function crossings(values: readonly number[], levels: readonly number[] = [LEVEL], keepsLevel = false) {
  let state: LevelState | undefined
  const found: (readonly [at: number, side: LevelSide])[] = []
  for (const [index, value] of values.entries()) {
    const level = levels[Math.min(index, levels.length - 1)] ?? Number.NaN
    const step = levelStep(state, { value, level, rearm: REARM, atMs: index * 60_000 }, keepsLevel)
    state = step.state
    if (step.crossed) found.push([index, step.crossed])
  }
  return found
}

describe('the crossing of a level', () => {
  it.each<[string, number[], [number, LevelSide][]]>([
    ['is none at the first value', [601], []],
    ['is none while the value stays on one side', [598, 599, 599.9], []],
    ['is at the first value on the other side', [599, 600.2], [[1, 'above']]],
    ['is none where the value only touches the level', [599, 600, 599], []],
    ['is found behind a value on the level', [599, 600, 600.1], [[2, 'above']]],
    ['is one for a price that dances on the level', [599, 600.1, 599.9, 600.2, 599.7, 600.3], [[1, 'above']]],
    [
      'is another once the price was the distance away',
      [599, 600.1, 601.5, 599.9],
      [
        [1, 'above'],
        [3, 'below'],
      ],
    ],
    [
      'is another where a price that danced falls away to the other side',
      [599, 600.1, 599.9, 599, 598.4],
      [
        [1, 'above'],
        [4, 'below'],
      ],
    ],
    [
      'rings at each large step over the level',
      [598, 602, 598],
      [
        [1, 'above'],
        [2, 'below'],
      ],
    ],
    ['is found over unknown values between', [599, Number.NaN, Number.NaN, 601], [[3, 'above']]],
  ])('%s', (_name, values, expected) => {
    expect(crossings(values)).toEqual(expected)
  })

  it('is also that of a level which moves over the value', () => {
    expect(crossings([601, 601], [600, 603])).toEqual([[1, 'below']])
  })

  it('of support is that of the level before, because support moves with the price', () => {
    const values = [601, 600.5, 599.8, 600.1, 599.7, 598.2, 597]
    const support = [600, 600, 596, 600, 596, 596, 596]

    expect(crossings(values, support)).toEqual([])
    expect(crossings(values, support, true)).toEqual([[2, 'below']])
  })

  it('ignores readings that are not later than the last', () => {
    const first = { value: 599, level: LEVEL, rearm: REARM, atMs: 1_000 }
    const { state } = levelStep(undefined, first)

    expect(levelStep(state, { ...first, value: 601 })).toEqual({ state, crossed: null })
    expect(levelStep(state, { ...first, value: 601, atMs: 999 })).toEqual({ state, crossed: null })
    expect(levelStep(state, { ...first, value: 601, atMs: 1_001 }).crossed).toBe('above')
  })

  it('alternates between the sides, and between two there was always a value beyond the distance', () => {
    const values = fc.array(fc.double({ min: 590, max: 610, noNaN: true }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(values, (prices) => {
        const found = crossings(prices)
        for (const [index, [at, side]] of found.entries()) {
          const [nextAt, nextSide] = found[index + 1] ?? []
          if (nextAt === undefined) break
          expect(nextSide).not.toBe(side)
          expect(prices.slice(at, nextAt + 1).some((price) => Math.abs(price - LEVEL) >= REARM)).toBe(true)
        }
      }),
    )
  })
})
