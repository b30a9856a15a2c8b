import { describe, expect, it } from 'vitest'
import { nelderMead } from '../../src/lib/nelder-mead.ts'

describe('nelderMead', () => {
  it('finds the bottom of a bowl', () => {
    const [x, y] = nelderMead(([a, b]) => (a - 3) ** 2 + 10 * (b + 1) ** 2, [0, 0], [1, 1], 120)

    expect(x).toBeCloseTo(3, 6)
    expect(y).toBeCloseTo(-1, 6)
  })

  it('follows a bent valley', () => {
    const [x, y] = nelderMead(([a, b]) => (1 - a) ** 2 + 100 * (b - a * a) ** 2, [-1.2, 1], [0.5, 0.5], 300)

    expect(x).toBeCloseTo(1, 5)
    expect(y).toBeCloseTo(1, 5)
  })

  it('never answers a worse point than the start', () => {
    const f = ([a, b]: readonly [number, number]) => Math.sin(9 * a) + Math.cos(7 * b) + 0.1 * a * a

    expect(f(nelderMead(f, [0.3, 0.2], [2, 2], 25))).toBeLessThanOrEqual(f([0.3, 0.2]))
  })
})
