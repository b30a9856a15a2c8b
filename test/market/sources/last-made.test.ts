import { describe, expect, it } from 'vitest'
import { LastMade } from '../../../src/market/sources/last-made.ts'

describe('what was made last', () => {
  it('is the same object for a key until one of its inputs is another', () => {
    const made = new LastMade<{ readonly n: number }>(2)
    const [first, second] = [{}, {}]
    const value = made.set('a', [first, 'x'], { n: 1 })

    expect(made.get('a', [first, 'x'])).toBe(value)
    expect(made.get('a', [first, 'y'])).toBeUndefined()
    expect(made.get('a', [second, 'x'])).toBeUndefined()
    expect(made.get('a', [first])).toBeUndefined()
    expect(made.get('b', [first, 'x'])).toBeUndefined()
  })

  it('is forgotten for the key that was used longest ago', () => {
    const made = new LastMade<{ readonly n: number }>(2)
    for (const [n, key] of ['a', 'b', 'c'].entries()) made.set(key, [], { n })

    expect(['a', 'b', 'c'].map((key) => made.get(key, [])?.n)).toEqual([undefined, 1, 2])
  })
})
