import { describe, expect, it } from 'vitest'
import {
  chanceInDensity,
  eventOf,
  levelStep,
  levelText,
  priceAt,
} from '../../../../src/web/symbol/volatility/price-levels.ts'

const DENSITY = [
  { price: 90, probability_below: 0.1 },
  { price: 100, probability_below: 0.5 },
  { price: 110, probability_below: 0.9 },
]

describe('levels of a density', () => {
  it('has a chance between its points, and none without an event', () => {
    expect(chanceInDensity(DENSITY, eventOf({ above: '105', below: '' }))).toBeCloseTo(0.3, 12)
    expect(chanceInDensity(DENSITY, eventOf({ above: '95', below: '105' }))).toBeCloseTo(0.4, 12)
    expect(chanceInDensity(DENSITY, eventOf({ above: '105', below: '95' }))).toBeCloseTo(0.6, 12)
    expect(chanceInDensity(DENSITY, eventOf({ above: '', below: '-3' }))).toBeNull()
    expect(chanceInDensity([], eventOf({ above: '105', below: '' }))).toBeNull()
  })

  it('is certain beyond the density', () => {
    expect(chanceInDensity(DENSITY, { above: 80 })).toBe(1)
    expect(chanceInDensity(DENSITY, { above: 120 })).toBe(0)
  })

  it('rests at the first price with a probability', () => {
    expect(priceAt(DENSITY, 0.25)).toBe(100)
    expect(priceAt(DENSITY, 0.95)).toBeNaN()
  })

  it('moves in round steps inside the density', () => {
    expect([levelStep(90, 110), levelStep(500, 900), levelStep(1, 1.2), levelStep(0, 1e5)]).toEqual([0.1, 2, 0.01, 500])
    expect(levelText(104.98, 0.1, 90, 110)).toBe('105')
    expect(levelText(500, 0.1, 90.02, 109.98)).toBe('109.9')
    expect(levelText(0, 0.1, 90.02, 109.98)).toBe('90.1')
  })
})
