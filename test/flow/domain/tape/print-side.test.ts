import { describe, expect, it } from 'vitest'
import { directionOf, SIDE_LABELS, SIDES, sideOf } from '../../../../src/flow/domain/tape/print-side.ts'

describe('the side of a print', () => {
  it.each([
    [1.11, 1.0, 1.1, 'above_ask', 'Above Ask', 1],
    [1.1, 1.0, 1.1, 'at_ask', 'At Ask', 1],
    [1.05, 1.0, 1.1, 'mid', 'Mid', 0],
    [1.09, 1.0, 1.1, 'mid', 'Mid', 0],
    [1.0, 1.0, 1.1, 'at_bid', 'At Bid', -1],
    [0.99, 1.0, 1.1, 'below_bid', 'Below Bid', -1],
  ] as const)('%d against %d × %d is %s', (price, bid, ask, side, label, direction) => {
    expect(sideOf(price, bid, ask, 0)).toBe(side)
    expect(SIDE_LABELS[side]).toBe(label)
    expect(directionOf(side)).toBe(direction)
  })

  it('does not stumble over binary fractions', () => {
    // 0.1 + 0.2 is more than 0.3 as a double, 1.1 × 3 more than 3.3.
    expect(sideOf(0.1 + 0.2, 0.2, 0.3, 0)).toBe('at_ask')
    expect(sideOf(3 * 1.1, 3.3, 3.4, 0)).toBe('at_bid')
    for (let cents = 2; cents < 5_000; cents++) {
      expect(sideOf(0.01 * cents, cents / 100, cents / 100 + 0.05, 0), `${cents} cents`).toBe('at_bid')
    }
  })

  it('sees an improvement by less than a tick', () => {
    expect(sideOf(1.0999, 1.0, 1.1, 0)).toBe('mid')
    expect(sideOf(1.0001, 1.0, 1.1, 0)).toBe('mid')
  })

  it.each([
    ['locked', 1.05, 1.05],
    ['crossed', 1.1, 1.0],
    ['without a bid', 0, 1.1],
    ['without an offer', 1.0, 0],
    ['of unknown bid', Number.NaN, 1.1],
    ['of unknown ask', 1.0, Number.NaN],
    ['of no known price', Number.NaN, Number.NaN],
    ['with a negative bid', -1, 1.1],
    ['without end', 1, Number.POSITIVE_INFINITY],
  ])('is told by the last different price when the quote is %s', (_, bid, ask) => {
    expect(sideOf(1.05, bid, ask, 1)).toBe('at_ask')
    expect(sideOf(1.05, bid, ask, -1)).toBe('at_bid')
    expect(sideOf(1.05, bid, ask, 0)).toBe('mid')
  })

  it('has a label for each', () => {
    expect(Object.keys(SIDE_LABELS)).toEqual([...SIDES])
  })
})
