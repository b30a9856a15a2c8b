import { describe, expect, it } from 'vitest'
import { belowOf } from '../../../src/web/symbol/density.ts'

describe('the implied distribution of a page', () => {
  it('reads the probability of a price between the points of the service', () => {
    const below = belowOf([
      { price: 590, probability_below: 0.3 },
      { price: 610, probability_below: 0.7 },
    ])

    expect([500, 600, 700].map((price) => below?.(price))).toEqual([0, 0.5, 1])
    expect(belowOf([])).toBeNull()
  })
})
