import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findRoot } from '../../../src/lib/math/find-root.ts'

describe('findRoot', () => {
  it.each([
    ['a line', (x: number) => 3 * x - 6, 0, 10, 2],
    ['a cubic', (x: number) => x ** 3 - 2 * x - 5, 2, 3, 2.0945514815423265],
    ['an exponential', (x: number) => Math.exp(-x) - 1e-3, 0, 100, -Math.log(1e-3)],
    ['a flat function', (x: number) => (x - 1) ** 9, 0, 4, 1],
    ['a root at an end', (x: number) => x, 0, 1, 0],
  ])('finds the root of %s', (_name, f, low, high, root) => {
    expect(Math.abs(findRoot(f, low, high) - root)).toBeLessThan(root === 1 ? 1e-2 : 1e-12)
  })

  it('asks seldom', () => {
    let calls = 0
    const counted = (x: number) => {
      calls++
      return Math.cos(x) - x
    }

    findRoot(counted, 0, 1)

    expect(calls).toBeLessThan(12)
  })

  it('answers NaN when there is no change of sign', () => {
    expect(findRoot((x) => x * x + 1, -1, 1)).toBeNaN()
    expect(findRoot(() => Number.NaN, -1, 1)).toBeNaN()
  })

  it('always ends inside the bracket, at a sign change', () => {
    fc.assert(
      fc.property(fc.double({ min: -9, max: 9, noNaN: true }), fc.integer({ min: 1, max: 5 }), (root, power) => {
        const f = (x: number) => Math.sinh((x - root) / 3) * (1 + power * (x - root) ** 2)

        expect(Math.abs(findRoot(f, -10, 10) - root)).toBeLessThan(1e-9)
      }),
    )
  })
})
